import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beginBuying, openSellingShop, sell } from '../../../testing/checkout.ts'
import { makeCoupon } from '../../../testing/coupon.ts'

async function openCart() {
  const opened = await openSellingShop({ attrValue: [{ price: 19.9, stock: 10 }] })
  const { shop } = opened
  const [buyer, seller] = [await shop.buyer(), await shop.signIn({ can: Object.values(coupon) })]
  const put = async (skuId: number, num: number) => (await buyer.call(cart.save, { body: { skuId, num } })).body.id
  const price = async (query: object) => (await buyer.call(cart.price, { query })).body
  return { ...opened, buyer, seller, put, price }
}

test('a cart comes to what checkout asks for, with the copy that takes off most and the coupon that lacks least', async () => {
  const { buyer, seller, skuId, put, price } = await openCart()
  const id = await put(skuId, 2)
  expect(await price({ ids: [id] })).toEqual({
    listFee: 39.8,
    memberFee: 0,
    goodsFee: 39.8,
    coupon: null,
    payFee: 39.8,
    next: null,
    problems: [],
  })
  const small = await makeCoupon(seller, { name: '五元券', money: 5, minPrice: 20 })
  await makeCoupon(seller, { name: '满百减三十', money: 30, minPrice: 100 })
  const near = await makeCoupon(seller, { name: '满五十减十', money: 10, minPrice: 50 })
  const copy = (await buyer.call(frontCoupon.receive, { body: { couponId: small } })).body.id
  expect(await price({ ids: [id] })).toMatchObject({
    coupon: { id: copy, name: '五元券', discount: 5 },
    payFee: 34.8,
    next: { couponId: near, name: '满五十减十', money: 10, lacks: 10.2, held: false },
  })
  await buyer.call(frontCoupon.receive, { body: { couponId: near } })
  expect((await price({ ids: [id] })).next).toMatchObject({ couponId: near, held: true })
  const preOrderNo = await beginBuying(buyer, skuId, 2)
  const checkout = await buyer.call(frontOrder.price, {
    body: { preOrderNo, shippingType: 2, couponId: copy, useIntegral: false },
  })
  expect((await price({ skuId, num: 2 })).payFee).toBe(checkout.body.payFee)
})

test('a coupon for other goods, of another way, closed, or taken as often as one may, is not within reach', async () => {
  const opened = await openCart()
  const { shop, buyer, seller, skuId, price } = opened
  const other = await sell(opened, { storeName: '马克杯' })
  const near = { money: 10, minPrice: 50 }
  await makeCoupon(seller, { ...near, name: '马克杯券', useType: 2, scopeIds: [other.productId] })
  await makeCoupon(seller, { ...near, name: '兑换券', type: 4 })
  await makeCoupon(seller, { ...near, name: '关闭的券', status: false })
  const once = await makeCoupon(seller, { ...near, name: '一张', limitPerUser: 1 })
  expect((await price({ skuId, num: 1 })).next).toMatchObject({ couponId: once, lacks: 30.1 })
  await buyer.call(frontCoupon.receive, { body: { couponId: once } })
  await shop.ctx.db.execute(sql`update coupon_user set status = 2 where coupon_id = ${once}`)
  expect((await price({ skuId, num: 1 })).next).toBeNull()
})

test('what is asked for neither or both ways, of too many lines, or of another buyer’s, is refused', async () => {
  const { shop, buyer, skuId, put } = await openCart()
  const id = await put(skuId, 1)
  const ask = (query: string) => buyer.send('GET', `/api/front/cart/price?${query}`)
  expect(await ask('')).toMatchObject({ status: 400, body: { message: '请选择购物车商品，或者一个规格' } })
  expect((await ask(`ids=${id}&skuId=${skuId}`)).status).toBe(400)
  expect((await ask(`ids=${Array.from({ length: 51 }, (_, at) => at + 1)}`)).status).toBe(400)
  expect((await ask(`skuId=${skuId}&num=1000`)).status).toBe(400)
  expect((await (await shop.buyer()).call(cart.price, { query: { ids: [id] } })).status).toBe(404)
})

test('what is not on the shelf, or for members alone, has no price for a buyer who guesses its number', async () => {
  const opened = await openCart()
  const { shop, buyer } = opened
  const { skuId, productId } = await sell(opened, {
    storeName: '未上架的新品',
    attrValue: [{ price: 12.34, stock: 9 }],
  })
  const ask = async () => buyer.call(cart.price, { query: { skuId, num: 1 } })
  expect((await ask()).status).toBe(200)
  await shop.ctx.db.execute(sql`update product set visibility = 2 where id = ${productId}`)
  expect(await ask()).toMatchObject({ status: 404, body: { message: '该商品仅会员可见' } })
  await shop.ctx.db.execute(sql`update product set visibility = 1, is_show = false where id = ${productId}`)
  const hidden = await ask()
  expect(hidden).toMatchObject({ status: 404, body: { message: '商品已下架' } })
  expect(JSON.stringify(hidden.body)).not.toContain('新品')
  expect((await buyer.call(cart.price, { query: { skuId: 987_654, num: 1 } })).status).toBe(404)
})

test('card, page, cart and checkout never disagree about what a member pays', async () => {
  const opened = await openCart()
  const { shop, buyer } = opened
  await shop.ctx.db.execute(sql`
    with made as (insert into user_level (name, grade, experience, discount) values ('贵客', 80, 80000000, 87) returning id)
    update shop_user set level = (select id from made) where id = ${buyer.userId}`)
  for (const [price, vipPrice] of [
    [0.01, undefined],
    [0.99, undefined],
    [19.99, undefined],
    [33.33, 30],
    [20, 25],
  ] as const) {
    const attrValue = [{ price, stock: 9, ...(vipPrice && { vipPrice }) }]
    const { skuId, productId } = await sell(opened, { storeName: `价 ${price}`, attrValue })
    const [card] = (await buyer.call(shopWindow.byIds, { params: { ids: [productId] } })).body.list
    const detail = (await buyer.call(shopWindow.detail, { params: { id: productId } })).body
    const [sku] = detail.skus
    await buyer.call(cart.save, { body: { skuId, num: 3 } })
    const line = (await buyer.call(cart.list)).body.list.find((each) => each.skuId === skuId)
    const { goodsFee } = (await buyer.call(cart.price, { query: { skuId, num: 3 } })).body
    const preOrderNo = await beginBuying(buyer, skuId, 3)
    const { quote } = (await buyer.call(frontOrder.load, { params: { preOrderNo } })).body
    const charged = quote.lines[0]?.unitPrice ?? 0
    expect({ price, charged: [card, sku, line].map((each) => each?.vipPrice ?? each?.price) }).toEqual({
      price,
      charged: [charged, charged, charged],
    })
    expect(line?.addedPrice).toBe(charged)
    expect(goodsFee).toBe(quote.proTotalFee)
  }
})

test('a line says why it cannot be bought, also of a product that was deleted, and what it cost when it was put in', async () => {
  const opened = await openCart()
  const { shop, staff, buyer, skuId, productId, put } = opened
  await put(skuId, 3)
  await shop.ctx.db.execute(sql`update product_sku set price_fen = 990, stock = 2 where id = ${skuId}`)
  const line = async () => (await buyer.call(cart.list)).body.list[0]
  expect(await line()).toMatchObject({
    code: 'SOLD_OUT',
    stock: 2,
    price: 9.9,
    addedPrice: 19.9,
    unitName: expect.any(String),
    minQty: 1,
    limitType: 0,
  })
  expect((await line())?.cid).toBe(opened.cateId)
  await staff.call(product.takeOffShelf, { params: { id: productId } })
  expect(await line()).toMatchObject({ code: 'OFF_SHELF', storeName: '纯棉毛巾' })
  await shop.ctx.db.execute(sql`update cart_line set sku_id = 987654`)
  expect(await line()).toMatchObject({ code: 'GONE', reason: '商品已下架', storeName: '纯棉毛巾', stock: 0 })
  expect((await line())?.image).not.toBe('')
})
