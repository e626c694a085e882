import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import {
  countFiles,
  expectNothing,
  expectStored,
  openStudio,
  paint,
  pdf,
  png,
} from '../../../testing/files/upload-samples.ts'
import { fileRefs } from './file.tables.ts'

describe('equal content', () => {
  test('is stored once, and removed with the last file that has it', async () => {
    const { shop, staff } = await openStudio()
    const picture = await png()
    const rows = (await upload(staff, file.upload, { 'a.png': picture, 'b.png': picture })).body.files
    const [again] = (await upload(staff, file.upload, { 'c.png': picture })).body.files as [FileRow]
    expect(new Set([...rows, again].map(({ path }) => path)).size).toBe(1)
    await expectStored(shop, 2)
    await staff.call(file.remove, { body: rows.map(({ id }) => id) })
    expect((await staff.send('GET', again.url)).status).toBe(200)
    await staff.call(file.remove, { body: [again.id] })
    expect((await staff.send('GET', again.url)).status).toBe(404)
    await expectNothing(shop)
  })

  test('uploaded and deleted by many at once exists for each file that has it, and is gone with the last', async () => {
    const { shop, staff } = await openStudio()
    const picture = await png()
    const alive = new Set<number>()
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const [row] = (await upload(staff, file.upload, { 'a.png': picture })).body.files as [FileRow]
        if (index % 3) {
          alive.add(row.id)
          expect((await staff.send('GET', row.url)).status).toBe(200)
        } else await staff.call(file.remove, { body: [row.id] })
      }),
    )
    const { list } = (await staff.call(file.list, { query: { limit: 100 } })).body
    expect(new Set(list.map(({ id }) => id))).toEqual(alive)
    for (const { url } of list) expect((await staff.send('GET', url)).status).toBe(200)
    await expectStored(shop, 2)
    await staff.call(file.remove, { body: [...alive] })
    await expectNothing(shop)
  })
})

describe('a file in use', () => {
  test('is not deleted unless the super administrator insists', async () => {
    const { shop, staff } = await openStudio()
    const [row] = (await upload(staff, file.upload, { 'logo.png': await png() })).body.files as [FileRow]
    const admin = await shop.signInAdmin()
    const use = (value: string) =>
      admin.call(setting.save, { params: { group: 'site' }, body: { values: { site_logo_square: value } } })
    await use(row.url)
    expect((await staff.call(file.list)).body.list[0]).toMatchObject({ id: row.id, refCount: 1 })
    const refused = await staff.call(file.remove, { body: [row.id] })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'IN_USE', message: expect.stringMatching(/^文件正在使用中：系统设置「.+」$/) },
    })
    expect((await staff.call(file.remove, { body: [row.id], query: { force: true } })).status).toBe(403)
    await use('')
    expect((await staff.call(file.list)).body.list[0]?.refCount).toBe(0)
    await use(row.url)
    expect((await admin.call(file.remove, { body: [row.id], query: { force: true } })).status).toBe(200)
    await expectNothing(shop)
  })

  test('taken into use during its deletion, is either kept or not in use', async () => {
    const { shop, staff } = await openStudio()
    const admin = await shop.signInAdmin()
    for (let round = 0; round < 8; round++) {
      const picture = await paint(10 + round)
        .png()
        .toBuffer()
      const [row] = (await upload(staff, file.upload, { 'a.png': picture })).body.files as [FileRow]
      const [, removed] = await Promise.all([
        admin.call(setting.save, { params: { group: 'site' }, body: { values: { site_logo_square: row.url } } }),
        staff.call(file.remove, { body: [row.id] }),
      ])
      const refs = await shop.ctx.db.$count(fileRefs)
      expect([removed.status, refs]).toEqual(removed.status === 200 ? [200, 0] : [422, 1])
    }
  })
})

test('files are found by name, extension and uploader, by type and storage, and renamed', async () => {
  const { shop, staff } = await openStudio()
  await upload(staff, file.upload, { '海报.png': await png() })
  const { id } = (await upload(staff, file.save, { '价目表.pdf': pdf })).body
  const names = async (query: Parameters<typeof find>[0]) => (await find(query)).map(({ name }) => name)
  const find = async (query: { blurry?: string; type?: 1 | 4; provider?: 1 | 2; createTime?: string[] }) =>
    (await staff.call(file.list, { query })).body.list
  expect(await names({})).toEqual(['价目表.pdf', '海报.png'])
  expect(await names({ blurry: '海' })).toEqual(['海报.png'])
  expect(await names({ blurry: 'PDF' })).toEqual(['价目表.pdf'])
  expect(await names({ blurry: staff.username })).toHaveLength(2)
  expect(await names({ blurry: '%' })).toEqual([])
  expect(await names({ type: 1 })).toEqual(['海报.png'])
  expect(await names({ provider: 2 })).toEqual([])
  expect(await names({ createTime: ['yesterday'] })).toEqual([])
  expect((await staff.call(file.update, { body: { id, name: '价目表 2026' } })).body).toEqual({ id })
  expect(await names({ type: 4 })).toEqual(['价目表 2026'])
  expect((await staff.call(file.update, { body: { id: 999, name: 'x' } })).status).toBe(404)
  expect((await staff.call(file.remove, { body: [id, 999] })).status).toBe(404)
  expect(await countFiles(shop)).toBe(2)
})

test('the list is exported, and actions on files are in the audit trail', async () => {
  const { shop, staff } = await openStudio()
  const { id } = (await upload(staff, file.save, { '价目表.pdf': pdf })).body
  await staff.call(file.update, { body: { id, name: '价目表 2026' } })
  const { body } = await staff.call(file.download)
  expect(body).toMatchObject({ fileName: expect.stringMatching(/^\d{14}-文件导出\.xlsx$/) })
  await staff.call(file.remove, { body: [id] })
  const { rows } = await shop.ctx.db.execute(sql`
    select action, object_name as name from audit_entry where object_type = 'file' and object_id = ${String(id)} order by id`)
  expect(rows).toEqual([
    { action: 'create', name: '价目表.pdf' },
    { action: 'update', name: '价目表 2026' },
    { action: 'delete', name: '价目表 2026' },
  ])
})
