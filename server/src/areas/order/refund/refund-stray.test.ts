import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import type { StoredOrder } from '../../../testing/order.ts'
import { openPayShop, type PayShop, setSettings } from '../../../testing/pay.ts'
import { again, all, ask, one, paidByGateway, refundsOf, ringRefund, send } from '../../../testing/refund.ts'
import type { Caller } from '../../../testing/shop.ts'
import { balancesOf } from '../../../testing/user.ts'

const DAY = 24 * 3600_000
const refusal = (message: string) => ({ status: 409, body: { message } })
const unitsOf = ({ orderNo, lines }: StoredOrder, num: number) => ({
  orderNo,
  lines: [{ lineId: lines[0]?.id ?? 0, num }],
})
const strays = (own: PayShop) => all(own, sql`select out_trade_no, reason from payment_stray order by id`)
const moneyOf = async ({ shop, buyer }: PayShop) => (await balancesOf(shop.ctx, buyer.userId))?.money

/** A refund that its provider refuses. */
async function refusedRefund(own: PayShop, staff: Caller, made: StoredOrder, num: number): Promise<string> {
  await setSettings(own.shop, { pay_sim_refund: 'fail' })
  const { refundNo } = (await ask(staff, unitsOf(made, num))).body
  await send(own)
  await setSettings(own.shop, { pay_sim_refund: 'sync' })
  return refundNo
}

/** It arrives all the same: the provider says so of its own accord, and whenever it is asked. */
async function arrive(own: PayShop, refundNo: string, amount: number): Promise<void> {
  await all(own, sql`update sim_refund set state = 1 where out_refund_no = ${`${refundNo}-1`}`)
  expect(await ringRefund(own.shop, { refundNo: `${refundNo}-1`, amount })).toBe(200)
}

test('what arrived too late for a case to let it be booked is not paid again with that case; once the case is over it is booked', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const made = await paidByGateway(own, { num: 2 })
  const staff = await shop.signInAdmin()
  const refundNo = await refusedRefund(own, staff, made, 2)
  const { body } = await buyer.call(frontAfterSales.apply, {
    body: { ...unitsOf(made, 2), serviceType: 0, reason: '与描述不符' },
  })
  await arrive(own, refundNo, 39_80)
  expect(await strays(own)).toEqual([{ out_trade_no: `${refundNo}-1`, reason: 'late' }])
  const { id } = body as { id: number }
  const gone = refusal('支付渠道已退过 ¥39.80，请先核对')
  expect(await staff.call(afterSales.check, { body: { id, pass: true } })).toMatchObject(gone)
  expect(await ask(staff, { orderNo: made.orderNo, method: 'balance' })).toMatchObject(gone)
  expect(await staff.call(refund.quote, { body: { orderNo: made.orderNo } })).toMatchObject(gone)
  expect((await again(staff, { refundNo, method: 'balance' })).status).toBe(409)
  expect([await moneyOf(own), await refundsOf(own)]).toMatchObject([0, [{ refund_no: refundNo, state: 2 }]])
  await buyer.call(frontAfterSales.revoke, { body: { id } })
  expect(await again(staff, { refundNo })).toMatchObject({ status: 200, body: { state: 1 } })
  expect(await moneyOf(own)).toBe(0)
})

test('what arrived after the goods were sent counts against its payment, whichever way the rest goes back', async () => {
  const own = await openPayShop()
  const { shop } = own
  const staff = await shop.signInAdmin()
  const [whole, half] = [await paidByGateway(own, { num: 2 }), await paidByGateway(own, { num: 2 })]
  const nos = [await refusedRefund(own, staff, whole, 2), await refusedRefund(own, staff, half, 1)]
  for (const { orderNo } of [whole, half])
    await staff.call(shipment.send, { body: { orderNo, deliveryType: 'fictitious' } })
  await arrive(own, nos[0] ?? '', 39_80)
  await arrive(own, nos[1] ?? '', 19_90)
  const gone = refusal('支付渠道已退过 ¥39.80，请先核对')
  for (const how of [{}, { method: 'balance' }, { method: 'offline', voucher: '收据' }] as const)
    expect(await ask(staff, { ...unitsOf(whole, 2), ...how })).toMatchObject(gone)
  expect(await ask(staff, { orderNo: whole.orderNo, amount: 0.01, method: 'balance' })).toMatchObject(gone)
  const halfGone = refusal('支付渠道已退过 ¥19.90，请先核对')
  expect(await ask(staff, { ...unitsOf(half, 2), method: 'balance' })).toMatchObject(halfGone)
  const both = await Promise.all([1, 2].map(() => ask(staff, { ...unitsOf(half, 1), method: 'balance' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await moneyOf(own)).toBe(19_90)
  expect((await findUnbalanced(shop.ctx)).map(({ equation, object }) => [equation, object])).toEqual(
    nos.map((no) => ['R3', `${no}-1`]),
  )
})

test('what went another way and by its provider too takes no more from the rest than it has', async () => {
  const own = await openPayShop()
  const { shop } = own
  const made = await paidByGateway(own, { num: 3 })
  const staff = await shop.signInAdmin()
  const refundNo = await refusedRefund(own, staff, made, 1)
  expect(await again(staff, { refundNo, method: 'balance' })).toMatchObject({ body: { state: 1 } })
  await arrive(own, refundNo, 19_90)
  expect(await strays(own)).toEqual([{ out_trade_no: `${refundNo}-1`, reason: 'elsewhere' }])
  const gone = refusal('支付渠道已退过 ¥19.90，请先核对')
  const { orderNo, lines } = made
  const change = [{ lineId: lines[0]?.id ?? 0, num: 0 }]
  const add = [{ skuId: own.skuId, num: 2 }]
  expect(await staff.call(orderEdit.confirm, { body: { orderNo, change, add, reason: '换货' } })).toMatchObject(gone)
  expect(await ask(staff, { ...unitsOf(made, 2), method: 'balance' })).toMatchObject(gone)
  expect((await ask(staff, unitsOf(made, 1))).status).toBe(200)
  await send(own)
  expect(await ask(staff, unitsOf(made, 1))).toMatchObject(gone)
  expect(await moneyOf(own)).toBe(19_90)
  expect(await one(own, sql`select sum(amount_fen)::int as fen from sim_refund where state = 1`)).toEqual({
    fen: 39_80,
  })
})

test('of what staff marked as failed and arrived late nothing goes another way, even while its provider is silent', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const made = await paidByGateway(own, { num: 2 })
  await setSettings(shop, { pay_sim_refund: 'silent' })
  const { refundNo } = (await ask(await shop.signInAdmin(), unitsOf(made, 1))).body
  await send(own)
  shop.clock.advance(DAY)
  const staff = await shop.signInAdmin()
  expect((await again(staff, { refundNo, outcome: 'failed' })).status).toBe(200)
  const apply = { ...unitsOf(made, 1), serviceType: 0 as const, reason: '与描述不符' }
  const { body } = await buyer.call(frontAfterSales.apply, { body: apply })
  expect(await ringRefund(shop, { refundNo: `${refundNo}-1`, amount: 19_90 })).toBe(200)
  await buyer.call(frontAfterSales.revoke, { body: { id: (body as { id: number }).id } })
  expect(await again(staff, { refundNo, method: 'balance' })).toMatchObject(refusal('支付渠道已退过 ¥19.90，请先核对'))
  expect(await moneyOf(own)).toBe(0)
})
