import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { countFiles, expectNothing, fetchBytes, openStudio, paint, png } from '../../../testing/files/upload-samples.ts'
import { adminUsers } from './admin-user.tables.ts'

describe('the avatar', () => {
  test('becomes a square of 256 px; the previous one is removed', async () => {
    const { shop, staff } = await openStudio()
    const first = (await upload(staff, userCenter.updateAvatar, { 'me.png': await paint(600, 400).png().toBuffer() }))
      .body
    expect(await sharp(await fetchBytes(shop, first.avatar)).metadata()).toMatchObject({ width: 256, height: 256 })
    const refused = await upload(staff, userCenter.updateAvatar, { 'me.gif': await paint().gif().toBuffer() })
    expect(refused.status).toBe(415)
    const second = (
      await upload(staff, userCenter.updateAvatar, { 'me.png': await paint(300, 300, '#00c').png().toBuffer() })
    ).body
    expect((await staff.send('GET', first.avatar)).status).toBe(404)
    expect((await staff.send('GET', second.avatar)).status).toBe(200)
    const users = await shop.ctx.db.select({ id: adminUsers.id, avatar: adminUsers.avatar }).from(adminUsers)
    expect(users.find(({ id }) => id === staff.userId)?.avatar).toBe(second.avatar)
    expect(await countFiles(shop)).toBe(1)
    const [row] = (await staff.call(file.list)).body.list as [FileRow]
    expect((await staff.call(file.remove, { body: [row.id] })).body).toMatchObject({ code: 'IN_USE' })
  })

  test('is refused above 2 MB', async () => {
    const { shop, staff } = await openStudio()
    const content = Buffer.concat([await png(), Buffer.alloc(2 * 1024 * 1024)])
    expect(await upload(staff, userCenter.updateAvatar, { 'me.png': content })).toMatchObject({ status: 413 })
    await expectNothing(shop)
  })
})
