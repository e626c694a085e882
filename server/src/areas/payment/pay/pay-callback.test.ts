import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { roundTrips } from '../../../testing/database/round-trips.ts'
import { begin, openPayShop, placeOrder, ring } from '../../../testing/pay.ts'
import type { Shop } from '../../../testing/shop.ts'
import { expectReconciled } from '../../../testing/user.ts'
import { closeUnpaid } from '../../order/order-payment/order-overdue.service.ts'
import { sendRefund } from '../refund/refund-send.service.ts'

async function read<Row extends object>({ ctx }: Shop, query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await ctx.db.execute(query)).rows as Row[]
}

const stateOf = (shop: Shop) =>
  read(
    shop,
    sql`select paid, close_type, pay_price_fen, (select array_agg(state || case when surplus then 's' else '' end
    order by id) from payment where biz_id = o.id) as payments from store_order o order by id`,
  )
const straysOf = (shop: Shop) => read<{ reason: string }>(shop, sql`select reason from payment_stray order by id`)
const noticesOf = (shop: Shop) =>
  read<{ event: string }>(shop, sql`select event from notification where event like 'payment.%' order by id`)
const refundsOf = (shop: Shop) =>
  read<{ id: number }>(shop, sql`select id, state, surplus, amount_fen from refund order by id`)

/** Runs the jobs of late money, as the queue would. */
async function sendRefunds(shop: Shop) {
  const rows = await refundsOf(shop)
  for (const { id } of rows) await sendRefund(shop.ctx, id)
}

describe('a call-back', () => {
  test('with a wrong signature, an old time or no nonce is 401, counted, and leaves no trace', async () => {
    const pay = await openPayShop()
    const { shop } = pay
    const { orderNo, payPriceFen: amount } = await placeOrder(pay)
    const { outTradeNo } = await begin(pay, orderNo)
    const note = { outTradeNo, amount }
    const old = new Date(shop.clock.now().getTime() - 5 * 60_000 - 1000)
    for (const wrong of [{ key: 'guessed' }, { sign: 'x' }, { sign: '00'.repeat(32) }, { at: old }])
      expect(await ring(shop, note, wrong)).toMatchObject({ status: 401, body: { message: '签名错误' } })
    const bare = await shop.visitor().send('POST', '/api/callback/pay/sim', { outTradeNo })
    expect(bare).toMatchObject({ status: 401 })
    expect(await shop.visitor().send('POST', '/api/callback/pay/none', {})).toMatchObject({ status: 404 })
    const { text } = await shop.ctx.platform.measures.metrics()
    expect(text).toContain('bad_signatures_total{sender="sim"} 5')
    expect(await stateOf(shop)).toMatchObject([{ paid: false, payments: ['0'] }])
    expect(await straysOf(shop)).toEqual([])
  })

  test('for another amount, merchant, currency or an unknown number is kept and reported once, and changes nothing', async () => {
    const pay = await openPayShop()
    const { shop } = pay
    const admin = await shop.signInAdmin()
    const { orderNo, payPriceFen: amount } = await placeOrder(pay)
    const { outTradeNo } = await begin(pay, orderNo)
    const time = shop.clock.now().toISOString()
    for (let repeat = 0; repeat < 2; repeat++)
      for (const wrong of [{ amount: amount - 1 }, { merchant: 'other' }, { currency: 'USD' }, { outTradeNo: 'x-1' }])
        expect(await ring(shop, { outTradeNo, amount }, { ...wrong, time })).toMatchObject({
          status: 200,
          body: { code: 'SUCCESS' },
        })
    expect((await straysOf(shop)).map(({ reason }) => reason)).toEqual(['amount', 'merchant', 'merchant', 'unknown'])
    expect(await stateOf(shop)).toMatchObject([{ paid: false, payments: ['0'] }])
    expect(await noticesOf(shop)).toEqual(Array(4).fill({ event: 'payment.mismatch' }))
    expect(admin.userId).toBe(1)
    // A second payment for one attempt is no repetition.
    await ring(shop, { outTradeNo, amount })
    await ring(shop, { outTradeNo, amount }, { transactionId: 'another' })
    expect((await straysOf(shop)).at(-1)).toEqual({ reason: 'twice' })
    // Nor is a payment of another order by the same transaction.
    const other = await placeOrder(pay)
    const attempt = { outTradeNo: (await begin(pay, other.orderNo)).outTradeNo, amount: other.payPriceFen }
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await ring(shop, attempt, { transactionId: `T${outTradeNo}`, time })).toMatchObject({ status: 200 })
    expect((await straysOf(shop)).slice(-2)).toEqual([{ reason: 'twice' }, { reason: 'used' }])
    expect(await stateOf(shop)).toMatchObject([{ paid: true }, { paid: false, payments: ['0'] }])
    expect(await noticesOf(shop)).toHaveLength(6)
  })
})

test('five equal call-backs, three of them at once in two processes, pay an order once', async () => {
  const pay = await openPayShop()
  const { shop, buyer } = pay
  const second = await shop.second()
  const { orderNo, payPriceFen: amount, id } = await placeOrder(pay, { gainIntegral: 7 })
  const note = { outTradeNo: (await begin(pay, orderNo)).outTradeNo, amount }
  await shop.ctx.db.execute(sql`delete from outbox`)
  const together = [ring(shop, note), ring(shop, note, { process: second }), ring(shop, note, { process: second })]
  const answers = [
    ...(await Promise.all(together)),
    await ring(shop, note),
    await ring(shop, note, { process: second }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const [facts] = await read(
    shop,
    sql`select (select count(*)::int from user_bill) as bills, (select count(*)::int from user_integral_record) as points,
      (select count(*)::int from outbox where event = 'order.paid' and consumer = 'webhook') as events,
      (select count(*)::int from order_log where order_id = ${id} and change_type = 'pay') as logs,
      (select pay_count from shop_user where id = ${buyer.userId}) as paid_orders,
      (select sum(sales)::int from product_sku) as sales`,
  )
  expect(facts).toEqual({ bills: 1, points: 1, events: 1, logs: 1, paid_orders: 1, sales: 1 })
  expect(await stateOf(shop)).toMatchObject([{ paid: true, payments: ['1'] }])
  await expectReconciled(shop.ctx)
})

describe('an attempt', () => {
  test('whose order has another price by now is closed; its money goes back (T6) once, and the order stays', async () => {
    const pay = await openPayShop()
    const { shop } = pay
    await shop.signInAdmin()
    const { orderNo, payPriceFen: amount, id } = await placeOrder(pay)
    const { outTradeNo } = await begin(pay, orderNo)
    await shop.ctx.db.execute(sql`update store_order set pay_price_fen = 1000 where id = ${id}`)
    const next = await begin(pay, orderNo)
    expect(next.outTradeNo).not.toBe(outTradeNo)
    await shop.ctx.db.execute(sql`update sim_payment set state = 1, paid_fen = amount_fen, paid_at = now(),
      transaction_id = 'T1' where out_trade_no = ${outTradeNo}`)
    for (let repeat = 0; repeat < 2; repeat++) await ring(shop, { outTradeNo, amount }, { transactionId: 'T1' })
    expect(await stateOf(shop)).toMatchObject([{ paid: false, pay_price_fen: 1000, payments: ['1s', '0'] }])
    expect(await noticesOf(shop)).toEqual([{ event: 'payment.late' }])
    await sendRefunds(shop)
    await sendRefunds(shop)
    expect(await refundsOf(shop)).toMatchObject([{ state: 1, surplus: true, amount_fen: amount }])
    expect(await read(shop, sql`select amount_fen from sim_refund`)).toEqual([{ amount_fen: amount }])
    // The attempt at the price of now still pays.
    await ring(shop, { outTradeNo: next.outTradeNo, amount: 1000 })
    expect(await stateOf(shop)).toMatchObject([{ paid: true, payments: ['1s', '1'] }])
  })

  test('closed for another channel and paid all the same, at the price of now, pays the order (T2)', async () => {
    const pay = await openPayShop()
    const { shop } = pay
    const { orderNo, payPriceFen: amount } = await placeOrder(pay)
    const first = await begin(pay, orderNo, 'h5')
    const again = await begin(pay, orderNo, 'h5')
    expect(again, 'an open attempt is given again').toEqual(first)
    const other = await begin(pay, orderNo, 'wechat')
    expect(await stateOf(shop)).toMatchObject([{ payments: ['2', '0'] }])
    await ring(shop, { outTradeNo: first.outTradeNo, amount })
    expect(await stateOf(shop)).toMatchObject([{ paid: true, payments: ['1', '2'] }])
    await ring(shop, { outTradeNo: other.outTradeNo, amount })
    expect(await stateOf(shop)).toMatchObject([{ paid: true, payments: ['1', '1s'] }])
    expect(await refundsOf(shop)).toMatchObject([{ surplus: true, amount_fen: amount }])
  })
})

test('T6 money for an order closed meanwhile goes back; what the provider refuses for good is reported', async () => {
  const pay = await openPayShop()
  const { shop } = pay
  await shop.signInAdmin()
  const { orderNo, payPriceFen: amount } = await placeOrder(pay)
  const { outTradeNo } = await begin(pay, orderNo)
  shop.clock.advance(31 * 60_000)
  expect(await closeUnpaid(shop.ctx, new AbortController().signal)).toBe(1)
  await ring(shop, { outTradeNo, amount })
  expect(await stateOf(shop)).toMatchObject([{ paid: false, close_type: 2, payments: ['1s'] }])
  // The simulated provider closed it too, and knows of no money.
  await sendRefunds(shop)
  expect(await refundsOf(shop)).toMatchObject([{ state: 2 }])
  expect(await read(shop, sql`select event from notification where event = 'refund.failed'`)).toHaveLength(1)
})

test('a call-back takes at most six round trips, and so does paying from the balance', async () => {
  const pay = await openPayShop()
  const { shop, buyer } = pay
  const calledBack = await roundTrips(shop, async () => {
    const { orderNo, payPriceFen: amount } = await placeOrder(pay)
    const { outTradeNo } = await begin(pay, orderNo)
    return async () => expect((await ring(shop, { outTradeNo, amount })).status).toBe(200)
  })
  expect(calledBack).toBeLessThanOrEqual(6)
  await shop.ctx.db.execute(sql`update shop_user set now_money_fen = 10000`)
  const fromBalance = await roundTrips(shop, async () => {
    const { orderNo } = await placeOrder(pay)
    return async () =>
      expect((await buyer.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } })).status).toBe(200)
  })
  expect(fromBalance).toBeLessThanOrEqual(6)
})
