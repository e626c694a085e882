import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buy, findUnbalanced, sell } from '../../../testing/checkout.ts'
import { openProductShop } from '../../../testing/product.ts'
import type { Caller, CallInput, Refused } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'

type Wish = NonNullable<CallInput<typeof draftOrder.reship>['body']>
const permissions = ['admin:order:create:discount']
const can = [draftOrder.reship, order.info, order.paid, shipment.send, shipment.withdraw, refund.start]

/** A sent order of ten towels, of two colours to choose from. */
async function openSent() {
  const opened = await openProductShop()
  const { skuIds } = await sell(opened, {
    specType: true,
    attr: [{ attrName: '颜色', attrValues: ['白', '蓝'] }],
    attrValue: [
      { attrValue: { 颜色: '白' }, price: 10, cost: 4, stock: 30 },
      { attrValue: { 颜色: '蓝' }, price: 12, cost: 5, stock: 1 },
    ],
  })
  const { shop } = opened
  const staff = await shop.signIn({ can, permissions })
  const buyer = await shop.buyer()
  const [white = 0, blue = 0] = skuIds
  const orderNo = await buy(buyer, white, 10)
  await staff.call(order.paid, { body: { orderNo, reason: '转账已到' } })
  const { body: info } = await staff.call(order.info, { query: { orderNo } })
  const lineId = info.lines[0]?.id ?? 0
  return { ...opened, staff, buyer, white, blue, orderNo, lineId }
}
const asking = async (staff: Caller, body: Wish) => {
  const answer = await staff.call(draftOrder.reship, { body })
  return { ...answer, body: answer.body as typeof answer.body & Refused }
}
const send = (staff: Caller, orderNo: string) =>
  staff.call(shipment.send, { body: { orderNo, deliveryType: 'fictitious' } })

test('a reship is refused of what was not sent, of more than was sent, of other goods, and above the limit', async () => {
  const { shop, staff, white, blue, orderNo, lineId } = await openSent()
  const reason = '运输破损'
  const one = { orderNo, lines: [{ lineId, num: 1 }], reason }
  expect(await asking(staff, one)).toMatchObject({ status: 409, body: { message: '订单未发货，不能补发' } })
  expect((await send(staff, orderNo)).status).toBe(200)
  expect(await asking(staff, { ...one, lines: [{ lineId, num: 11 }] })).toMatchObject({ status: 400 })
  expect(await asking(staff, { ...one, lines: [{ lineId: 999_999, num: 1 }] })).toMatchObject({ status: 404 })
  const clerk = await shop.signIn({ can })
  expect(await asking(clerk, { ...one, lines: [{ lineId, num: 4 }] })).toMatchObject({
    status: 422,
    body: { message: '补发商品金额超过您的权限' },
  })
  expect(await asking(staff, { ...one, lines: [{ lineId, num: 2, skuId: blue }] })).toMatchObject({
    status: 409,
    body: { code: 'SOLD_OUT' },
  })
  const { body: made } = await asking(clerk, { ...one, lines: [{ lineId, num: 3 }] })
  expect(await asking(staff, { ...one, orderNo: made.orderNo })).toMatchObject({
    status: 409,
    body: { message: '补发订单不能再补发' },
  })
  const { rows } = await shop.ctx.db.execute(
    sql`select stock from product_sku where id in (${white}, ${blue}) order by id`,
  )
  expect(rows).toEqual([{ stock: 17 }, { stock: 1 }])
})

test('a reship takes stock and is sent like any order, and counts as no sale', async () => {
  const { shop, staff, buyer, white, blue, orderNo, lineId } = await openSent()
  await send(staff, orderNo)
  // Goods that are off the shelf by now are made good all the same.
  await shop.ctx.db.execute(sql`update product set is_show = false`)
  const customer = async () =>
    (
      await shop.ctx.db.execute(sql`
        select pay_count, consume_money_fen, refund_money_fen, experience, integral,
          (select count(*)::int from user_bill) as bills, (select count(*)::int from user_integral_record) as points,
          (select array_agg(sales order by id) from product_sku) as sales
        from shop_user where id = ${buyer.userId}`)
    ).rows[0]
  const before = await customer()
  const lines = [
    { lineId, num: 2 },
    { lineId, num: 1, skuId: blue },
  ]
  const answer = await asking(staff, { orderNo, lines, reason: '运输破损' })
  expect([answer.status, await trailOf(shop, answer)]).toEqual([200, ['reship']])
  const { orderNo: reshipNo } = answer.body
  expect(await customer()).toEqual(before)
  const { rows } = await shop.ctx.db.execute(
    sql`select stock from product_sku where id in (${white}, ${blue}) order by id`,
  )
  expect(rows).toEqual([{ stock: 18 }, { stock: 0 }])
  const { body: info } = await staff.call(order.info, { query: { orderNo: reshipNo } })
  expect(info).toMatchObject({
    source: 'reship',
    fromOrderNo: orderNo,
    paid: true,
    payPrice: 0,
    payPostage: 0,
    payType: 'zero',
    cityId: 110101,
    lines: [
      { skuId: white, num: 2, payShare: 0 },
      { skuId: blue, num: 1, payShare: 0 },
    ],
    allow: { send: true, edit: false, reship: false },
  })
  expect((await staff.call(order.info, { query: { orderNo } })).body.reships).toEqual([reshipNo])
  expect((await send(staff, reshipNo)).status).toBe(200)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('all reships of an order together send no more than was sent and not refunded, nor above the limit', async () => {
  const { shop, staff, white, blue, orderNo, lineId } = await openSent()
  await send(staff, orderNo)
  const reason = '运输破损'
  const of = (num: number, skuId = white) => ({ orderNo, lines: [{ lineId, num, skuId }], reason })
  const clerk = await shop.signIn({ can })
  const { body: first } = await asking(clerk, of(3))
  expect(await asking(clerk, of(1))).toMatchObject({ status: 422, body: { message: '补发商品金额超过您的权限' } })
  expect((await asking(staff, of(6))).status).toBe(200)
  expect(await asking(staff, of(2))).toMatchObject({
    status: 400,
    body: { message: '「纯棉毛巾」已有补发，最多还可补发 1 件' },
  })
  const last = await Promise.all([asking(staff, of(1)), asking(staff, of(1, blue))])
  expect(last.map(({ status }) => status).sort()).toEqual([200, 400])

  // A reship that got lost too ends first: what it sent can be sent again.
  await send(staff, first.orderNo)
  const { body: lost } = await staff.call(order.info, { query: { orderNo: first.orderNo } })
  const units = [{ lineId: lost.lines[0]?.id ?? 0, num: 3 }]
  expect(
    (await staff.call(refund.start, { body: { orderNo: first.orderNo, lines: units, reason: '丢件' } })).status,
  ).toBe(200)
  expect((await asking(staff, of(2))).status).toBe(200)
  // Units that were paid back are not sent as well.
  const back = { orderNo, lines: [{ lineId, num: 9 }], reason: '协商一致', voucher: '转账 8801' }
  expect((await staff.call(refund.start, { body: back })).status).toBe(200)
  expect(await asking(staff, of(2))).toMatchObject({
    status: 400,
    body: { message: '「纯棉毛巾」已发且未退款的有 1 件，补发不能超过' },
  })
  expect((await staff.call(refund.start, { body: { ...back, lines: [{ lineId, num: 1 }] } })).status).toBe(200)
  expect(await asking(staff, of(1))).toMatchObject({ status: 409, body: { message: '订单已退款' } })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('T12 a parcel is not withdrawn while a reship makes good what was in it', async () => {
  const { shop, staff, orderNo, lineId } = await openSent()
  const express = { deliveryType: 'express' as const, expressCode: 'SF' }
  const ship = async (expressNumber: string, num: number) =>
    (await staff.call(shipment.send, { body: { orderNo, ...express, expressNumber, lines: [{ lineId, num }] } })).body
      .deliveryNo
  const take = async (deliveryNo: string) => {
    const { status, body } = await staff.call(shipment.withdraw, { body: { deliveryNo } })
    return { status, body: body as Partial<Refused> }
  }
  const first = await ship('SF1000000000001', 4)
  const last = await ship('SF1000000000002', 6)
  const { body: made } = await asking(staff, { orderNo, lines: [{ lineId, num: 5 }], reason: '运输破损' })
  const offered = async () =>
    (await staff.call(order.info, { query: { orderNo } })).body.shipments.map(({ canWithdraw }) => canWithdraw)
  expect(await offered()).toEqual([true, false])
  expect(await take(last)).toMatchObject({
    status: 409,
    body: { message: `该包裹的商品已补发，请先将补发订单 ${made.orderNo} 退款` },
  })
  expect((await take(first)).status).toBe(200)
  expect((await take(last)).status).toBe(409)
  const { body: again } = await staff.call(order.info, { query: { orderNo: made.orderNo } })
  const back = { orderNo: made.orderNo, lines: [{ lineId: again.lines[0]?.id ?? 0, num: 5 }], reason: '协商一致' }
  expect((await staff.call(refund.start, { body: back })).status).toBe(200)
  expect((await take(last)).status).toBe(200)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('a refund frees the limit of what a reship had not sent yet, not of what it sent', async () => {
  const { shop, staff, orderNo, lineId } = await openSent()
  await send(staff, orderNo)
  const clerk = await shop.signIn({ can })
  const reship = () => asking(clerk, { orderNo, lines: [{ lineId, num: 3 }], reason: '运输破损' })
  const giveBack = async (reshipNo: string) => {
    const { body: info } = await clerk.call(order.info, { query: { orderNo: reshipNo } })
    const body = { orderNo: reshipNo, lines: [{ lineId: info.lines[0]?.id ?? 0, num: 3 }], reason: '协商一致' }
    expect((await clerk.call(refund.start, { body })).status).toBe(200)
  }
  await giveBack((await reship()).body.orderNo)
  const { status, body: sent } = await reship()
  expect([status, (await send(clerk, sent.orderNo)).status]).toEqual([200, 200])
  await giveBack(sent.orderNo)
  expect(await reship()).toMatchObject({ status: 422, body: { message: '补发商品金额超过您的权限' } })
})
