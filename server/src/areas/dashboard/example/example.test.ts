import { setTimeout } from 'node:timers/promises'
import { example } from '@zhanggui/contract/dashboard/example.ts'
import { home } from '@zhanggui/contract/dashboard/home.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { makeOrder } from '../../../testing/order.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { takeStock } from '../../product/stock/product-stock.service.ts'

const { add, remove } = example
const onSale = async (who: Caller) => (await who.call(product.list, { query: { type: 1, limit: 100 } })).body.list
const categoriesOf = async (who: Caller) =>
  (await who.call(category.pick, { query: { type: 1 } })).body.map(({ name }) => name)

/** How many rows of products, categories and files the shop has that are not deleted. */
async function left({ ctx }: Shop) {
  const { rows } = await ctx.db.execute(sql`select
    (select count(*)::int from product where not is_del) as products,
    (select count(*)::int from category where type = 1) as categories,
    (select count(*)::int from file) as pictures`)
  return rows[0]
}

test('example data are for those who may remove them again, and gone only once', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const adder = await shop.signIn({ can: [product.save, category.save] })
  expect((await adder.call(add)).status).toBe(403)
  expect((await adder.call(remove)).status).toBe(403)
  expect((await adder.call(home.opening)).body.example).toBeUndefined()
  expect((await admin.call(remove)).status).toBe(404)
  expect((await admin.call(home.opening)).body.example).toEqual({ there: false, products: 3 })
})

test('example data are three products on sale in a category of their own, and one act removes all of it', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const before = await left(shop)
  expect((await admin.call(add)).body).toEqual({ products: 3 })
  const products = await onSale(admin)
  expect(products.map(({ storeName, skuCount }) => [storeName, skuCount])).toEqual([
    ['【示例】手账本', 1],
    ['【示例】床头暖光台灯', 2],
    ['【示例】新疆长绒棉圆领 T恤', 6],
  ])
  expect(await categoriesOf(admin)).toContain('示例商品')
  expect((await admin.call(home.opening)).body).toMatchObject({
    example: { there: true },
    categories: 0,
    products: { onSale: 0, soldOut: 0, stored: 0 },
  })
  const again = await admin.call(add)
  expect([again.status, again.body]).toMatchObject([409, { message: '示例数据已经在店里了' }])

  expect((await admin.call(remove)).body).toEqual({ removed: 3, kept: [] })
  expect(await left(shop)).toEqual(before)
  expect((await admin.call(add)).status).toBe(200)
})

test('what was ordered or changed is kept and said, and is no example any more', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await admin.call(add)
  const [book, lamp, shirt] = await onSale(admin)
  if (!book || !lamp || !shirt) throw new Error('the examples are missing')
  await makeOrder(shop.ctx, { paid: true, lines: [{ productId: book.id }] })
  expect((await admin.call(product.takeOffShelf, { params: { id: lamp.id } })).status).toBe(200)
  expect((await admin.call(remove)).body).toEqual({
    removed: 1,
    kept: [
      { name: lamp.storeName, reason: '后来改过' },
      { name: book.storeName, reason: '有人下过单' },
      { name: '分类「示例商品」', reason: expect.stringContaining('2 个商品') },
    ],
  })
  expect((await onSale(admin)).map(({ id }) => id)).toEqual([book.id])
  expect((await admin.call(remove)).status).toBe(404)
  const { rows } = await shop.ctx.db.execute(sql`select action, object_name from audit_entry
    where object_type = 'example' order by id`)
  expect(rows).toEqual([
    { action: 'create', object_name: '3 件商品' },
    { action: 'delete', object_name: '删除 1 件，保留 2 件' },
  ])
})

test('what was restocked or stands in an open draft is kept; what is in the recycle bin goes, unless it was changed', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await admin.call(add)
  const [book, lamp, shirt] = await onSale(admin)
  if (!book || !lamp || !shirt) throw new Error('the examples are missing')
  const skuOf = async (id: number) => (await admin.call(product.info, { params: { id } })).body.attrValue[0]?.id ?? 0
  const attrValueList = [{ id: await skuOf(book.id), addStock: 5 }]
  expect((await admin.call(productStock.add, { body: { id: book.id, attrValueList } })).status).toBe(200)
  const uid = await makeCustomer(shop.ctx)
  const drafted = {
    uid,
    shippingType: 1 as const,
    realName: '王小明',
    phone: '13800138000',
    cityId: 110101,
    detail: '一号院',
    items: [{ skuId: await skuOf(lamp.id), num: 1 }],
  }
  expect((await admin.call(draftOrder.save, { body: drafted })).body).toMatchObject({ id: expect.any(Number) })
  expect((await admin.call(product.remove, { params: { id: shirt.id } })).status).toBe(200)
  expect((await admin.call(remove)).body).toMatchObject({
    removed: 1,
    kept: [
      { name: lamp.storeName, reason: '有人下过单' },
      { name: book.storeName, reason: '后来调过库存' },
      { name: '分类「示例商品」' },
    ],
  })
  const inBin = await admin.call(product.list, { query: { type: 5, limit: 100 } })
  expect(inBin.body.list).toEqual([])
})

test('an example that is being ordered this very moment is kept', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await admin.call(add)
  const [book] = await onSale(admin)
  if (!book) throw new Error('the examples are missing')
  const [sku] = (await admin.call(product.info, { params: { id: book.id } })).body.attrValue
  const removing = await inTransaction(shop.ctx, async (tx) => {
    await takeStock(tx, [{ skuId: sku?.id ?? 0, num: 1 }], { reason: 'order_create' })
    await makeOrder(tx, { paid: true, lines: [{ productId: book.id }] })
    const call = admin.call(remove)
    // It waits for the order.
    expect(await Promise.race([call.then(() => 'removed'), setTimeout(1000, 'waits')])).toBe('waits')
    return [call] as const
  })
  expect((await removing[0]).body).toMatchObject({
    removed: 2,
    kept: [{ name: book.storeName, reason: '有人下过单' }, {}],
  })
  expect((await onSale(admin)).map(({ id }) => id)).toEqual([book.id])
})

test('asked for twice at once there is one set, and removed twice at once it is removed once', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const added = await Promise.all([admin.call(add), admin.call(add), admin.call(add)])
  expect(added.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await left(shop)).toMatchObject({ products: 3, pictures: 6 })
  const removed = await Promise.all([admin.call(remove), admin.call(remove)])
  expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await onSale(admin)).toEqual([])
})
