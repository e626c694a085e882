import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeCase } from '../../../testing/after-sales.ts'
import { buy, openSellingShop } from '../../../testing/checkout.ts'
import { makeOrder } from '../../../testing/order.ts'
import { setSettings } from '../../../testing/pay.ts'
import { openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'

const DAY_MS = 24 * 3600_000

test('the receipt is put off by three days, once, and not before the order left', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  const extend = (orderNo: string) => buyer.call(frontOrder.extend, { body: { orderNo } })
  const waiting = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true })
  expect(await extend(waiting.orderNo)).toMatchObject({
    status: 409,
    body: { message: '订单未发货，不能延长收货' },
  })
  const autoReceiveTime = new Date(shop.ctx.now().getTime() + 10 * DAY_MS)
  const { orderNo, id } = await makeOrder(shop.ctx, { uid: buyer.userId, status: 1, autoReceiveTime })
  const detail = async () => (await buyer.call(frontOrder.detail, { params: { orderNo } })).body
  expect(await detail()).toMatchObject({ canExtend: true, canTake: true })
  const answers = await Promise.all([extend(orderNo), extend(orderNo)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await extend(orderNo)).toMatchObject({ status: 422, body: { message: '只能延长一次' } })
  const { rows } = await shop.ctx.db.execute<{ later: boolean; log: string }>(sql`
    select auto_receive_time = ${autoReceiveTime.toISOString()}::timestamptz + interval '3 days' as later,
      (select message from order_log where order_id = ${id} and change_type = 'extend') as log
    from store_order where id = ${id}`)
  expect(rows).toMatchObject([{ later: true, log: expect.stringContaining('买家延长收货3天') }])
  expect((await detail()).canExtend).toBe(false)
  const stranger = await shop.buyer()
  expect((await stranger.call(frontOrder.extend, { body: { orderNo } })).status).toBe(404)
})

test('a card has the acts that the calls allow, the day it is sent by, and orders of a kind are listed by themselves', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  await setSettings(shop, { invoice_open: true, invoice_days: 30, ship_promise_hours: 48 })
  const { orderNo } = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true })
  await makeOrder(shop.ctx, { uid: buyer.userId, orderKind: 'seckill', activityId: 7 })
  const list = async (query: object) => (await buyer.call(frontOrder.list, { query })).body.list
  const [card] = await list({ orderKind: 'normal' })
  expect(card).toMatchObject({
    orderNo,
    shippingType: 1,
    shipBy: expect.any(String),
    lastTrace: null,
    canPay: false,
    canRefund: true,
    canInvoice: true,
    canRemind: true,
    canExtend: false,
    canDelete: false,
  })
  expect(await list({ orderKind: 'seckill' })).toMatchObject([{ canPay: true, canRefund: false, canInvoice: false }])
  await shop.ctx.db.execute(sql`insert into invoice (order_id, uid, title_type, title, amount_fen)
    select id, uid, 1, '王小明', pay_price_fen from store_order where order_no = ${orderNo}`)
  expect((await list({ orderKind: 'normal' }))[0]?.canInvoice).toBe(false)
  await shop.ctx.db.execute(sql`update store_order set print_time = now() where order_no = ${orderNo}`)
  expect((await list({ orderKind: 'normal' }))[0]?.canChangeAddress).toBe(false)
})

test('the detail has the cases and refunds of the order, and where its money stands', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  const { order, id, salesNo } = await makeCase(shop.ctx, {
    order: { uid: buyer.userId },
    set: { state: 1, refundNo: 'R1' },
  })
  const detail = async () => (await buyer.call(frontOrder.detail, { params: { orderNo: order.orderNo } })).body
  expect((await detail()).cases).toMatchObject([{ id, salesNo, stateStr: '待退款' }])
  await shop.ctx.db.execute(sql`insert into refund (refund_no, order_id, after_sales_id, parts, amount_fen, reason)
    values ('R1', ${order.id}, ${id}, '[]', 100, '商家同意')`)
  const { cases, refunds } = await detail()
  expect(cases).toMatchObject([{ stateStr: '退款中' }])
  expect(refunds).toMatchObject([{ amount: 1, state: 0, reason: '商家同意', surplus: false, finishTime: null }])
  await shop.ctx.db.execute(sql`update refund set state = 2`)
  expect((await detail()).cases).toMatchObject([{ stateStr: '退款失败' }])
})

test('addresses are written without a level twice, also that of the store where an order waits', async () => {
  const { shop, skuId } = await openSellingShop()
  const [buyer, keeper] = [await shop.buyer(), await shop.signIn({ can: Object.values(store) })]
  await setSettings(shop, { store_self_mention: true })
  const { id: storeId } = (await keeper.call(store.save, { body: storeDraft('东城店') })).body
  const { body } = await buyer.call(frontOrder.detail, {
    params: { orderNo: await buy(buyer, skuId, 1, { storeId }) },
  })
  expect(body.store).toMatchObject({ address: '北京市东城区东四北大街 1 号', latitude: 39.93, dayTime: null })
  const { body: sent } = await buyer.call(frontOrder.detail, { params: { orderNo: await buy(buyer, skuId) } })
  expect(sent.address).toBe('北京市东城区东四北大街 1 号院 2 单元 301')
})
