import { cart } from '@zhanggui/contract/order/cart.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openSellingShop, sell } from '../../../testing/checkout.ts'

test('what cannot be bought does not get into a cart, and the message says why', async () => {
  const { shop, staff, skuId, productId } = await openSellingShop()
  const buyer = await shop.buyer()
  const save = (more: object) => buyer.send('POST', '/api/front/cart/save', { skuId, num: 1, ...more })
  for (const num of [0, -1, 1000, 1e9, 1.5]) expect((await save({ num })).status, String(num)).toBe(400)
  expect(await save({ skuId: 999_999 })).toMatchObject({ status: 409, body: { message: '商品已下架' } })
  expect(await save({ num: 11 })).toMatchObject({ status: 409, body: { code: 'SOLD_OUT', stock: 10, wanted: 11 } })
  await staff.call(product.takeOffShelf, { params: { id: productId } })
  expect(await save({})).toMatchObject({ status: 409, body: { message: '商品已下架' } })
  expect((await buyer.call(cart.list)).body.list).toEqual([])
})

test('the same SKU adds up, quantities and SKUs change, and what went off the shelf says so', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 19.9, stock: 10 }] })
  const { shop, staff, skuId, productId } = opened
  const mug = await sell(opened, {
    storeName: '马克杯',
    specType: true,
    attr: [{ attrName: '颜色', attrValues: ['白', '黑'] }],
    attrValue: ['白', '黑'].map((colour) => ({ attrValue: { 颜色: colour }, price: 30, stock: 5 })),
  })
  const [white = 0, black = 0] = mug.skuIds
  const buyer = await shop.buyer()
  const { id } = (await buyer.call(cart.save, { body: { skuId, num: 2 } })).body
  expect((await buyer.call(cart.save, { body: { skuId, num: 3 } })).body).toEqual({ id })
  const cup = (await buyer.call(cart.save, { body: { skuId: white, num: 1 } })).body.id
  expect((await buyer.call(cart.count, { query: { type: 'total' } })).body).toEqual({ count: 2 })
  expect((await buyer.call(cart.count)).body).toEqual({ count: 6 })
  expect((await buyer.call(cart.num, { body: { id, num: 11 } })).status).toBe(409)
  await buyer.call(cart.num, { body: { id, num: 1 } })
  expect((await buyer.call(cart.reset, { body: { id: cup, skuId } })).status).toBe(409)
  const swapped = (await buyer.call(cart.reset, { body: { id: cup, skuId: black } })).body.id
  await staff.call(product.takeOffShelf, { params: { id: productId } })
  const { list } = (await buyer.call(cart.list)).body
  expect(list).toMatchObject([
    { id: swapped, sku: '黑', num: 1, price: 30, valid: true, reason: '' },
    { id, num: 1, valid: false, reason: '「纯棉毛巾」已下架' },
  ])
  expect((await buyer.call(cart.list, { query: { isValid: true } })).body.list).toHaveLength(1)
  await buyer.call(cart.remove, { body: { ids: [id, swapped] } })
  expect((await buyer.call(cart.count)).body).toEqual({ count: 0 })
})

test('a cart has at most a hundred lines', async () => {
  const { shop, skuId } = await openSellingShop()
  const buyer = await shop.buyer()
  await shop.ctx.db.execute(sql`insert into cart_line (uid, product_id, sku_id, num)
    select ${buyer.userId}, 1, 1000000 + n, 1 from generate_series(1, 100) as n`)
  expect(await buyer.call(cart.save, { body: { skuId, num: 1 } })).toMatchObject({
    status: 422,
    body: { message: '购物车最多放100种商品，请先结算或删除一些' },
  })
})
