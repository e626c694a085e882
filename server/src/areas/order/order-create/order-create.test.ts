import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  addressIdOf,
  beginBuying,
  buy,
  findUnbalanced,
  openSellingShop,
  placeOrder,
  sell,
} from '../../../testing/checkout.ts'
import { giveCopy } from '../../../testing/coupon-copy.ts'
import { roundTrips } from '../../../testing/database/round-trips.ts'
import { readProduct } from '../../../testing/product.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { balancesOf, expectReconciled } from '../../../testing/user.ts'
import { readBasket } from '../../promotion/quote/quote.repository.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { open } from './order-create.repository.ts'

const stockOf = async (staff: Caller, productId: number) => (await readProduct(staff, productId)).attrValue[0]?.stock
const givePoints = (shop: Shop, uid: number, integral: number) =>
  inTransaction(shop.ctx, (tx) =>
    changePoints(tx, { uid, type: 1, integral, linkType: 'system', title: '后台积分操作', status: 3 }),
  )
const countOrders = async (shop: Shop) =>
  Number((await shop.ctx.db.execute<{ n: number }>(sql`select count(*) as n from store_order`)).rows[0]?.n)

test('a checkout is refused for what cannot be bought, and the message says what to do', async () => {
  const opened = await openSellingShop({ minQty: 2, limitType: 1, limitNum: 4 })
  const { shop, staff, skuId, productId } = opened
  const buyer = await shop.buyer()
  const begin = (orderDetails: object[], preOrderType = 'buyNow') =>
    buyer.send('POST', '/api/front/order/pre/order', { preOrderType, orderDetails })
  const line = (attrValueId: number, productNum: number) => [{ attrValueId, productNum }]
  expect(await begin([])).toMatchObject({ status: 400, body: { message: '请选择要购买的商品' } })
  expect(await begin([{ attrValueId: skuId }])).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'orderDetails[0].productNum' }] },
  })
  expect((await begin(line(skuId, 0))).status).toBe(400)
  expect((await begin(line(skuId, -1))).status).toBe(400)
  expect((await begin(line(skuId, 1e9))).status).toBe(400)
  expect(await begin(line(999_999, 2))).toMatchObject({ status: 409, body: { message: '商品已下架' } })
  const activity = { status: 404, body: { code: 'NOT_FOUND', message: '秒杀商品规格不存在' } }
  expect(await begin([{ attrValueId: skuId, productNum: 2, seckillId: 7 }]), 'not at the usual price').toMatchObject(
    activity,
  )
  expect(await begin(line(skuId, 1))).toMatchObject({ status: 422, body: { message: '「纯棉毛巾」2件起购' } })
  expect(await begin(line(skuId, 5))).toMatchObject({ status: 422, body: { message: '「纯棉毛巾」每单限购4件' } })
  expect(await begin(line(skuId, 11))).toMatchObject({ status: 409, body: { code: 'SOLD_OUT', skuId } })
  expect((await begin([{ cartId: 1 }], 'shoppingCart')).status).toBe(404)
  expect((await begin([{ orderNo: '20261123101500123456' }], 'again')).status).toBe(404)
  await shop.ctx.db.execute(sql`update product set visibility = 2`)
  expect(await begin(line(skuId, 2))).toMatchObject({ status: 422, body: { message: '「纯棉毛巾」仅会员可购买' } })
  await staff.call(product.takeOffShelf, { params: { id: productId } })
  expect(await begin(line(skuId, 2))).toMatchObject({ status: 409, body: { message: '「纯棉毛巾」已下架' } })
})

test('a checkout belongs to its buyer, ends after an hour, and asks for an address of theirs', async () => {
  const { shop, skuId } = await openSellingShop()
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  const preOrderNo = await beginBuying(buyer, skuId)
  const gone = { status: 404, body: { message: '预下单信息已失效，请重新提交' } }
  expect(await placeOrder(other, preOrderNo)).toMatchObject(gone)
  expect(await other.call(frontOrder.load, { params: { preOrderNo } })).toMatchObject(gone)
  const create = (more: object) =>
    buyer.send('POST', '/api/front/order/create', { preOrderNo, shippingType: 1, ...more })
  expect(await create({})).toMatchObject({ status: 400, body: { message: '请选择收货地址' } })
  expect((await create({ addressId: await addressIdOf(other) })).status).toBe(404)
  expect(await create({ shippingType: 2 })).toMatchObject({ status: 400, body: { message: '请选择自提门店' } })
  expect(await create({ addressId: await addressIdOf(buyer), couponId: 7 })).toMatchObject({
    status: 404,
    body: { message: '优惠券领取记录不存在！' },
  })
  expect(await countOrders(shop)).toBe(0)
  shop.clock.advance(61 * 60_000)
  expect(await placeOrder(buyer, preOrderNo)).toMatchObject(gone)
})

test('the price is confirmed: what changed since it was shown is refused with the new amount', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 50, cost: 8, stock: 10 }] })
  const { shop, skuId } = opened
  const buyer = await shop.buyer()
  const preOrderNo = await beginBuying(buyer, skuId, 2)
  const loaded = await buyer.call(frontOrder.load, { params: { preOrderNo } })
  expect(loaded.body.quote).toMatchObject({ proTotalFee: 100, payFee: 100, problems: [] })
  expect(loaded.body.lines).toEqual(loaded.body.quote.lines)
  await shop.ctx.db.execute(sql`update product_sku set price_fen = 6000`)
  expect(await placeOrder(buyer, preOrderNo, { payFee: 100 })).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', payFee: 120, message: '价格已变动，请确认后重新提交' },
  })
  const made = await placeOrder(buyer, preOrderNo, { payFee: 120 })
  expect(made).toMatchObject({ status: 200, body: { payFee: 120, paid: false } })
})

test('T1 an order freezes its goods and receiver, takes stock and points, empties the cart, and every fen is on a line', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 19.9, cost: 8, stock: 10 }], giveIntegral: 3 })
  const { shop, staff, skuId, productId } = opened
  const mug = await sell(opened, { storeName: '马克杯', attrValue: [{ price: 35.5, stock: 4 }] })
  const buyer = await shop.buyer()
  await givePoints(shop, buyer.userId, 500)
  const cartIds = [
    (await buyer.call(cart.save, { body: { skuId, num: 2 } })).body.id,
    (await buyer.call(cart.save, { body: { skuId: mug.skuId, num: 1 } })).body.id,
  ]
  const pre = await buyer.call(frontOrder.pre, {
    body: { preOrderType: 'shoppingCart', orderDetails: cartIds.map((cartId) => ({ cartId })) },
  })
  const addressId = await addressIdOf(buyer)
  const priced = await buyer.call(frontOrder.price, {
    body: { preOrderNo: pre.body.preOrderNo, addressId, shippingType: 1, useIntegral: true },
  })
  expect(priced.body).toMatchObject({
    proTotalFee: 75.3,
    deductionPrice: 5,
    usedIntegral: 500,
    freightFee: 0,
    payFee: 70.3,
  })
  const made = await placeOrder(buyer, pre.body.preOrderNo, { useIntegral: true, mark: '请放前台' })
  expect(made).toMatchObject({ status: 200, body: { payFee: 70.3, paid: false } })
  const { orderNo } = made.body
  expect(orderNo).toMatch(/^20\d{18}$/)
  const { body: order } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  expect(order).toMatchObject({
    payPrice: 70.3,
    proTotalPrice: 75.3,
    deductionPrice: 5,
    useIntegral: 500,
    mark: '请放前台',
    totalNum: 3,
    statusStr: { key: 'unPaid', value: '待付款' },
    gainIntegral: 76,
    canCancel: true,
    canDelete: false,
  })
  expect(order.lines.map(({ storeName, num, payShare }) => [storeName, num, payShare])).toEqual([
    ['纯棉毛巾', 2, 37.16],
    ['马克杯', 1, 33.14],
  ])
  expect(await stockOf(staff, productId)).toBe(8)
  expect((await buyer.call(cart.list)).body.list).toEqual([])
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ integral: 0 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  await expectReconciled(shop.ctx)
  const row = await shop.ctx.db.execute(
    sql`select pay_deadline > created_at as waits, cost_fen, city_id, tab from store_order`,
  )
  expect(row.rows).toEqual([{ waits: true, cost_fen: 1600, city_id: 110101, tab: 1 }])
  const counts = await shop.ctx.db.execute(sql`select tab, sum(change)::int as n from order_tab_delta group by tab`)
  expect(counts.rows).toEqual([{ tab: 1, n: 1 }])
})

test('T3 a cancelled order gives back stock and points, and is closed once', async () => {
  const { shop, staff, skuId, productId } = await openSellingShop()
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  await givePoints(shop, buyer.userId, 100)
  const orderNo = await buy(buyer, skuId, 3, { useIntegral: true })
  expect(await stockOf(staff, productId)).toBe(7)
  expect((await other.call(frontOrder.cancel, { body: { orderNo } })).status).toBe(404)
  expect((await buyer.call(frontOrder.remove, { body: { orderNo } })).status).toBe(409)
  const both = await Promise.all([1, 2].map(() => buyer.call(frontOrder.cancel, { body: { orderNo } })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await stockOf(staff, productId)).toBe(10)
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ integral: 100 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  await expectReconciled(shop.ctx)
  expect((await buyer.call(frontOrder.remove, { body: { orderNo } })).status).toBe(200)
  expect((await buyer.call(frontOrder.list)).body.total).toBe(0)
  expect((await buyer.call(frontOrder.detail, { params: { orderNo } })).status).toBe(404)
})

test('an order that costs nothing is paid at once', async () => {
  const { shop, skuId } = await openSellingShop({ attrValue: [{ price: 1, stock: 5 }] })
  const buyer = await shop.buyer()
  await givePoints(shop, buyer.userId, 100)
  const made = await placeOrder(buyer, await beginBuying(buyer, skuId), { useIntegral: true })
  expect(made.body).toMatchObject({ payFee: 0, paid: true })
  const { body } = await buyer.call(frontOrder.detail, { params: { orderNo: made.body.orderNo } })
  expect(body).toMatchObject({ paid: true, payTypeStr: '零元支付', statusStr: { key: 'notShipped' } })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('an order comes to 999999.99 yuan at most, and may earn more points than anybody may have', async () => {
  const opened = await openSellingShop({ giveIntegral: 99_999_999, attrValue: [{ price: 1666, stock: 2000 }] })
  const { shop, skuId } = opened
  const staff = await shop.signIn({ can: [order.paid, order.updatePrice] })
  const buyer = await shop.buyer()
  const message = '订单金额不能超过 ¥999999.99，请减少商品或分开下单'
  await expect(buy(buyer, skuId, 601)).rejects.toThrow(message)
  const [orderNo, lowered] = [await buy(buyer, skuId, 600), await buy(buyer, skuId, 600)]
  const repriced = await staff.call(order.updatePrice, { body: { orderNo: lowered, payPrice: 999_000 } })
  expect(repriced.status).toBe(200)
  const { body } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  expect(body).toMatchObject({ payPrice: 999_600, gainIntegral: 999_999_999 })
  expect((await staff.call(order.paid, { body: { orderNo, reason: '对公转账' } })).status).toBe(200)
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ experience: 999_600, integral: 0 })
  await expectReconciled(shop.ctx)
})

test('an order to pick up names a store that is open for it, and who comes', async () => {
  const { shop, skuId } = await openSellingShop()
  const staff = await shop.signIn({ can: [store.save] })
  const ended = { validTime: ['2020-01-01', '2020-12-31'] }
  const open = (await staff.call(store.save, { body: storeDraft('东城店') })).body.id
  const over = (await staff.call(store.save, { body: storeDraft('旧店', ended) })).body.id
  const buyer = await shop.buyer()
  const preOrderNo = await beginBuying(buyer, skuId)
  expect(await placeOrder(buyer, preOrderNo, { storeId: over })).toMatchObject({
    status: 422,
    body: { message: '该门店暂不支持自提，请选择其他门店' },
  })
  const made = await placeOrder(buyer, preOrderNo, { storeId: open })
  const { body } = await buyer.call(frontOrder.detail, { params: { orderNo: made.body.orderNo } })
  expect(body).toMatchObject({ shippingType: 2, store: { name: '东城店' }, payPostage: 0, canChangeAddress: false })
})

test('goods that are not delivered to the address are a problem of the price and refuse the order', async () => {
  const { shop, skuId } = await openSellingShop()
  const buyer = await shop.buyer()
  const preOrderNo = await beginBuying(buyer, skuId)
  const addressId = await addressIdOf(buyer)
  await shop.ctx.db.execute(sql`insert into freight_undelivery (temp_id, city_ids, areas) values (1, '{110000}', '[]')`)
  await shop.ctx.db.execute(sql`update freight_template set undelivery = true`)
  const priced = await buyer.call(frontOrder.price, {
    body: { preOrderNo, addressId, shippingType: 1, useIntegral: false },
  })
  expect(priced.body.problems).toMatchObject([{ code: 'NO_DELIVERY', message: '「纯棉毛巾」不支持配送到该地区' }])
  expect(await placeOrder(buyer, preOrderNo)).toMatchObject({ status: 422, body: { code: 'NO_DELIVERY' } })
})

test('limits per buyer count what he has ordered and kept', async () => {
  const { shop, skuId } = await openSellingShop({ limitType: 2, limitNum: 3 })
  const buyer = await shop.buyer()
  const first = await buy(buyer, skuId, 2)
  const preOrderNo = await beginBuying(buyer, skuId, 1)
  await buy(buyer, skuId, 1)
  expect(await placeOrder(buyer, preOrderNo)).toMatchObject({
    status: 422,
    body: { message: '「纯棉毛巾」每人限购3件，您已购买3件' },
  })
  await buyer.call(frontOrder.cancel, { body: { orderNo: first } })
  expect((await placeOrder(buyer, preOrderNo)).status).toBe(200)
})

test('fifty buyers want the last ten: ten orders, forty refusals, and nothing is lost', async () => {
  const { shop, staff, skuId, productId } = await openSellingShop()
  const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.buyer()))
  const checkouts = []
  for (const buyer of buyers) {
    await addressIdOf(buyer)
    checkouts.push({ buyer, no: await beginBuying(buyer, skuId) })
  }
  const made = await Promise.all(checkouts.map(({ buyer, no }) => placeOrder(buyer, no)))
  const codes = made.map(({ status, body }) => (status === 200 ? 'made' : body.code))
  expect(codes.filter((code) => code === 'made')).toHaveLength(10)
  expect(codes.filter((code) => code === 'SOLD_OUT')).toHaveLength(40)
  expect(await stockOf(staff, productId)).toBe(0)
  expect(await countOrders(shop)).toBe(10)
  for (const [index, { status, body }] of made.entries())
    if (status === 200) await buyers[index]?.call(frontOrder.cancel, { body: { orderNo: body.orderNo } })
  expect(await stockOf(staff, productId)).toBe(10)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('one checkout ordered ten times at once is one order, and all answers name it', async () => {
  const { shop, staff, skuId, productId } = await openSellingShop()
  const buyer = await shop.buyer()
  await addressIdOf(buyer)
  const no = await beginBuying(buyer, skuId, 2)
  const made = await Promise.all(Array.from({ length: 10 }, () => placeOrder(buyer, no)))
  expect(new Set(made.map(({ status, body }) => `${status} ${body.orderNo} ${body.payFee}`)).size).toBe(1)
  expect(await countOrders(shop)).toBe(1)
  expect(await stockOf(staff, productId)).toBe(8)
})

test('twenty points spent in five creations at once are spent once', async () => {
  const { shop, skuId } = await openSellingShop()
  const buyer = await shop.buyer()
  await addressIdOf(buyer)
  await givePoints(shop, buyer.userId, 20)
  const checkouts = []
  for (let index = 0; index < 5; index++) checkouts.push(await beginBuying(buyer, skuId))
  const made = await Promise.all(checkouts.map((no) => placeOrder(buyer, no, { useIntegral: true })))
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const { rows } = await shop.ctx.db.execute<{ used: number }>(
    sql`select sum(use_integral)::int as used from store_order`,
  )
  expect(rows[0]?.used).toBe(20)
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ integral: 0 })
  await expectReconciled(shop.ctx)
})

test('twenty orders wait for their money at most', async () => {
  const { shop, skuId } = await openSellingShop({ attrValue: [{ price: 9, stock: 50 }] })
  const buyer = await shop.buyer()
  for (let index = 0; index < 20; index++) await buy(buyer, skuId)
  expect(await placeOrder(buyer, await beginBuying(buyer, skuId))).toMatchObject({
    status: 422,
    body: { message: '请先支付或取消未付款的订单' },
  })
})

test('placing an order takes at most six round trips, whatever its lines, and also with points, with a coupon or to pick up', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 50, stock: 100 }] })
  const { shop, skuId } = opened
  const others = [await sell(opened, { storeName: '马克杯' }), await sell(opened, { storeName: '茶盘' })]
  const staff = await shop.signIn({ can: [store.save] })
  const storeId = (await staff.call(store.save, { body: storeDraft('东城店') })).body.id
  const buyer = await shop.buyer()
  const addressId = await addressIdOf(buyer)
  const placing = (choices: Parameters<typeof placeOrder>[2], skuIds = [skuId]) =>
    roundTrips(shop, async () => {
      await givePoints(shop, buyer.userId, 100)
      const orderDetails = skuIds.map((attrValueId) => ({ attrValueId, productNum: 1 }))
      const { body } = await buyer.call(frontOrder.pre, { body: { preOrderType: 'buyNow', orderDetails } })
      const where = choices?.storeId
        ? { shippingType: 2 as const, realName: '王小明', phone: '13800138000' }
        : { shippingType: 1 as const, addressId }
      const coupon = choices?.couponId && { couponId: (await giveCopy(shop.ctx, buyer.userId)).id }
      const order = { preOrderNo: body.preOrderNo, ...where, ...choices, ...coupon }
      return async () => expect((await buyer.call(frontOrder.create, { body: order })).status).toBe(200)
    })
  expect(await placing({})).toBeLessThanOrEqual(6)
  expect(await placing({}, [skuId, ...others.map((other) => other.skuId)])).toBeLessThanOrEqual(6)
  expect(await placing({ useIntegral: true })).toBeLessThanOrEqual(6)
  expect(await placing({ storeId })).toBeLessThanOrEqual(6)
  expect(await placing({ useIntegral: true, couponId: 1 }), 'of a copy of its own').toBeLessThanOrEqual(6)
})

test('what a checkout and an order are decided by is read with one plan for each connection, not one for each call', async () => {
  const { shop, skuId } = await openSellingShop()
  const buyer = await shop.buyer()
  const addressId = await addressIdOf(buyer)
  const none = { activitySkuId: null, teamId: null, sessionId: null }
  const of = { uid: buyer.userId, skuIds: [skuId], today: shop.clock.now() }
  const opening = { ...of, ...none, delivered: true, addressId, storeId: 0, couponUserId: 0 }
  const basket = { ...of, delivered: false, cityId: undefined, couponUserId: undefined }
  const ofNoActivity = { activitySkuId: undefined, teamId: undefined, sessionId: undefined }
  const planned = await inTransaction(shop.ctx, async (tx) => {
    for (let nth = 0; nth < 10; nth++) {
      await open(tx, opening)
      await readBasket(tx, { ...basket, ...ofNoActivity })
    }
    const { rows } = await tx.db.execute(sql`
      select name, generic_plans >= 5 as kept from pg_prepared_statements
      where name in ('basket_read', 'order_open') order by name`)
    return rows
  })
  expect(planned).toEqual([
    { name: 'basket_read', kept: true },
    { name: 'order_open', kept: true },
  ])
})
