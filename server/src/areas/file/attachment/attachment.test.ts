import { type AttachmentQuery, attachment } from '@zhanggui/contract/file/attachment.ts'
import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '../../../platform/data/audit.tables.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { expectNothing, expectStored, openStudio, paint, pdf, png } from '../../../testing/files/upload-samples.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { products } from '../../product/product/product.tables.ts'
import { fileRefs, files } from '../file/file.tables.ts'
import { rebuildRefs, removeOrphans } from './file-cleanup.service.ts'

const DAY_MS = 24 * 3600_000

async function openLibrary() {
  const { shop } = await openStudio()
  const can = [...Object.values(attachment), category.save, category.remove, file.list, file.remove]
  return { shop, staff: await shop.signIn({ can }) }
}

/** Uploads different pictures into a group; without a group they are not kept. */
async function addPictures(staff: Caller, names: readonly string[], groupId?: number): Promise<FileRow[]> {
  const pictures = names.map(async (name, index): Promise<[string, Buffer]> => {
    const width = 20 + index + name.length * 10
    return [name, await paint(width).png().toBuffer()]
  })
  const fields: Record<string, string> = groupId === undefined ? {} : { groupId: String(groupId) }
  const { status, body } = await upload(staff, file.upload, await Promise.all(pictures), fields)
  expect({ status, message: body.message }).toEqual({ status: 200, message: undefined })
  return body.files
}

async function addGroup(staff: Caller, name: string, pid = 0): Promise<number> {
  return (await staff.call(category.save, { body: { name, pid, type: 2 } })).body.id
}

const listOf = async (staff: Caller, query: AttachmentQuery = {}) => (await staff.call(attachment.list, { query })).body
const namesIn = async (staff: Caller, query: AttachmentQuery = {}) =>
  (await listOf(staff, query)).list.map(({ name }) => name)

const cleanUp = ({ ctx }: Shop) => removeOrphans(ctx, new AbortController().signal)

describe('the media library', () => {
  test('is closed without its permissions, also to uploads into a group', async () => {
    const { shop } = await openLibrary()
    const stranger = await shop.signIn()
    const calls = [
      stranger.call(attachment.list),
      stranger.call(attachment.info, { params: { id: 1 } }),
      stranger.call(attachment.save, { body: { fileId: 1 } }),
      stranger.call(attachment.update, { body: { id: 1, name: 'a' } }),
      stranger.call(attachment.move, { body: { groupId: 0, ids: [1] } }),
      stranger.call(attachment.remove, { params: { ids: [1] } }),
      stranger.call(attachment.restore, { body: { ids: [1] } }),
      upload(stranger, file.upload, { 'a.png': await png() }, { groupId: '0' }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(403))
  })

  test('refuses unknown files, unknown groups, and groups that are product categories', async () => {
    const { staff } = await openLibrary()
    const products = (await staff.call(category.save, { body: { name: '男装', type: 1 } })).body.id
    const [row] = await addPictures(staff, ['a.png'], 0)
    const noGroup = { status: 422, body: { message: '分组不存在，请刷新后重试' } }
    const ids = [row?.id ?? 0]
    expect(await staff.call(attachment.move, { body: { groupId: 999, ids } })).toMatchObject(noGroup)
    expect(await staff.call(attachment.move, { body: { groupId: products, ids } })).toMatchObject(noGroup)
    const added = await upload(staff, file.upload, { 'b.png': await png() }, { groupId: '999' })
    expect(added).toMatchObject(noGroup)
    expect(await staff.call(attachment.move, { body: { groupId: 0, ids: [...ids, 999] } })).toMatchObject({
      status: 404,
    })
    expect(await staff.call(attachment.update, { body: { id: 999, name: 'a' } })).toMatchObject({ status: 404 })
    expect(await staff.call(attachment.info, { params: { id: 999 } })).toMatchObject({ status: 404 })
    expect(await staff.call(attachment.save, { body: { fileId: 999 } })).toMatchObject({ status: 404 })
    expect(await staff.call(attachment.restore, { body: { ids } })).toMatchObject({ status: 404 })
    expect(await staff.call(attachment.save, { body: {} as never })).toMatchObject({ status: 400 })
    expect(await staff.call(attachment.save, { body: { url: 'javascript:alert(1)' } })).toMatchObject({ status: 400 })
  })

  test('shows a group with those below it, one of them alone, files without a group, or everything', async () => {
    const { staff } = await openLibrary()
    const group = await addGroup(staff, '夏季')
    const below = await addGroup(staff, '夏季主图', group)
    await addPictures(staff, ['none.png'], 0)
    await addPictures(staff, ['group.png'], group)
    await addPictures(staff, ['below.png'], below)
    await addPictures(staff, ['unkept.png'])
    expect(await namesIn(staff)).toEqual(['below.png', 'group.png', 'none.png'])
    expect(await namesIn(staff, { groupId: -1 })).toEqual(['below.png', 'group.png', 'none.png'])
    expect(await namesIn(staff, { groupId: 0 })).toEqual(['none.png'])
    expect(await namesIn(staff, { groupId: group })).toEqual(['below.png', 'group.png'])
    expect(await namesIn(staff, { groupId: below })).toEqual(['below.png'])
    await staff.call(category.remove, { query: { id: below } })
    expect(await namesIn(staff, { groupId: 0 })).toEqual(['below.png', 'none.png'])
  })

  test('is sorted by time, name or size, and filtered by kind and name', async () => {
    const { staff } = await openLibrary()
    await addPictures(staff, ['b.png'], 0)
    await addPictures(staff, ['a-larger-one.png'], 0)
    await upload(staff, file.upload, { '50%.pdf': pdf }, { groupId: '0' })
    expect(await namesIn(staff)).toEqual(['50%.pdf', 'a-larger-one.png', 'b.png'])
    expect(await namesIn(staff, { sort: 'name' })).toEqual(['50%.pdf', 'a-larger-one.png', 'b.png'])
    expect((await namesIn(staff, { sort: 'size' })).at(-1)).toBe('50%.pdf')
    expect(await namesIn(staff, { type: 4 })).toEqual(['50%.pdf'])
    expect(await namesIn(staff, { name: '%' })).toEqual(['50%.pdf'])
    expect(await namesIn(staff, { name: 'LARGER' })).toEqual(['a-larger-one.png'])
    expect(await namesIn(staff, { dateLimit: ['2000-01-01', '2000-01-02'] })).toEqual([])
    expect(await listOf(staff, { limit: 2 })).toMatchObject({ total: 3, limit: 2 })
  })

  test('finds unused files, and duplicates side by side', async () => {
    const { shop, staff } = await openLibrary()
    const picture = await png()
    const add = (name: string) => upload(staff, file.upload, { [name]: picture }, { groupId: '0' })
    await add('twin.png')
    const [used] = (await addPictures(staff, ['used.png'], 0)) as [FileRow]
    await add('twin-again.png')
    await addPictures(staff, ['alone-and-unused.png'], 0)
    const admin = await shop.signInAdmin()
    await admin.call(setting.save, { params: { group: 'site' }, body: { values: { site_logo_square: used.url } } })
    expect(await namesIn(staff, { find: 'unused' })).toEqual(['alone-and-unused.png', 'twin-again.png', 'twin.png'])
    expect(await listOf(staff, { find: 'duplicate' })).toMatchObject({ total: 2 })
    const twins = (await listOf(staff, { find: 'duplicate' })).list
    expect(twins.map(({ name }) => name)).toEqual(['twin-again.png', 'twin.png'])
    await staff.call(attachment.remove, { params: { ids: [twins[0]?.id ?? 0] } })
    expect(await namesIn(staff, { find: 'duplicate' })).toEqual([])
  })

  test('keeps a fresh upload, and an external address whose content is not stored here', async () => {
    const { shop, staff } = await openLibrary()
    const group = await addGroup(staff, '采集来的')
    const [row] = await addPictures(staff, ['a.png'])
    expect(await namesIn(staff)).toEqual([])
    const kept = await staff.call(attachment.save, { body: { fileId: row?.id ?? 0, groupId: group, name: '主图' } })
    expect(kept).toMatchObject({ status: 200, body: { id: row?.id } })
    const url = 'https://img.example.com/%E5%9B%BE/%E7%BA%A2.mp4?x=1'
    expect((await staff.call(attachment.save, { body: { url, groupId: group } })).status).toBe(200)
    const { list } = await listOf(staff, { groupId: group })
    expect(list).toMatchObject([
      { name: '红.mp4', url, thumbUrl: '', type: 2, suffix: 'mp4', path: '' },
      { name: '主图', type: 1, inLibrary: true, groupId: group },
    ])
    await expectStored(shop, 2)
    const ids = list.map(({ id }) => id)
    await staff.call(attachment.remove, { params: { ids } })
    shop.clock.advance(31 * DAY_MS)
    expect(await cleanUp(shop)).toBe(2)
    await expectNothing(shop)
  })

  test('does not accept files uploaded for other purposes', async () => {
    const { shop, staff } = await openLibrary()
    const admin = await shop.signInAdmin()
    const certificate = await upload(admin, file.save, { 'apple.pem': Buffer.from('-----BEGIN CERTIFICATE-----\n') })
    expect(certificate.status).toBe(200)
    const answer = await staff.call(attachment.save, { body: { fileId: certificate.body.id } })
    expect(answer).toMatchObject({ status: 404 })
  })

  test('a picture for rich text goes into the group 图床', async () => {
    const { shop, staff } = await openLibrary()
    const admin = await shop.signInAdmin()
    const { body } = await upload(admin, file.picture, { 'a.png': await png() })
    expect(body.groupId).toBeGreaterThan(0)
    expect(await namesIn(staff, { groupId: body.groupId })).toEqual(['a.png'])
  })
})

describe('a file of the library', () => {
  test('is renamed and moved, and the audit trail shows it', async () => {
    const { shop, staff } = await openLibrary()
    const group = await addGroup(staff, '主图组')
    const [one, two] = (await addPictures(staff, ['a.png', 'b.png'], 0)) as [FileRow, FileRow]
    await staff.call(attachment.update, { body: { id: one.id, name: '红色' } })
    await staff.call(attachment.move, { body: { groupId: group, ids: [one.id, two.id] } })
    expect(await namesIn(staff, { groupId: group })).toEqual(['b.png', '红色'])
    const trail = await shop.ctx.db.select().from(auditEntries).orderBy(auditEntries.id)
    const mine = trail.filter(({ objectType }) => objectType === 'attachment')
    expect(mine.map(({ action, objectName }) => `${action} ${objectName}`)).toEqual([
      'update 红色',
      'move 红色',
      'move b.png',
    ])
  })

  test('in use goes to the recycle bin only when staff insist; the refusal lists its uses', async () => {
    const { shop, staff } = await openLibrary()
    const [used, free] = (await addPictures(staff, ['used.png', 'free.png'], 0)) as [FileRow, FileRow]
    const admin = await shop.signInAdmin()
    await admin.call(setting.save, { params: { group: 'site' }, body: { values: { site_logo_square: used.url } } })
    const { body } = await staff.call(attachment.info, { params: { id: used.id } })
    expect(body).toMatchObject({ refCount: 1, refs: [{ ownerType: 'setting', field: 'site_logo_square' }] })
    expect(body.refs[0]?.title).toMatch(/^系统设置「.+」$/)
    const ids = [used.id, free.id]
    const refused = await staff.call(attachment.remove, { params: { ids } })
    expect(refused).toMatchObject({ status: 422, body: { code: 'IN_USE', message: '1 个素材正在使用' } })
    expect(refused.body).toMatchObject({ uses: [{ type: 'setting', name: body.refs[0]?.title }] })
    expect(await namesIn(staff)).toHaveLength(2)
    expect((await staff.call(attachment.remove, { params: { ids }, query: { force: true } })).status).toBe(200)
    expect(await namesIn(staff)).toEqual([])
    expect(await namesIn(staff, { recycled: true })).toEqual(['free.png', 'used.png'])
    expect((await staff.send('GET', used.url)).status).toBe(200)
    shop.clock.advance(31 * DAY_MS)
    expect(await cleanUp(shop)).toBe(1)
    expect((await staff.send('GET', used.url)).status).toBe(200)
    expect((await staff.send('GET', free.url)).status).toBe(404)
  })

  test('can be restored from the recycle bin within thirty days', async () => {
    const { shop, staff } = await openLibrary()
    const [row] = (await addPictures(staff, ['a.png'], 0)) as [FileRow]
    await staff.call(attachment.remove, { params: { ids: [row.id] } })
    expect((await listOf(staff, { recycled: true })).list[0]?.deleteTime).toMatch(/^\d{4}-\d\d-\d\d /)
    shop.clock.advance(29 * DAY_MS)
    expect(await cleanUp(shop)).toBe(0)
    const later = await shop.signIn({ can: [attachment.list, attachment.remove] })
    expect((await later.call(attachment.restore, { body: { ids: [row.id] } })).status).toBe(200)
    expect(await namesIn(later)).toEqual(['a.png'])
    shop.clock.advance(29 * DAY_MS)
    expect(await cleanUp(shop)).toBe(0)
  })

  test('deleted by two callers at once is in the recycle bin once', async () => {
    const { staff } = await openLibrary()
    const [row] = (await addPictures(staff, ['a.png'], 0)) as [FileRow]
    const remove = () => staff.call(attachment.remove, { params: { ids: [row.id] } })
    const answers = await Promise.all([remove(), remove(), remove()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test('moved into a group while that group is deleted ends in the group or in none, never in a deleted one', async () => {
    const { shop, staff } = await openLibrary()
    const [row] = (await addPictures(staff, ['a.png'], 0)) as [FileRow]
    for (let round = 0; round < 6; round++) {
      const group = await addGroup(staff, `组${round}`)
      await Promise.all([
        staff.call(attachment.move, { body: { groupId: group, ids: [row.id] } }),
        staff.call(category.remove, { query: { id: group } }),
      ])
      const [stored] = await shop.ctx.db.select({ groupId: files.groupId }).from(files)
      expect(stored?.groupId).toBe(0)
    }
  })
})

describe('13: fileOrphanCleanup', () => {
  test('removes an upload not kept or used within a day, with its content; kept and used files stay', async () => {
    const { shop, staff } = await openLibrary()
    const [kept] = (await addPictures(staff, ['kept.png'], 0)) as [FileRow]
    const [used, unused] = (await addPictures(staff, ['used-one.png', 'unused-two.png'])) as [FileRow, FileRow]
    const admin = await shop.signInAdmin()
    await admin.call(setting.save, { params: { group: 'site' }, body: { values: { site_logo_square: used.url } } })
    shop.clock.advance(23 * 3600_000)
    expect(await cleanUp(shop)).toBe(0)
    shop.clock.advance(2 * 3600_000)
    expect(await cleanUp(shop)).toBe(1)
    expect((await staff.send('GET', unused.url)).status).toBe(404)
    for (const { url } of [kept, used]) expect((await staff.send('GET', url)).status).toBe(200)
  })

  test('of two equal files one is removed, the other keeps the object', async () => {
    const { shop, staff } = await openLibrary()
    const picture = await png()
    const [kept] = (await upload(staff, file.upload, { 'a.png': picture }, { groupId: '0' })).body.files as [FileRow]
    const [unkept] = (await upload(staff, file.upload, { 'b.png': picture })).body.files as [FileRow]
    expect(unkept.path).toBe(kept.path)
    shop.clock.advance(2 * DAY_MS)
    expect(await cleanUp(shop)).toBe(1)
    expect((await staff.send('GET', kept.url)).status).toBe(200)
  })
})

test('13: mediaRefRebuild recounts the uses of files, and corrects nothing where saves recorded them', async () => {
  const { shop, staff } = await openLibrary()
  const { ctx } = shop
  const [icon, other] = (await addPictures(staff, ['icon.png', 'other.png'], 0)) as [FileRow, FileRow]
  await staff.call(category.save, { body: { name: '男装', type: 1, extra: icon.url } })
  const image = other.path
  const [product] = await ctx.db
    .insert(products)
    .values({ image, sliderImage: [image, icon.path], storeName: '毛巾', cateIds: [1], tempId: 1 })
    .returning({ id: products.id })
  const rebuild = () => rebuildRefs(ctx, new AbortController().signal)
  const uses = async () =>
    (await ctx.db.select().from(fileRefs)).map(({ ownerType, fileId }) => `${ownerType} ${fileId}`)
  // The product was stored bypassing its service.
  expect(await rebuild()).toBe(2)
  const right = [`category ${icon.id}`, `product ${icon.id}`, `product ${other.id}`]
  expect((await uses()).sort()).toEqual(right)
  expect(await rebuild()).toBe(0)
  await ctx.db.delete(fileRefs).where(sql`owner_type = 'category'`)
  await ctx.db.insert(fileRefs).values({
    fileId: other.id,
    ownerType: 'product',
    ownerId: (product?.id ?? 0) + 5000,
    field: 'media',
    title: '没有的商品',
  })
  expect(await rebuild()).toBe(2)
  expect((await uses()).sort()).toEqual(right)
})
