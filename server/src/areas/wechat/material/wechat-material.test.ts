import { wechatMaterial } from '@zhanggui/contract/wechat/wechat-reply.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { openShop } from '../../../testing/shop.ts'

const picture = (type: 'png' | 'webp' = 'png') =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .toFormat(type)
    .toBuffer()
/** A voice of so many seconds, in frames of 13 bytes for 20 ms. */
const voice = (seconds: number) =>
  Buffer.concat([
    Buffer.from('#!AMR\n'),
    ...Array.from({ length: seconds * 50 }, () => Buffer.from([4, ...Array(12).fill(0)])),
  ])

test('a picture is kept by the account for good and by the shop, once, whether it is uploaded or chosen from the shop’s files', async () => {
  const shop = await openShop()
  const fake = await shop.ctx.platform.wechat.played()
  const staff = await shop.signIn({ can: [wechatMaterial.upload] })
  const { status, body } = await upload(
    staff,
    wechatMaterial.upload,
    { '封面.png': await picture() },
    { type: 'image' },
  )
  expect([status, body.name]).toEqual([200, '封面.png'])
  expect(fake.menu.media.get(body.mediaId)).toMatchObject({ type: 'image', name: '封面.png' })
  const again = await staff.call(wechatMaterial.upload, { body: { type: 'image', url: body.url } })
  expect(again.body).toMatchObject({ mediaId: body.mediaId })
  expect(fake.callsOf('/cgi-bin/material/add_material')).toHaveLength(1)
  const { rows } = await shop.ctx.db.execute(`select title from file_ref where owner_type = 'wechat-material'`)
  expect(rows).toEqual([{ title: '公众号素材「封面.png」' }])
  const elsewhere = await staff.call(wechatMaterial.upload, { body: { type: 'image', url: 'https://m.example/a.png' } })
  expect(elsewhere.body).toMatchObject({ status: 422, message: '请上传文件，或从素材库选择' })
})

test('what the platform would not take is refused before it is asked, and its own refusal is put into words', async () => {
  const shop = await openShop()
  const fake = await shop.ctx.platform.wechat.played()
  const staff = await shop.signIn({ can: [wechatMaterial.upload] })
  const send = async (type: string, name: string, content: Buffer) =>
    (await upload(staff, wechatMaterial.upload, { [name]: content }, { type })).body
  expect(await send('image', 'a.webp', await picture('webp'))).toMatchObject({
    status: 415,
    message: '公众号只接受 PNG、JPG、GIF 格式的图片',
  })
  expect(await send('voice', 'a.png', await picture())).toMatchObject({ status: 415 })
  expect(await send('voice', 'a.amr', voice(61))).toMatchObject({
    status: 422,
    message: '语音不能超过60秒，当前为61秒',
  })
  expect(fake.callsOf('/cgi-bin/material/add_material')).toEqual([])
  expect((await staff.call(wechatMaterial.upload, { body: { type: 'image' } })).status).toBe(400)
  fake.tricks.set('/cgi-bin/material/add_material', [{ errcode: 40006, errmsg: 'invalid meida size' }])
  expect(await send('voice', 'a.amr', voice(2))).toMatchObject({
    status: 422,
    code: 'UPSTREAM_REFUSED',
    errcode: 40006,
    message: '素材类型、大小或 media_id 不合法',
  })
  expect(await send('voice', 'a.amr', voice(2))).toMatchObject({ mediaId: 'media-voice-1' })
})
