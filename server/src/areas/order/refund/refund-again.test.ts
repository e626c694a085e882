import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { makeOrder, type StoredOrder } from '../../../testing/order.ts'
import {
  begin,
  openPayShop,
  type PayShop,
  payAtProvider,
  placeOrder,
  ring,
  setSettings,
  takeFor,
} from '../../../testing/pay.ts'
import {
  addEdit,
  again,
  all,
  ask,
  give,
  one,
  paidByBalance,
  paidByGateway,
  refundsOf,
  ringRefund,
  send,
  statusOf,
} from '../../../testing/refund.ts'
import type { Caller } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { balancesOf, expectReconciled } from '../../../testing/user.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { ordersOfThisBuyer } from '../order-own/order-own.service.ts'
import { thawPoints } from '../shipment/receipt.service.ts'

const can = [refund.start, orderRoutes.info, orderRoutes.list, shipment.send]
const HOUR = 3600_000
const DAY = 24 * HOUR

/** Time passes; staff sign in again. */
function pass(shop: PayShop['shop'], ms: number): Promise<Caller> {
  shop.clock.advance(ms)
  return shop.signIn({ can })
}

const strays = (own: PayShop) => all(own, sql`select out_trade_no, reason from payment_stray order by id`)
const mismatches = (own: PayShop) =>
  all(own, sql`select distinct title from notification where event = 'payment.mismatch'`)
const moneyOf = async ({ shop, buyer }: PayShop) => (await balancesOf(shop.ctx, buyer.userId))?.money
const refundAll = async (staff: Caller, { orderNo, payPriceFen }: StoredOrder) =>
  (await ask(staff, { orderNo, amount: payPriceFen / 100 })).body.refundNo
const infoOf = async (staff: Caller, { orderNo }: StoredOrder) =>
  (await staff.call(orderRoutes.info, { query: { orderNo } })).body.refunds

describe('money is not paid twice', () => {
  test('the day of silence counts from the last sending, not from the first', async () => {
    const own = await openPayShop()
    const { shop } = own
    const made = await paidByGateway(own)
    let staff = await shop.signIn({ can })
    await setSettings(shop, { pay_sim_refund: 'fail' })
    const refundNo = await refundAll(staff, made)
    await send(own)
    staff = await pass(shop, 30 * HOUR)
    await setSettings(shop, { pay_sim_refund: 'silent' })
    expect((await again(staff, { refundNo })).status).toBe(200)
    await send(own)
    staff = await pass(shop, 23 * HOUR)
    expect(await infoOf(staff, made)).toMatchObject([{ canMark: false }])
    expect((await again(staff, { refundNo, outcome: 'failed' })).body.message).toBe(
      '退款正在处理，24 小时后仍无结果才能标记',
    )
    staff = await pass(shop, HOUR)
    expect(await infoOf(staff, made)).toMatchObject([{ canMark: true }])
    const ofFailed = async () =>
      (await staff.call(orderRoutes.list, { query: { refundFailed: true } })).body.list.map(
        ({ labels }) => labels[0]?.text,
      )
    expect(await ofFailed()).toEqual([])
    expect(await again(staff, { refundNo, outcome: 'failed' })).toMatchObject({ status: 200, body: { state: 2 } })
    expect(await ofFailed()).toEqual(['退款待处理'])
    expect((await again(staff, { refundNo, method: 'balance' })).status).toBe(200)
    expect(await ofFailed()).toEqual([])
  })

  test('money that arrives after it was paid to the balance is kept as a stray: staff are told once, the reconciliation shows it, nothing is booked', async () => {
    const own = await openPayShop()
    const { shop } = own
    const made = await paidByGateway(own)
    let staff = await shop.signIn({ can })
    await setSettings(shop, { pay_sim_refund: 'silent' })
    const refundNo = await refundAll(staff, made)
    await send(own)
    staff = await pass(shop, DAY)
    expect((await again(staff, { refundNo, outcome: 'failed' })).status).toBe(200)
    expect((await again(staff, { refundNo, method: 'balance' })).status).toBe(200)
    expect(await findUnbalanced(shop.ctx)).toEqual([])
    const before = [await one(own, sql`select * from store_order`), await one(own, sql`select * from refund`)]
    const told = { refundNo: `${refundNo}-1`, amount: 19_90 }
    const answers = await Promise.all([1, 2, 3].map((n) => ringRefund(shop, told, n > 1 ? { n } : {})))
    expect(answers).toEqual([200, 200, 200])
    expect(await moneyOf(own)).toBe(19_90)
    expect([await one(own, sql`select * from store_order`), await one(own, sql`select * from refund`)]).toEqual(before)
    expect(await strays(own)).toEqual([{ out_trade_no: `${refundNo}-1`, reason: 'elsewhere' }])
    expect(await mismatches(own)).toEqual([{ title: `已换方式退过，支付渠道又退成功：${made.orderNo}` }])
    expect(await findUnbalanced(shop.ctx)).toMatchObject([{ equation: 'R3', object: `${refundNo}-1` }])
  })

  test('before it goes another way the provider is asked: what it sent after all is booked, and nothing else is paid', async () => {
    const own = await openPayShop()
    const { shop } = own
    const [marked, refused] = [await paidByGateway(own), await paidByGateway(own)]
    let staff = await shop.signIn({ can })
    await setSettings(shop, { pay_sim_refund: 'silent' })
    const nos = [await refundAll(staff, marked), await refundAll(staff, refused)]
    const [one_ = '', two = ''] = nos
    await send(own)
    staff = await pass(shop, DAY)
    expect((await again(staff, { refundNo: one_, outcome: 'failed' })).status).toBe(200)
    await setSettings(shop, { pay_sim_refund: 'sync' })
    // Staff read the provider's page too early, or wrongly: the provider says otherwise.
    expect(await again(staff, { refundNo: one_, method: 'balance' })).toMatchObject({ status: 200, body: { state: 1 } })
    expect(await again(staff, { refundNo: two, outcome: 'failed' })).toMatchObject({ status: 200, body: { state: 1 } })
    expect(await refundsOf(own)).toMatchObject([
      { state: 1, method: 'origin' },
      { state: 1, method: 'origin' },
    ])
    expect(await moneyOf(own)).toBe(0)
    expect([await strays(own), await findUnbalanced(shop.ctx)]).toEqual([[], []])
  })

  test('what its provider has taken up again goes no other way, however it was refused before', async () => {
    const own = await openPayShop()
    const { shop } = own
    const made = await paidByGateway(own)
    let staff = await shop.signIn({ can })
    await setSettings(shop, { pay_sim_refund: 'fail' })
    const refundNo = await refundAll(staff, made)
    await send(own)
    await setSettings(shop, { pay_sim_refund: 'silent' })
    await all(own, sql`update sim_refund set state = 0`)
    const other = await again(staff, { refundNo, method: 'balance' })
    expect([other.status, other.body.message]).toEqual([
      409,
      '支付渠道仍在处理原退款，请点「重试」等它的结果，24 小时无结果可标记',
    ])
    expect(await moneyOf(own)).toBe(0)
    expect((await again(staff, { refundNo })).status).toBe(200)
    await all(own, sql`update sim_refund set state = 1`)
    staff = await pass(shop, 60_000)
    await send(own)
    expect(await refundsOf(own)).toMatchObject([{ state: 1, method: 'origin' }])
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('a refund that failed and arrives after all is booked; once its goods were sent it is a stray', async () => {
    const own = await openPayShop()
    const { shop } = own
    const [kept, sent] = [await paidByGateway(own), await paidByGateway(own)]
    const staff = await shop.signIn({ can })
    await setSettings(shop, { pay_sim_refund: 'fail' })
    const nos = [await refundAll(staff, kept), await refundAll(staff, sent)]
    await send(own)
    const shipped = { orderNo: sent.orderNo, deliveryType: 'fictitious' as const }
    expect((await staff.call(shipment.send, { body: shipped })).status).toBe(200)
    for (const no of nos) expect(await ringRefund(shop, { refundNo: `${no}-1`, amount: 19_90 })).toBe(200)
    expect(await refundsOf(own)).toMatchObject([{ state: 1 }, { state: 2 }])
    expect([await statusOf(own, kept), await statusOf(own, sent)]).toMatchObject([
      { refund_status: 2 },
      { status: 1, refund_status: 0 },
    ])
    expect(await strays(own)).toEqual([{ out_trade_no: `${nos[1]}-1`, reason: 'late' }])
    expect(await findUnbalanced(shop.ctx)).toMatchObject([{ equation: 'R3', object: `${nos[1]}-1` }])
  })
})

test('T6 money that came twice and goes to the balance is there, once, with its bill', async () => {
  const own = await openPayShop()
  const { shop } = own
  const made = await placeOrder(own)
  const { outTradeNo } = await begin(own, made.orderNo)
  await give(own, 50_00)
  const paid = await payAtProvider(shop, outTradeNo)
  await own.buyer.call(frontPay.pay, { body: { orderNo: made.orderNo, payType: 'yue', channel: 'h5' } })
  await setSettings(shop, { pay_sim_refund: 'fail' })
  if (paid) await ring(shop, paid)
  await send(own)
  const staff = await shop.signIn({ can })
  const [{ refundNo = '' } = {}] = await infoOf(staff, made)
  const both = await Promise.all([1, 2].map(() => again(staff, { refundNo, method: 'balance' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await moneyOf(own)).toBe(50_00)
  expect(await all(own, sql`select number_fen, pm from user_bill where biz_key like 'refund:%'`)).toEqual([
    { number_fen: 19_90, pm: 1 },
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  // A surplus that was booked as paid and never reached the balance is seen.
  await all(own, sql`update refund set refund_no = 'R20260101000000000000'`)
  expect(await findUnbalanced(shop.ctx)).toMatchObject([{ equation: 'R4', object: 'R20260101000000000000' }])
})

test('R3 what goes again is shared anew over what the payments still have, under a number of its own', async () => {
  const own = await openPayShop()
  const { shop } = own
  const made = await paidByGateway(own, { num: 2 })
  await addEdit(own, made, 10_00)
  const staff = await shop.signIn({ can })
  const { orderNo } = made
  await setSettings(shop, { pay_sim_refund: 'fail' })
  const { body: first } = await ask(staff, { orderNo, amount: 10 })
  await send(own)
  await setSettings(shop, { pay_sim_refund: 'sync' })
  expect((await ask(staff, { orderNo, amount: 35 })).status).toBe(200)
  await send(own)
  expect((await again(staff, { refundNo: first.refundNo })).status).toBe(200)
  await send(own)
  expect(
    await all(own, sql`select out_refund_no, out_trade_no, amount_fen, state from sim_refund order by id`),
  ).toMatchObject([
    { out_refund_no: `${first.refundNo}-1`, out_trade_no: `${orderNo}-1`, state: 2 },
    { out_trade_no: `${orderNo}-1`, state: 1 },
    { out_refund_no: `${first.refundNo}-2`, out_trade_no: `${orderNo}-1`, amount_fen: 4_80, state: 1 },
    { out_refund_no: `${first.refundNo}-3`, out_trade_no: `${orderNo}-e1`, amount_fen: 5_20, state: 1 },
  ])
  expect(await refundsOf(own)).toMatchObject([{ state: 1 }, { state: 1 }])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

describe('what the balance does not take', () => {
  const endAccount = (own: PayShop) =>
    all(own, sql`update shop_user set status = false, close_reason = '买家已注销账号' where id = ${own.buyer.userId}`)

  test('of an account that ended meanwhile is handed over by staff; the rest stays back', async () => {
    const own = await openPayShop()
    const { shop } = own
    const made = await paidByGateway(own, { num: 2 })
    await addEdit(own, made, 10_00, 'balance')
    const staff = await shop.signIn({ can })
    const { body } = await ask(staff, { orderNo: made.orderNo, amount: 49.8 })
    const { refundNo } = body
    await endAccount(own)
    await send(own)
    const failMsg = '该用户已注销，请线下退给买家 ¥10.00，再填写退款凭证'
    expect(await refundsOf(own)).toMatchObject([{ state: 0, fail_msg: failMsg }])
    expect(await infoOf(staff, made)).toMatchObject([{ canRetry: true, canMark: false }])
    expect((await again(staff, { refundNo, method: 'balance' })).status).toBe(422)
    expect((await again(staff, { refundNo })).body.message).toBe('请线下退给买家 ¥10.00，再填写退款凭证')
    expect(await again(staff, { refundNo, method: 'offline', voucher: '转账 7' })).toMatchObject({ body: { state: 1 } })
    expect(await moneyOf(own)).toBe(0)
    expect(await statusOf(own, made)).toMatchObject({ refund_status: 2 })
    expect(
      await all(own, sql`select number_fen, pay_type from user_bill where biz_key like 'refund:%' order by number_fen`),
    ).toEqual([
      { number_fen: 10_00, pay_type: 'offline' },
      { number_fen: 39_80, pay_type: 'weixin' },
    ])
    expect(await refundsOf(own)).toHaveLength(1)
  })

  test('of an account that has ended is cash from the start, with its voucher', async () => {
    const own = await openPayShop()
    const { shop } = own
    const { orderNo } = await paidByBalance(own)
    await endAccount(own)
    const staff = await shop.signIn({ can })
    const quote = await staff.call(refund.quote, { body: { orderNo, amount: 19.9 } })
    expect(quote.body).toMatchObject({ method: 'offline', handOver: 19.9 })
    expect(await ask(staff, { orderNo, amount: 19.9 })).toMatchObject({
      status: 400,
      body: { message: '请线下退给买家 ¥19.90，再填写退款凭证', errors: [{ field: 'voucher' }] },
    })
    expect(await ask(staff, { orderNo, amount: 19.9, voucher: '转账 8' })).toMatchObject({
      status: 200,
      body: { state: 1 },
    })
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('as it would be too large fails with its reason; what the gateway sent is booked as sent', async () => {
    const own = await openPayShop()
    const { shop } = own
    const made = await paidByGateway(own, { num: 2 })
    await addEdit(own, made, 10_00, 'balance')
    const staff = await shop.signIn({ can })
    const { body } = await ask(staff, { orderNo: made.orderNo, amount: 49.8 })
    const { refundNo } = body
    await give(own, 9_999_999_999 - 5_00)
    await send(own)
    const failMsg = '用户余额将超过上限，请线下退给买家 ¥10.00，再填写退款凭证'
    expect(await refundsOf(own)).toMatchObject([{ state: 0, fail_msg: failMsg }])
    expect(await again(staff, { refundNo, method: 'balance' })).toMatchObject({
      status: 422,
      body: { message: failMsg },
    })
    expect(await again(staff, { refundNo, method: 'offline', voucher: '转账 9' })).toMatchObject({ body: { state: 1 } })
    expect(await moneyOf(own)).toBe(9_999_999_999 - 5_00)
    const whole = await paidByGateway(own)
    const refused = await ask(staff, { orderNo: whole.orderNo, amount: 19.9, method: 'balance' })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      '用户余额将超过上限，请线下退给买家 ¥19.90，再填写退款凭证',
    ])
  })
})

test('of a refund that failed and of money that came late only staff hear who see the order', async () => {
  const own = await openPayShop()
  const { shop } = own
  const admin = await shop.signInAdmin()
  const open = async (name: string) => (await admin.call(store.save, { body: storeDraft(name) })).body.id
  const [here, there] = [await open('漕溪路店'), await open('人民路店')]
  const clerk = await shop.signIn({ can, dataScope: '本门店', storeIds: [here] })
  const staff = await shop.signIn({ can })
  await setSettings(shop, { pay_sim_refund: 'fail' })
  const places = [{ shippingType: 2, storeId: here }, { shippingType: 2, storeId: there }, {}] as const
  const made: StoredOrder[] = []
  for (const place of places) {
    const order = await paidByGateway(own, place)
    await refundAll(staff, order)
    const twice = await placeOrder(own, place)
    const { outTradeNo } = await begin(own, twice.orderNo)
    const paid = await payAtProvider(shop, outTradeNo)
    await own.buyer.call(frontOrder.cancel, { body: { orderNo: twice.orderNo } })
    if (paid) await ring(shop, paid)
    made.push(order, twice)
  }
  await send(own)
  const heardBy = async ({ userId }: Caller) =>
    (
      await all<{ event: string; id: number }>(
        own,
        sql`select event, object_id::int as id from notification where user_id = ${userId} order by id`,
      )
    ).map(({ event, id }) => `${event} ${id}`)
  const [one_, two] = made
  // The refund of late money fails, too.
  const own_ = [`payment.late ${two?.id}`, `refund.failed ${one_?.id}`, `refund.failed ${two?.id}`]
  expect((await heardBy(clerk)).toSorted()).toEqual(own_.toSorted())
  expect(await heardBy(staff)).toHaveLength(9)
})

test('the calculation is kept whole, with the refund, in the log, in the stream and with the case', async () => {
  const own = await openPayShop({ stock: 1000 })
  const { shop, buyer, productId, skuId } = own
  const lines = Array.from({ length: 30 }, (_, at) => ({
    productId,
    skuId,
    num: 2,
    unitPriceFen: 19_90 + at,
    storeName: `加厚纯棉浴巾🛁第${at + 1}款，家用大号吸水不掉毛`,
  }))
  await give(own, 5000_00)
  const placed = await inTransaction(shop.ctx, async (tx) => {
    const order = await makeOrder(tx, { uid: buyer.userId, lines })
    await takeFor(tx, order)
    return order
  })
  const { orderNo } = placed
  await buyer.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } })
  const staff = await shop.signInAdmin()
  const units = placed.lines.map(({ id }) => ({ lineId: id, num: 1 }))
  const { body: applied } = await staff.call(afterSales.apply, {
    body: { orderNo, serviceType: 0, reason: '与描述不符', lines: units },
  })
  const { text } = (await staff.call(refund.quote, { body: { orderNo } })).body
  expect(text.length).toBeGreaterThan(1000)
  expect(await staff.call(afterSales.check, { body: { id: applied.id, pass: true } })).toMatchObject({ status: 200 })
  expect(await all(own, sql`select text, state from refund`)).toEqual([{ text, state: 1 }])
  const { list: log } = (await staff.call(orderRoutes.log, { query: { orderNo } })).body
  expect(log.some(({ message }) => message.endsWith(`。${text}`))).toBe(true)
  const { list: stream } = (await staff.call(orderNote.timeline, { query: { orderNo } })).body
  expect(stream.some((entry) => entry.text.endsWith(`。${text}`))).toBe(true)
  expect((await staff.call(afterSales.info, { query: { id: applied.id } })).body.refundText).toBe(text)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

describe('cash goes back with a voucher', () => {
  test('of an order that was paid in cash, and whatever is sent as a voucher', async () => {
    const own = await openPayShop()
    const { shop } = own
    const made = await placeOrder(own, { num: 3 })
    const { orderNo } = made
    const staff = await shop.signIn({ can: [...can, orderRoutes.paid] })
    await staff.call(orderRoutes.paid, { body: { orderNo, reason: '现金' } })
    const units = { orderNo, lines: [{ lineId: made.lines[0]?.id ?? 0, num: 1 }] }
    expect((await staff.call(refund.quote, { body: units })).body).toMatchObject({ handOver: 19.9 })
    const before = await one(own, sql`select * from store_order`)
    for (const voucher of [
      undefined,
      '',
      '  \u3000',
      '收'.repeat(513),
      7,
      ['收据'],
      { no: 1 },
      null,
      '\u0000',
      '\ud83d',
    ]) {
      const { status, body } = await ask(staff, { ...units, voucher: voucher as never })
      expect([voucher, status, typeof body.message]).toEqual([voucher, 400, 'string'])
    }
    expect([await refundsOf(own), await one(own, sql`select * from store_order`)]).toEqual([[], before])
    const voucher = `<b>'; drop table refund --🧾${'收'.repeat(400)}`
    expect(await ask(staff, { ...units, voucher: ` ${voucher} ` })).toMatchObject({ status: 200, body: { state: 1 } })
    expect(await one(own, sql`select voucher from refund`)).toEqual({ voucher })
    expect(await findUnbalanced(shop.ctx)).toEqual([])
    await all(own, sql`update refund set voucher = ''`)
    expect(await findUnbalanced(shop.ctx)).toMatchObject([{ equation: 'R4', what: '线下退款都有凭证' }])
  })

  test('a case of one that is approved waits for staff to hand the money over', async () => {
    const own = await openPayShop()
    const { shop } = own
    const made = await placeOrder(own)
    const { orderNo } = made
    const staff = await shop.signInAdmin()
    await staff.call(orderRoutes.paid, { body: { orderNo, reason: '现金' } })
    const lines = [{ lineId: made.lines[0]?.id ?? 0, num: 1 }]
    const { body: applied } = await staff.call(afterSales.apply, {
      body: { orderNo, serviceType: 0, reason: '与描述不符', lines },
    })
    const { id } = applied
    expect(await staff.call(afterSales.check, { body: { id, pass: true } })).toMatchObject({ status: 200 })
    expect(await refundsOf(own)).toMatchObject([{ state: 2, fail_msg: '请线下退给买家 ¥19.90，再填写退款凭证' }])
    expect(await statusOf(own, made)).toMatchObject({ refund_status: 1 })
    expect(await findUnbalanced(shop.ctx)).toEqual([])
    expect(await staff.call(afterSales.pay, { body: { id } })).toMatchObject({ status: 400 })
    expect(await staff.call(afterSales.pay, { body: { id, voucher: '收据 3' } })).toMatchObject({ status: 200 })
    expect(await statusOf(own, made)).toMatchObject({ refund_status: 2 })
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })
})

test('an account is not ended while late money that its provider refused is owed', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const made = await placeOrder(own)
  const { outTradeNo } = await begin(own, made.orderNo)
  const paid = await payAtProvider(shop, outTradeNo)
  await buyer.call(frontOrder.cancel, { body: { orderNo: made.orderNo } })
  await setSettings(shop, { pay_sim_refund: 'fail' })
  if (paid) await ring(shop, paid)
  await send(own)
  expect(await ordersOfThisBuyer.hasOpen(shop.ctx, buyer.userId)).toBe(true)
  const staff = await shop.signIn({ can })
  const [{ refundNo = '' } = {}] = await infoOf(staff, made)
  expect((await again(staff, { refundNo, method: 'offline', voucher: '转账 4' })).status).toBe(200)
  expect(await ordersOfThisBuyer.hasOpen(shop.ctx, buyer.userId)).toBe(false)
})

test('points to take back count those that come back with them', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const points = { uid: buyer.userId, linkType: 'system', title: '后台积分操作', status: 3 } as const
  const change = (type: 1 | 2, integral: number) =>
    inTransaction(shop.ctx, (tx) => changePoints(tx, { ...points, type, integral }))
  await change(1, 100)
  const made = await paidByGateway(own, { useIntegral: 100, gainIntegral: 150, deductionPriceFen: 1_00 })
  const lineId = made.lines[0]?.id ?? 0
  await all(own, sql`update order_line set use_integral_share = 100 where id = ${lineId}`)
  await inTransaction(shop.ctx, (tx) =>
    changePoints(tx, { ...points, type: 1, integral: 150, linkType: 'order', bizKey: `order:${made.id}:earn` }),
  )
  await change(2, 130)
  const staff = await shop.signIn({ can })
  const form = { orderNo: made.orderNo, lines: [{ lineId, num: 1 }], method: 'balance' as const }
  const { body: quote } = await staff.call(refund.quote, { body: form })
  expect(quote).toMatchObject({ pointsBack: 100, pointsTaken: 150, pointsShort: 30 })
  expect((await ask(staff, form)).status).toBe(200)
  expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ integral: 0 })
  expect(await one(own, sql`select mark from user_integral_record where biz_key like 'refund:%:earn'`)).toEqual({
    mark: '应扣回 150，积分不足，少扣 30',
  })
  // What is missing is owed, and whatever comes next pays it at once: no job has to come first.
  const owed = () => one(own, sql`select status, integral from user_integral_record where biz_key like 'refund:%:owed'`)
  const has = async () => (await balancesOf(shop.ctx, buyer.userId))?.integral
  expect(await owed()).toEqual({ status: 2, integral: 30 })
  await change(1, 20)
  expect([await has(), await owed()]).toEqual([0, { status: 2, integral: 10 }])
  expect(await thawPoints(shop.ctx, new AbortController().signal)).toBe(0)
  await change(1, 50)
  expect([await has(), await owed()]).toEqual([40, { status: 3, integral: 10 }])
  await expectReconciled(shop.ctx)
})
