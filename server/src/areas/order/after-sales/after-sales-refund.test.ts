import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { caseForm, makeCase, onItsWayBack } from '../../../testing/after-sales.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { makeOrder } from '../../../testing/order.ts'
import { begin, openPayShop, type PayShop, payAtProvider, placeOrder, ring, setSettings } from '../../../testing/pay.ts'
import { sendRefund } from '../../payment/refund/refund-send.service.ts'
import { settleDeadlines } from './after-sales-deadline.service.ts'

const { info, check, receive, pay } = afterSales
const { start, quote } = refund
const never = new AbortController().signal
const DAY_MS = 24 * 3600_000
const sent = { status: 1 as const, sentNum: 2 }

/** An order that the buyer paid by a gateway, which says nothing when money is to go back. */
async function paidByGateway(own: PayShop, num = 2) {
  await setSettings(own.shop, { pay_sim_refund: 'silent' })
  const made = await placeOrder(own, { num })
  const { outTradeNo } = await begin(own, made.orderNo)
  const paid = await payAtProvider(own.shop, outTradeNo)
  if (paid) await ring(own.shop, paid)
  return made
}

/** The gateway is asked once more, and its money comes back. */
async function moneyIsBack({ shop }: PayShop) {
  await setSettings(shop, { pay_sim_refund: 'sync' })
  const { rows } = await shop.ctx.db.execute<{ id: number }>(sql`select id from refund where state = 0`)
  for (const { id } of rows) await sendRefund(shop.ctx, id)
}

test('while money of a case is on its way from the order desk, neither its buyer nor the shop changes the case', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const staff = await shop.signInAdmin()
  const order = await paidByGateway(own)
  const { id } = await makeCase(shop.ctx, { order })
  const { orderNo } = order
  expect((await staff.call(start, { body: { orderNo, amount: 12, reason: '协商一致' } })).status).toBe(200)
  const before = (await staff.call(info, { query: { id } })).body
  expect(before).toMatchObject({ refundAmount: 19.9, refund: { state: 0 }, allow: { approve: false, refuse: false } })
  const refused = { status: 409, body: { message: '退款正在处理，售后单暂不能修改' } }
  const form = caseForm(order, { lines: [{ lineId: order.lines[0]?.id ?? 0, num: 2 }] })
  expect(await buyer.call(frontAfterSales.update, { body: { id, ...form } })).toMatchObject(refused)
  expect((await buyer.call(frontAfterSales.revoke, { body: { id } })).status).toBe(409)
  expect((await staff.call(check, { body: { id, pass: true } })).status).toBe(409)
  expect((await buyer.call(frontAfterSales.detail, { params: { id } })).body).toMatchObject({
    canChange: false,
    canRevoke: false,
    canSendBack: false,
  })
  expect((await staff.call(info, { query: { id } })).body).toEqual(before)
  // What was booked is what the case ends with, though more was agreed.
  await moneyIsBack(own)
  expect((await staff.call(info, { query: { id } })).body).toMatchObject({
    state: 3,
    refundAmount: 12,
    lines: [{ askedNum: 1, money: 12 }],
    refund: { state: 1 },
  })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a return is not approved, sent back or taken in while its money is on its way, nor does its time run out', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const staff = await shop.signInAdmin()
  await setSettings(shop, { after_sales_auto_approve: true, after_sales_audit_hours: 24 })
  const place = { consignee: '仓库', phone: '13800138000', address: '上海市徐汇区漕溪路 1 号' }
  const steps = [
    { set: {}, act: (id: number) => staff.call(check, { body: { id, pass: true, ...place } }) },
    {
      set: { state: 1, returnDeadline: new Date(Date.now() + DAY_MS) } as const,
      act: (id: number) =>
        buyer.call(frontAfterSales.sendBack, { body: { id, expressCode: 'SF', expressNo: 'SF7000000000001' } }),
    },
    { set: onItsWayBack, act: (id: number) => staff.call(receive, { body: { id, received: 1 } }) },
  ]
  const ids: number[] = []
  for (const { set, act } of steps) {
    const made = { uid: buyer.userId, payType: 'weixin' as const, ...sent, lines: [{ num: 2, sentNum: 2 }] }
    const { id, order } = await makeCase(shop.ctx, { order: made, form: { serviceType: 1 }, set })
    const { orderNo } = order
    expect((await staff.call(start, { body: { orderNo, reason: '协商一致', amount: 5 } })).status).toBe(200)
    expect(await act(id)).toMatchObject({ status: 409, body: { message: '退款正在处理，售后单暂不能修改' } })
    ids.push(id)
  }
  shop.clock.advance(3 * DAY_MS)
  expect(await settleDeadlines(shop.ctx, never)).toBe(0)
  const { rows } = await shop.ctx.db.execute(sql`select id, state, sales_state from after_sales order by id`)
  expect(rows).toEqual(ids.map((id, state) => ({ id, state, sales_state: 0 })))
  const { rows: parked } = await shop.ctx.db.execute(sql`select * from job_parked`)
  expect(parked).toEqual([])
})

test('a return refunded before the goods are back puts nothing on the shelf; after 确认收货 it does unless staff say otherwise', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const staff = await shop.signInAdmin()
  const place = { consignee: '仓库', phone: '13800138000', address: '上海市徐汇区漕溪路 1 号' }
  const opened = async () => {
    const made = { uid: buyer.userId, payType: 'yue' as const, ...sent, lines: [{ num: 2, sentNum: 2 }] }
    return makeCase(shop.ctx, { order: made, form: { serviceType: 1 } })
  }
  const restocked = async () =>
    (
      await shop.ctx.db.execute<{ n: number }>(
        sql`select count(*)::int as n from stock_ledger where reason = 'return_in'`,
      )
    ).rows[0]?.n
  const early = await opened()
  await staff.call(check, { body: { id: early.id, pass: true, ...place } })
  expect((await staff.call(info, { query: { id: early.id } })).body).toMatchObject({
    restock: false,
    sum: { stock: [] },
  })
  await staff.call(start, { body: { orderNo: early.order.orderNo, reason: '不用寄回' } })
  expect(await restocked()).toBe(0)
  const late = await opened()
  await staff.call(check, { body: { id: late.id, pass: true, ...place } })
  await buyer.call(frontAfterSales.sendBack, { body: { id: late.id, expressCode: 'SF', expressNo: 'SF7000000000001' } })
  await staff.call(receive, { body: { id: late.id, received: 1 } })
  expect((await staff.call(info, { query: { id: late.id } })).body).toMatchObject({
    restock: true,
    sum: { stock: [{ num: 1 }] },
  })
  expect((await staff.call(pay, { body: { id: late.id } })).status).toBe(200)
  expect(await restocked()).toBe(1)
})

test('freight goes back with everything of an order whose parcel was taken back, also where the case came before that', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const staff = await shop.signInAdmin()
  const parcel = async (orderNo: string) => {
    const body = {
      orderNo,
      deliveryType: 'express' as const,
      expressCode: 'SF',
      expressNumber: `SF${orderNo.slice(-12)}`,
    }
    expect((await staff.call(shipment.send, { body })).status).toBe(200)
    const { body: parcels } = await staff.call(shipment.list, { query: { orderNo } })
    return parcels.list[0]?.deliveryNo ?? ''
  }
  const paid = { uid: buyer.userId, paid: true, payType: 'yue' as const, payPostageFen: 8_00 }
  const opened = async () => {
    const order = await makeOrder(shop.ctx, { ...paid, lines: [{ num: 2 }] })
    const deliveryNo = await parcel(order.orderNo)
    const lines = [{ lineId: order.lines[0]?.id ?? 0, num: 2 }]
    const { body } = await buyer.call(frontAfterSales.apply, {
      body: { orderNo: order.orderNo, ...caseForm(order, { lines }) },
    })
    const taken = await staff.call(shipment.withdraw, { body: { deliveryNo } })
    expect(taken.status).toBe(200)
    return { order, id: body.id }
  }
  const { order, id } = await opened()
  const fee = 19.9 * 2
  expect((await staff.call(info, { query: { id } })).body).toMatchObject({
    refundAmount: fee + 8,
    postage: 8,
    maxAmount: fee + 8,
    sum: { postage: 8, postageIsFixed: true },
    log: [{ what: 'apply' }, { what: 'change', message: expect.stringContaining('由 ¥39.80 改为 ¥47.80') }],
  })
  expect((await staff.call(check, { body: { id, pass: true } })).status).toBe(200)
  const { rows } = await shop.ctx.db.execute(
    sql`select refund_price_fen, refund_postage_fen, refund_status from store_order where id = ${order.id}`,
  )
  expect(rows).toEqual([{ refund_price_fen: 47_80, refund_postage_fen: 8_00, refund_status: 2 }])
})

test('the calculator tells what the coupon and the points had paid of the units, as they stand before the refund', async () => {
  const { shop, buyer } = await openPayShop()
  const staff = await shop.signInAdmin()
  const line = { num: 3, couponShareFen: 5_00, integralShareFen: 3_00, useIntegralShare: 100 }
  const { orderNo, lines } = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true, payType: 'yue', lines: [line] })
  const units = (num: number) => ({ orderNo, lines: [{ lineId: lines[0]?.id ?? 0, num }] })
  const told = async (num: number) => (await staff.call(quote, { body: units(num) })).body.lines
  expect(await told(1)).toMatchObject([{ coupon: 1.66, points: 33 }])
  await staff.call(start, { body: { ...units(1), reason: '多拍' } })
  expect(await told(2)).toMatchObject([{ coupon: 3.34, points: 67 }])
})

test('a long story of four-byte characters is kept in the log whole as far as it reaches, never half a character', async () => {
  const { shop, buyer } = await openPayShop()
  const staff = await shop.signInAdmin()
  const order = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true, payType: 'yue' })
  const explain = '😀'.repeat(250)
  const { body, status } = await buyer.call(frontAfterSales.apply, {
    body: { orderNo: order.orderNo, ...caseForm(order), explain },
  })
  expect(status).toBe(200)
  const { log } = (await staff.call(info, { query: { id: body.id } })).body
  expect(log[0]?.message.endsWith(explain)).toBe(true)
})
