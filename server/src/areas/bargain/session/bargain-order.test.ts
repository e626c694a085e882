import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  askSession,
  begin,
  help,
  lookAt,
  openBargain,
  openBargainShop,
  orderSession,
  quotaOf,
  readSession,
  settle,
  win,
} from '../../../testing/bargain.ts'
import { addressIdOf, findUnbalanced, placeOrder } from '../../../testing/checkout.ts'
import { pass, payOrder, richBuyer } from '../../../testing/combination.ts'
import { setSettings } from '../../../testing/pay.ts'
import { ask } from '../../../testing/refund.ts'

const DAY_MS = 24 * 3600_000
const two = { peopleNum: 2 }

test('a won session is ordered at its lowest price by its owner, once, and takes no further quota', async () => {
  const own = await openBargainShop()
  const { shop, keeper } = own
  const sale = await openBargain(own, { ...two, giveIntegral: 7 })
  const buyer = await richBuyer(shop)
  const early = await begin(buyer, sale)
  expect((await askSession(buyer, sale, early)).body).toMatchObject({ status: 422, message: '请先完成砍价活动' })
  await help(buyer, early)
  const friend = await shop.buyer()
  await help(friend, early)
  for (const [who, id] of [
    [friend, early],
    [buyer, 99_999],
    [buyer, 0],
  ] as const)
    expect((await askSession(who, sale, id)).body).toMatchObject({ status: 404, message: '砍价记录不存在' })
  expect((await askSession(buyer, sale, early, 2)).body).toMatchObject({ status: 422, message: '砍价商品每次限购1件' })
  const pre = await askSession(buyer, sale, early)
  const again = await askSession(buyer, sale, early)
  const { body: loaded } = await buyer.call(frontOrder.load, { params: { preOrderNo: pre.body.preOrderNo } })
  expect(loaded.quote).toMatchObject({ proTotalFee: 8, problems: [] })
  expect(loaded.quote.trace[0]?.reason).toBe('砍价「毛巾砍价」活动价 ¥8.00，省 ¥12.00')
  await addressIdOf(buyer)
  // Two checkouts of one session at once are one order.
  const made = await Promise.all([pre, again].map(({ body }) => placeOrder(buyer, body.preOrderNo)))
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409])
  const orderNo = made.find(({ status }) => status === 200)?.body.orderNo ?? ''
  expect(made.find(({ status }) => status === 409)?.body.message).toBe('该砍价活动已创建了订单')
  expect((await askSession(buyer, sale, early)).body).toMatchObject({
    status: 409,
    message: '该砍价活动已创建了订单',
    orderNo,
  })
  expect(await quotaOf(own, sale)).toEqual([9, 1, 0])
  expect((await lookAt(buyer, sale)).session).toMatchObject({ orderNo })
  expect((await lookAt(buyer, sale)).state).toBe(8)
  expect((await lookAt(friend, sale, early)).session).toMatchObject({ orderNo: '' })
  const { body: detail } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  expect(detail).toMatchObject({ orderKind: 'bargain', bargainUserId: early, pinkId: 0 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])

  expect((await payOrder(buyer, orderNo)).status).toBe(200)
  expect(await quotaOf(own, sale)).toEqual([9, 0, 1])
  expect(await readSession(shop, early)).toMatchObject({ status: 3, isHeld: false })
  expect((await lookAt(friend, sale, early)).state).toBe(9)
  const cashier = await shop.signIn({ can: [order.info, order.list, refund.start] })
  const { body: info } = await cashier.call(order.info, { query: { orderNo } })
  expect(info).toMatchObject({ orderKind: 'bargain', bargainUserId: early, payPrice: 8 })
  expect((await keeper.call(activity.watch, { query: { id: sale.id } })).body).toMatchObject({
    orderCount: 1,
    sessionCount: 0,
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  // A refund gives the unit back and does not free the session.
  expect((await ask(cashier, { orderNo, amount: 8 })).status).toBe(200)
  expect(await quotaOf(own, sale)).toEqual([10, 0, 0])
  expect((await askSession(buyer, sale, early)).body).toMatchObject({ status: 409 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a session whose order was closed is ordered again until it is too late, and its unit stays held meanwhile', async () => {
  const own = await openBargainShop()
  const { shop } = own
  await setSettings(shop, { bargain_grace_hours: 96 })
  const sale = await openBargain(own, two)
  const { buyer, id } = await win(own, sale, await richBuyer(shop))
  const first = await orderSession(buyer, sale, id)
  await buyer.call(frontOrder.cancel, { body: { orderNo: first } })
  expect(await quotaOf(own, sale)).toEqual([9, 1, 0])
  expect((await lookAt(buyer, sale)).state).toBe(10)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  // The activity is over, and closed: what was won is ordered all the same.
  await pass(shop, 3 * DAY_MS)
  expect(await settle(shop)).toBe(0)
  const second = await orderSession(buyer, sale, id)
  await pass(shop, 2 * DAY_MS)
  // It waits for its money and not for the job of bargains.
  expect(await settle(shop)).toBe(0)
  expect((await payOrder(buyer, second)).status).toBe(200)
  expect(await quotaOf(own, sale)).toEqual([9, 0, 1])
  expect(await settle(shop)).toBe(0)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a won session is too late a second after its time, before the job ran, and at once when its order closes after it', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, two)
  const [{ buyer, id }, other] = [await win(own, sale), await win(own, sale)]
  const { rows } = await shop.ctx.db.execute<{ left: number }>(
    sql`select extract(epoch from order_deadline - ${shop.ctx.now()}::timestamptz) * 1000 as left from bargain_session where id = ${id}`,
  )
  await pass(shop, Number(rows[0]?.left) - 2000)
  const orderNo = await orderSession(other.buyer, sale, other.id)
  expect((await askSession(buyer, sale, id)).status).toBe(200)
  await pass(shop, 3000)
  expect((await askSession(buyer, sale, id)).body).toMatchObject({ status: 422, message: '砍价活动已过期' })
  expect(await settle(shop)).toBe(1)
  await other.buyer.call(frontOrder.cancel, { body: { orderNo } })
  expect((await askSession(other.buyer, sale, other.id)).body).toMatchObject({ message: '砍价活动已过期' })
  expect(await settle(shop)).toBe(1)
  expect(await quotaOf(own, sale)).toEqual([10, 0, 0])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('what costs nothing is paid by a transaction of its own, and a repeated call answers the same order', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, {
    ...two,
    attrValue: [{ skuId: own.skuId, price: 20, minPrice: 0, quota: 2 }],
    confirmBelowCost: true,
  })
  const { buyer, id } = await win(own, sale)
  const { body: pre } = await askSession(buyer, sale, id)
  const made = await placeOrder(buyer, pre.preOrderNo)
  expect([made.status, made.body]).toMatchObject([200, { payFee: 0, paid: true }])
  expect((await placeOrder(buyer, pre.preOrderNo)).body).toMatchObject({ orderNo: made.body.orderNo, paid: true })
  expect(await quotaOf(own, sale)).toEqual([1, 0, 1])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a buyer pays the shelf where that is cheaper, and a product without stock is sold out although a unit of its quota is held', async () => {
  const own = await openBargainShop()
  const { shop } = own
  const sale = await openBargain(own, two)
  const { buyer, id } = await win(own, sale)
  await shop.ctx.db.execute(sql`update product_sku set price_fen = 500 where id = ${own.skuId}`)
  const { body: pre } = await askSession(buyer, sale, id)
  const { body: loaded } = await buyer.call(frontOrder.load, { params: { preOrderNo: pre.preOrderNo } })
  expect(loaded.quote.proTotalFee).toBe(5)
  await shop.ctx.db.execute(sql`update product_sku set stock = 0 where id = ${own.skuId}`)
  expect((await placeOrder(buyer, pre.preOrderNo)).body).toMatchObject({ status: 409, code: 'SOLD_OUT' })
  expect(shop.app.platform.rush.state().marked).toBe(0)
  expect(await readSession(shop, id)).toMatchObject({ status: 3, orderId: null, isHeld: true })
})
