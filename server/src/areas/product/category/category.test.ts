import { category, type ManagedCategory } from '@zhanggui/contract/product/category.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { expectSoundTree, namesOf, openShelves, treeOf } from '../../../testing/category.ts'
import { writeSettings } from '../../setting/setting/setting.service.ts'
import { insertMediaGroups } from './category.seed.ts'
import { categories } from './category.tables.ts'

describe('what is refused', () => {
  test('any type but products, media and articles', async () => {
    const { staff } = await openShelves()
    for (const [method, path, body] of [
      ['GET', '/api/category/list?type=4'],
      ['GET', '/admin/category/list/tree?type=0'],
      ['POST', '/admin/category/save', { name: '鞋', type: 9 }],
    ] as const)
      expect(await staff.send(method, path, body)).toMatchObject({ status: 400, body: { message: '不支持的分类类型' } })
  })

  test('a draft with missing or invalid fields', async () => {
    const { shop, staff } = await openShelves()
    for (const [body, message] of [
      [{}, '请输入分类名称'],
      [{ name: '  ' }, '请输入分类名称'],
      [{ name: '长'.repeat(51) }, '分类名称不能超过50个字符，请缩短'],
      [{ name: '鞋', sort: -1 }, '排序不能小于0'],
      [{ name: '鞋', sort: 100_000 }, '排序不能大于99999'],
      [{ name: '鞋', pid: -1 }, '父级分类不能小于0'],
      [{ id: 7, name: '鞋' }, '新增数据不能带ID'],
    ] as const) {
      const answer = await staff.send('POST', '/admin/category/save', body)
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { message } })
      expect(await shop.ctx.db.$count(categories, eq(categories.type, 1))).toBe(0)
    }
  })

  test("a sibling's name within the same type, in any case; elsewhere the name is free", async () => {
    const { staff, add } = await openShelves()
    const shoes = await add('Shoes')
    await add('Shoes', shoes)
    await add('Shoes', 0, { type: 3 })
    const again = await staff.call(category.save, { body: { name: 'SHOES' } })
    expect(again).toMatchObject({ status: 409, body: { message: '此分类已存在', errors: [{ field: 'name' }] } })
    const hats = await add('Hats')
    expect(await staff.call(category.update, { body: { id: hats, name: 'shoes' } })).toMatchObject({ status: 409 })
    const below = await staff.call(category.update, { body: { id: hats, name: 'shoes', pid: shoes } })
    expect(below).toMatchObject({ status: 409, body: { message: '此分类已存在' } })
  })

  test('a parent that is unknown, or of another type', async () => {
    const { staff, add } = await openShelves()
    const [article, shoes] = [await add('公告', 0, { type: 3 }), await add('鞋')]
    for (const pid of [article, 999_999]) {
      const refusal = { status: 422, body: { message: '上级分类不存在' } }
      expect(await staff.call(category.save, { body: { name: '靴', pid } })).toMatchObject(refusal)
      expect(await staff.call(category.update, { body: { id: shoes, name: '鞋', pid } })).toMatchObject(refusal)
      const moves = [{ id: shoes, pid, sort: 0 }]
      expect(await staff.call(category.sort, { body: { moves } })).toMatchObject(refusal)
    }
  })

  test('a level below the deepest, for each type, also when a category moves with its descendants', async () => {
    const { shop, staff, add } = await openShelves()
    const top = await add('服装')
    const men = await add('男装', top)
    const shirts = await add('衬衫', men)
    const tooDeep = { status: 422, body: { message: '分类最多支持三级' } }
    expect(await staff.call(category.save, { body: { name: '长袖', pid: shirts } })).toMatchObject(tooDeep)
    const other = await add('箱包')
    expect(await staff.call(category.update, { body: { id: top, name: '服装', pid: other } })).toMatchObject(tooDeep)
    const article = await add('公告', 0, { type: 3 })
    const below = await staff.call(category.save, { body: { name: '节日', type: 3, pid: article } })
    expect(below).toMatchObject({ status: 422, body: { message: '分类最多支持一级' } })
    await writeSettings(shop.ctx, { category_max_level_product: 2 })
    const third = await staff.call(category.save, { body: { name: '裤', pid: men } })
    expect(third).toMatchObject({ status: 422, body: { message: '分类最多支持二级' } })
    await expectSoundTree(shop)
  })

  test('a move below itself or one of its descendants', async () => {
    const { shop, staff, add } = await openShelves()
    const top = await add('服装')
    const men = await add('男装', top)
    for (const pid of [top, men]) {
      const refusal = { status: 422, body: { message: '上级分类不能选当前分类或其下级' } }
      expect(await staff.call(category.update, { body: { id: top, name: '服装', pid } })).toMatchObject(refusal)
      expect(await staff.call(category.sort, { body: { moves: [{ id: top, pid, sort: 0 }] } })).toMatchObject(refusal)
    }
    expect(namesOf(await treeOf(staff))).toEqual({ 服装: { 男装: {} } })
    await expectSoundTree(shop)
  })

  test('a change of type, of an unknown category, or of one changed by somebody else', async () => {
    const { staff, add } = await openShelves()
    const id = await add('鞋')
    const change = (body: object) => staff.send('POST', '/admin/category/update', body)
    expect(await change({ id, name: '鞋', type: 2 })).toMatchObject({
      status: 422,
      body: { message: '分类类型不能修改' },
    })
    expect(await change({ id: 999_999, name: '鞋' })).toMatchObject({ status: 404 })
    expect((await change({ id, name: '鞋靴', version: 0 })).status).toBe(200)
    expect(await change({ id, name: '靴', version: 0 })).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT', current: { name: '鞋靴', version: 1 } },
    })
    expect((await staff.call(category.info, { query: { id: 999_999 } })).status).toBe(404)
    expect((await staff.call(category.updateStatus, { params: { id: 999_999 } })).status).toBe(404)
    expect((await staff.call(category.remove, { query: { id: 999_999 } })).status).toBe(404)
  })

  test('moves of several types, of unknown categories, or of 501 at once: none of them is carried out', async () => {
    const { staff, add } = await openShelves()
    const [shoes, article] = [await add('鞋', 0, { sort: 5 }), await add('公告', 0, { type: 3 })]
    const move = (ids: number[]) =>
      staff.call(category.sort, { body: { moves: ids.map((id) => ({ id, pid: 0, sort: 1 })) } })
    expect((await move([shoes, article])).status).toBe(404)
    expect((await move([shoes, 999_999])).status).toBe(404)
    expect((await move(Array(501).fill(shoes))).status).toBe(400)
    expect((await move([])).status).toBe(400)
    expect((await treeOf(staff))[0]?.sort).toBe(5)
  })
})

describe('the tree', () => {
  test('lists higher sort first, then older ones; child only where there are children', async () => {
    const { staff, add } = await openShelves()
    const low = await add('低', 0, { sort: 1 })
    await add('高', 0, { sort: 9 })
    await add('同', 0, { sort: 1 })
    await add('下', low)
    const tree = await treeOf(staff)
    expect(tree.map(({ name }) => name)).toEqual(['高', '低', '同'])
    expect(tree[0]).not.toHaveProperty('child')
    expect(tree[1]).toMatchObject({ level: 1, pid: 0, productCount: 0, child: [{ name: '下', level: 2, pid: low }] })
  })

  test('switching a category off hides its descendants but keeps their switches; switching it on shows them', async () => {
    const { staff, add } = await openShelves()
    const top = await add('服装')
    const men = await add('男装', top)
    await add('衬衫', men)
    await add('裤', men, { status: false })
    const flip = () => staff.call(category.updateStatus, { params: { id: top } })
    const read = async () => {
      const { body } = await staff.call(category.list, { query: { type: 1 } })
      return Object.fromEntries(
        body.list.map(({ name, status, isShow, disabled }) => [name, { status, isShow, disabled }]),
      )
    }
    const shown = { status: true, isShow: true, disabled: false }
    const hidden = { status: false, isShow: false, disabled: true }
    const before = { 服装: shown, 男装: shown, 衬衫: shown, 裤: hidden }
    expect(await read()).toEqual(before)
    expect((await flip()).body).toEqual({ id: top, version: 1 })
    const below = { status: true, isShow: false, disabled: true }
    expect(await read()).toEqual({ 服装: hidden, 男装: below, 衬衫: below, 裤: hidden })
    const hiddenTree = [{ ...hidden, child: [{ name: '男装', ...below, child: [{ name: '衬衫', ...below }, hidden] }] }]
    expect(await treeOf(staff)).toMatchObject(hiddenTree)
    expect((await staff.call(category.pick)).body).toMatchObject(hiddenTree)
    expect((await flip()).body).toEqual({ id: top, version: 2 })
    expect(await read()).toEqual(before)
  })

  test('of pickers can be filtered by visibility; a node whose parent is left out moves to the top', async () => {
    const { staff, add } = await openShelves()
    const top = await add('服装')
    const men = await add('男装', top, { status: false })
    await add('男鞋', men)
    await add('女装', top)
    const pick = async (query: object) =>
      namesOf((await staff.call(category.pick, { query })).body as ManagedCategory[])
    expect(await pick({})).toEqual({ 服装: { 男装: { 男鞋: {} }, 女装: {} } })
    expect(await pick({ status: 1 })).toEqual({ 服装: { 女装: {} } })
    expect(await pick({ status: 0, type: 1 })).toEqual({ 男装: { 男鞋: {} } })
    expect(await pick({ name: '男' })).toEqual({ 男装: { 男鞋: {} } })
    expect(await pick({ name: '鞋' })).toEqual({ 男鞋: {} })
    expect(namesOf(await treeOf(staff, { name: '鞋' }))).toEqual({ 服装: { 男装: { 男鞋: {} } } })
    expect(await pick({ type: 3 })).toEqual({})
  })

  test('of pickers is available to everybody signed in, and is sent only once while unchanged', async () => {
    const { shop, staff, add } = await openShelves()
    await add('鞋')
    const clerk = await shop.signIn()
    expect((await shop.visitor().call(category.pick)).status).toBe(401)
    const first = await clerk.call(category.pick)
    expect(first.body).toEqual([
      {
        id: expect.any(Number),
        pid: 0,
        level: 1,
        version: 0,
        name: '鞋',
        type: 1,
        sort: 0,
        status: true,
        isShow: true,
        disabled: false,
      },
    ])
    const again = () =>
      clerk.send('GET', '/api/category/list', undefined, { 'if-none-match': String(first.headers.etag) })
    expect((await again()).status).toBe(304)
    await staff.call(category.save, { body: { name: '帽' } })
    expect((await again()).status).toBe(200)
  })

  test('is read in pages, by parent and by id', async () => {
    const { staff, add } = await openShelves()
    const top = await add('服装')
    const ids = [await add('男装', top), await add('女装', top), await add('公告', 0, { type: 3 })]
    const { body } = await staff.call(category.list, { query: { pid: top, page: 2, limit: 1 } })
    expect(body).toMatchObject({ total: 2, page: 2, limit: 1, list: [{ name: '女装' }] })
    const asked = await staff.send('GET', `/admin/category/list/ids?ids=${ids[2]},999999,${ids[0]}`)
    expect(asked.body).toMatchObject([{ name: '公告' }, { name: '男装' }])
    expect((await staff.call(category.info, { query: { id: top } })).body).toMatchObject({ name: '服装', version: 0 })
  })

  test('is the same in every process at once', async () => {
    const { shop, staff, add } = await openShelves()
    const process = await shop.second()
    await add('鞋')
    const there = async () => (await staff.call(category.tree, { process })).body.map(({ name }) => name)
    expect(await there()).toEqual(['鞋'])
    await add('帽')
    await expect.poll(there).toEqual(['鞋', '帽'])
  })

  test('of media starts with groups that do not come back once staff changed them', async () => {
    const { shop, staff } = await openShelves()
    const { body } = await staff.call(category.pick, { query: { type: 2 } })
    expect(body.map(({ name }) => name)).toEqual(['商品图片', '评论图片', '装修图片', '采集', '图床'])
    await staff.call(category.remove, { query: { id: body[0]?.id ?? 0 } })
    await insertMediaGroups(shop.ctx)
    expect((await staff.call(category.pick, { query: { type: 2 } })).body).toHaveLength(4)
  })
})

test('the picture of a category is not deleted while used, and is shown under the current media domain', async () => {
  const { shop, staff, add } = await openShelves()
  const key = `public/2026/11/21/${'a'.repeat(32)}.png`
  await shop.ctx.db.execute(sql`
    insert into file (purpose, real_name, name, suffix, type, mime, bytes, hash, path, provider, scope)
    values ('picture', 'a', 'a', 'png', 1, 'image/png', 1, ${'0'.repeat(64)}, ${key}, 1, 'public')`)
  const id = await add('鞋', 0, { extra: `/file/${key}` })
  const shown = async () => (await staff.call(category.info, { query: { id } })).body.extra
  expect(await shown()).toBe(`/file/${key}`)
  await writeSettings(shop.ctx, { localUploadUrl: 'https://media.example' })
  expect(await shown()).toBe(`https://media.example/file/${key}`)
  await staff.call(category.update, { body: { id, name: '鞋', extra: await shown() } })
  await writeSettings(shop.ctx, { localUploadUrl: 'https://other.example' })
  expect((await treeOf(staff))[0]?.extra).toBe(`https://other.example/file/${key}`)
  const uses = async () => (await shop.ctx.db.execute(sql`select title from file_ref`)).rows
  expect(await uses()).toEqual([{ title: '分类「鞋」' }])
  await staff.call(category.remove, { query: { id } })
  expect(await uses()).toEqual([])
})
