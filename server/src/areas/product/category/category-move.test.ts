import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { categoryClosure } from '@zhanggui/domain/product/category.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries } from '../../../platform/data/audit.tables.ts'
import {
  closureOf,
  deleteCompletely,
  expectSoundTree,
  fileProduct,
  namesOf,
  openShelves,
  treeOf,
} from '../../../testing/category.ts'
import { makeCoupon, readCoupon } from '../../../testing/coupon.ts'
import { storeCoupon } from '../../../testing/coupon-copy.ts'
import { productDraft } from '../../../testing/product.ts'
import { trailOf } from '../../../testing/trail.ts'
import { couponScopes } from '../../coupon/coupon/coupon.tables.ts'
import { products } from '../product/product.tables.ts'
import { categories } from './category.tables.ts'

describe('moves', () => {
  test('take all descendants along, in one transaction; the audit trail records who moved what', async () => {
    const { shop, staff, add } = await openShelves()
    const [a, b] = [await add('甲'), await add('乙')]
    const child = await add('子', a)
    await add('孙', child)
    const { body } = await staff.call(category.update, { body: { id: child, name: '子', pid: b, version: 0 } })
    expect(body).toEqual({ id: child, version: 1 })
    expect(namesOf(await treeOf(staff))).toEqual({ 甲: {}, 乙: { 子: { 孙: {} } } })
    await expectSoundTree(shop)
    const [entry] = await shop.ctx.db
      .select()
      .from(auditEntries)
      .where(sql`object_type = 'category' and action = 'update'`)
    expect(entry?.diff).toEqual([{ path: 'pid', label: '父级分类', before: a, after: b }])
  })

  test('by dragging reorder many categories and change their parents, all or none', async () => {
    const { shop, staff, add } = await openShelves()
    const [a, b, c] = [
      await add('甲', 0, { sort: 3 }),
      await add('乙', 0, { sort: 2 }),
      await add('丙', 0, { sort: 1 }),
    ]
    const moves = [
      { id: c, pid: 0, sort: 9 },
      { id: a, pid: c, sort: 2 },
      { id: b, pid: a, sort: 1 },
    ]
    expect((await staff.call(category.sort, { body: { moves } })).body).toEqual({})
    expect(namesOf(await treeOf(staff))).toEqual({ 丙: { 甲: { 乙: {} } } })
    const ring = [{ id: c, pid: b, sort: 0 }]
    expect((await staff.call(category.sort, { body: { moves: ring } })).status).toBe(422)
    const turned = [
      { id: b, pid: 0, sort: 0 },
      { id: c, pid: b, sort: 0 },
    ]
    expect((await staff.call(category.sort, { body: { moves: turned } })).status).toBe(200)
    expect(namesOf(await treeOf(staff))).toEqual({ 乙: { 丙: { 甲: {} } } })
    await expectSoundTree(shop)
  })

  test('two at once never create a cycle, however often they are repeated', async () => {
    const { shop, staff, add } = await openShelves()
    const [a, b] = [await add('甲'), await add('乙')]
    for (let round = 0; round < 5; round++) {
      const under = (id: number, name: string, pid: number) => staff.call(category.update, { body: { id, name, pid } })
      const statuses = (await Promise.all([under(a, '甲', b), under(b, '乙', a)])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 422])
      await expectSoundTree(shop)
      await Promise.all([under(a, '甲', 0), under(b, '乙', 0)])
    }
  })

  test('by many people at once leave a tree without cycles, with consistent paths and closures', async () => {
    const { shop, staff, add } = await openShelves()
    const ids: number[] = []
    for (const name of '甲乙丙丁戊己') ids.push(await add(name))
    const filed = await Promise.all(
      ids.map((id, index) => fileProduct(staff, `商品${index}`, [...new Set([id, ids[0] ?? 0])])),
    )
    const moves = ids.flatMap((id, index) =>
      ids.flatMap((pid, other) => (other === index ? [] : [{ id, pid, sort: index }])),
    )
    const answers = await Promise.all(moves.map((move) => staff.call(category.sort, { body: { moves: [move] } })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    await expectSoundTree(shop)
    const rows = await shop.ctx.db.select().from(categories).orderBy(asc(categories.id))
    for (const [index, productId] of filed.entries()) {
      const chosen = rows.filter(({ id }) => id === ids[index] || id === ids[0])
      const wanted = Object.fromEntries(categoryClosure(chosen).map(({ id, isDirect }) => [id, isDirect]))
      expect(await closureOf(shop, productId)).toEqual(wanted)
    }
  })

  test("file products under their categories' new ancestors", async () => {
    const { shop, staff, add } = await openShelves()
    const [clothes, sale] = [await add('服装'), await add('特卖')]
    const men = await add('男装', clothes)
    const shirts = await add('衬衫', men)
    const women = await add('女装', clothes)
    const shirt = await fileProduct(staff, '白衬衫', [shirts])
    const pair = await fileProduct(staff, '情侣衫', [shirts, women])
    const chosenAbove = await fileProduct(staff, '礼盒', [shirts, clothes])
    expect(await closureOf(shop, shirt)).toEqual({ [shirts]: true, [men]: false, [clothes]: false })
    await staff.call(category.update, { body: { id: men, name: '男装', pid: sale } })
    expect(await closureOf(shop, shirt)).toEqual({ [shirts]: true, [men]: false, [sale]: false })
    expect(await closureOf(shop, pair)).toEqual({
      [shirts]: true,
      [men]: false,
      [sale]: false,
      [women]: true,
      [clothes]: false,
    })
    expect(await closureOf(shop, chosenAbove)).toEqual({
      [shirts]: true,
      [men]: false,
      [sale]: false,
      [clothes]: true,
    })
    const counts = (await staff.call(category.tree)).body.map(({ name, productCount }) => [name, productCount])
    expect(counts).toEqual([
      ['服装', 2],
      ['特卖', 3],
    ])
  })
})

describe('deleting', () => {
  test('is refused while the category has children', async () => {
    const { staff, add } = await openShelves()
    const top = await add('服装')
    await add('男装', top)
    expect(await staff.call(category.remove, { query: { id: top } })).toMatchObject({
      status: 422,
      body: { message: '当前分类下有子类，请先删除子类！' },
    })
    const prefetch = await staff.call(category.remove, { query: { id: top }, headers: { purpose: 'prefetch' } })
    expect(prefetch.status).toBe(400)
  })

  test('is refused while it has products; with moveTo they are filed there and under its ancestors', async () => {
    const { shop, staff, add } = await openShelves()
    const [clothes, bags] = [await add('服装'), await add('箱包')]
    const [men, purses] = [await add('男装', clothes), await add('钱包', bags)]
    const suit = await fileProduct(staff, '西服', [men])
    const both = await fileProduct(staff, '男士钱包', [bags, men, purses])
    await deleteCompletely(shop, await fileProduct(staff, '旧款', [men]))
    const remove = (query: { id: number; moveTo?: number }) => staff.call(category.remove, { query })
    expect(await remove({ id: men })).toMatchObject({
      status: 422,
      body: {
        code: 'IN_USE',
        message: '该分类下有 2 个商品，请先转移商品',
        uses: [
          { type: 'product', id: suit, name: '西服' },
          { type: 'product', id: both, name: '男士钱包' },
        ],
      },
    })
    expect(await remove({ id: men, moveTo: men })).toMatchObject({
      status: 422,
      body: { message: '不能转移到要删除的分类' },
    })
    expect(await remove({ id: men, moveTo: 999_999 })).toMatchObject({
      status: 422,
      body: { message: '商品分类不存在，请重新选择' },
    })
    expect(await closureOf(shop, suit)).toEqual({ [men]: true, [clothes]: false })
    expect((await remove({ id: men, moveTo: purses })).body).toEqual({})
    expect(await closureOf(shop, suit)).toEqual({ [purses]: true, [bags]: false })
    expect(await closureOf(shop, both)).toEqual({ [purses]: true, [bags]: true })
    const rows = await shop.ctx.db.select().from(products).where(eq(products.isDel, false)).orderBy(asc(products.id))
    expect(rows.map(({ cateIds, version }) => ({ cateIds, version }))).toEqual([
      { cateIds: [purses], version: 1 },
      { cateIds: [bags, purses], version: 1 },
    ])
    expect(namesOf(await treeOf(staff))).toEqual({ 服装: {}, 箱包: { 钱包: {} } })
  })

  test('is refused while coupons are for it; with force they are for the rest, and their open forms are refused', async () => {
    const { shop, staff, add } = await openShelves()
    const marketer = await shop.signIn({ can: Object.values(coupon) })
    const [tea, cups] = [await add('茶'), await add('杯')]
    const both = await makeCoupon(marketer, { name: '茶杯券', useType: 3, scopeIds: [cups, tea] })
    const only = await makeCoupon(marketer, { name: '茶券', useType: 3, scopeIds: [tea] })
    const gone = await makeCoupon(marketer, { name: '旧券', useType: 3, scopeIds: [tea] })
    await marketer.call(coupon.remove, { body: { id: gone } })
    // The number of a product, not of the category.
    await shop.ctx.db
      .insert(couponScopes)
      .values({ couponId: await storeCoupon(shop.ctx, { useType: 2 }), targetId: tea })
    const remove = (force?: boolean) =>
      staff.call(category.remove, { query: { id: tea, ...(force !== undefined && { force }) } })
    for (const force of [undefined, false])
      expect(await remove(force)).toMatchObject({
        status: 422,
        body: {
          code: 'IN_USE',
          message: '该分类下有 2 张优惠券，删除后这些优惠券不再适用于该分类',
          uses: [
            { type: 'coupon', id: both, name: '茶杯券' },
            { type: 'coupon', id: only, name: '茶券' },
          ],
        },
      })
    const removed = await remove(true)
    expect(removed.status).toBe(200)
    expect(await trailOf(shop, removed)).toEqual(['update', 'update', 'delete'])
    expect(await readCoupon(marketer, both)).toMatchObject({ scopeIds: [cups], version: 1 })
    expect(await readCoupon(marketer, only)).toMatchObject({ scopeIds: [], version: 1 })
    expect(await shop.ctx.db.$count(couponScopes)).toBe(2)
  })

  test('needs no target when all its products are completely deleted', async () => {
    const { shop, staff, add } = await openShelves()
    const shoes = await add('鞋')
    const gone = await fileProduct(staff, '旧款', [shoes])
    await deleteCompletely(shop, gone)
    expect((await staff.call(category.remove, { query: { id: shoes } })).status).toBe(200)
    expect(await closureOf(shop, gone)).toEqual({})
  })

  test('a media group leaves its files without a group', async () => {
    const { shop, staff, add } = await openShelves()
    const group = await add('夏季', 0, { type: 2 })
    await shop.ctx.db.execute(sql`
      insert into file (purpose, real_name, name, suffix, type, mime, bytes, hash, path, provider, scope, in_library, group_id)
      values ('picture', 'a', 'a', 'png', 1, 'image/png', 1, ${'0'.repeat(64)}, 'public/a', 1, 'public', true, ${group})`)
    expect((await staff.call(category.remove, { query: { id: group } })).status).toBe(200)
    const { rows } = await shop.ctx.db.execute(sql`select group_id from file where path = 'public/a'`)
    expect(rows).toEqual([{ group_id: 0 }])
  })

  test('while a child is added keeps either both categories or neither', async () => {
    const { shop, staff, add } = await openShelves()
    for (let round = 0; round < 5; round++) {
      const top = await add(`类${round}`)
      const [saved, removed] = await Promise.all([
        staff.call(category.save, { body: { name: '下', pid: top } }),
        staff.call(category.remove, { query: { id: top } }),
      ])
      expect([saved.status, removed.status].sort()).toEqual([200, 422])
    }
    await expectSoundTree(shop)
  })
})

test('products saved while categories move or are deleted never end up in a deleted category or below a former ancestor', async () => {
  const { shop, staff, add } = await openShelves()
  const [left, right] = [await add('左'), await add('右')]
  for (let round = 0; round < 4; round++) {
    const from = await add(`类${round}`, left)
    const filed = await Promise.all([1, 2, 3].map((index) => fileProduct(staff, `商品${index}`, [from])))
    const edits = filed.map((id) =>
      staff.call(product.update, { body: { ...productDraft(from, { cateIds: [from, left] }), id } }),
    )
    const answers = await Promise.all([
      ...edits,
      staff.call(product.save, { body: productDraft(from) }),
      staff.call(category.update, { body: { id: from, name: `类${round}`, pid: right } }),
      staff.call(category.remove, { query: { id: from, moveTo: right } }),
    ])
    for (const { status, body } of answers) expect([200, 404, 409, 422], JSON.stringify(body)).toContain(status)
  }
  const rows = await shop.ctx.db.select().from(categories)
  for (const { id, cateIds } of await shop.ctx.db.select().from(products)) {
    const chosen = rows.filter((row) => cateIds.includes(row.id))
    expect(chosen.map((row) => row.id).sort()).toEqual([...new Set(cateIds)].sort())
    const wanted = Object.fromEntries(categoryClosure(chosen).map((row) => [row.id, row.isDirect]))
    expect(await closureOf(shop, id)).toEqual(wanted)
  }
})
