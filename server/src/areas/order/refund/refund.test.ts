import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { type RefundForm, refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { findUnbalanced, sell } from '../../../testing/checkout.ts'
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
  failuresTold,
  give,
  NEVER,
  one,
  paidByBalance,
  paidByGateway,
  refundsOf,
  send,
  statusOf,
} from '../../../testing/refund.ts'
import type { Caller, Refused } from '../../../testing/shop.ts'
import { balancesOf } from '../../../testing/user.ts'
import { askDue } from '../../payment/refund/refund-send.service.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import { afterSales, afterSalesLines } from '../after-sales/after-sales.tables.ts'
import * as orders from '../order/order.repository.ts'
import { receiveOrder } from '../order/order-transition.service.ts'
import { receiveDue } from '../shipment/receipt.service.ts'

const can = [refund.start, orderRoutes.info, shipment.send]
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const ship = (staff: Caller, orderNo: string, lines?: { lineId: number; num: number }[]) =>
  staff.call(shipment.send, { body: { orderNo, deliveryType: 'fictitious', ...(lines && { lines }) } })

/** A case of an order's first line. */
async function openCase({ shop }: PayShop, order: StoredOrder, num = 1): Promise<number> {
  const [line] = order.lines
  return inTransaction(shop.ctx, async (tx) => {
    const [made] = await tx.db
      .insert(afterSales)
      .values({
        salesNo: `S${order.orderNo}`,
        orderId: order.id,
        orderNo: order.orderNo,
        uid: order.uid,
        shippingType: 1,
        serviceType: 0,
        refundAmountFen: 19_90 * num,
        reason: '不想要了',
        createdAt: tx.now(),
        updatedAt: tx.now(),
      })
      .returning({ id: afterSales.id })
    const id = made?.id ?? 0
    await tx.db.insert(afterSalesLines).values({ afterSalesId: id, lineId: line?.id ?? 0, num, moneyFen: 19_90 * num })
    await tx.db.execute(sql`update order_line set after_num = ${num} where id = ${line?.id ?? 0}`)
    await orders.changeOrder(tx, order.id, { refundStatus: 1 })
    return id
  })
}

/** The usual example: A 2 × 95.00 and B 57.00, coupon 30.00, 500 points, freight 10.00. */
async function placeExample(own: PayShop) {
  const { shop, buyer, productId, skuId } = own
  const other = await sell(own, { storeName: '枕套', attrValue: [{ price: 60, stock: 5 }] })
  const points = { uid: buyer.userId, linkType: 'system', title: '后台积分操作', status: 3 } as const
  await inTransaction(shop.ctx, (tx) => changePoints(tx, { ...points, type: 1, integral: 600 }))
  return inTransaction(shop.ctx, async (tx) => {
    const made = await makeOrder(tx, {
      uid: buyer.userId,
      couponPriceFen: 30_00,
      deductionPriceFen: 5_00,
      useIntegral: 500,
      payPostageFen: 10_00,
      gainIntegral: 222,
      lines: [
        { productId, skuId, storeName: 'A', priceFen: 100_00, unitPriceFen: 95_00, num: 2, useIntegralShare: 385 },
        { ...other, storeName: 'B', priceFen: 60_00, unitPriceFen: 57_00, useIntegralShare: 115 },
      ],
    })
    const fen: Record<string, number[]> = { A: [23_08, 3_85, 163_07], B: [6_92, 1_15, 48_93] }
    for (const line of made.lines) {
      const [coupon, deduction, pay] = fen[line.storeName] ?? []
      await tx.db.execute(sql`update order_line set coupon_share_fen = ${coupon}, integral_share_fen = ${deduction},
        pay_share_fen = ${pay}, adjust_share_fen = 0 where id = ${line.id}`)
    }
    await takeFor(tx, made)
    return made
  })
}

describe('a refund is refused', () => {
  test('for what is not paid, not there, too much, nothing, stale or not seen; nothing changes', async () => {
    const own = await openPayShop()
    const { shop } = own
    const staff = await shop.signIn({ can })
    const open = await placeOrder(own)
    expect((await ask(staff, { orderNo: open.orderNo, amount: 1 })).body).toMatchObject({
      status: 422,
      message: '未支付订单不能退款',
    })
    const made = await paidByBalance(own, { num: 2, payPostageFen: 5_00 })
    const [{ id: lineId = 0 } = {}] = made.lines
    const refused = async (status: number, message: string, form: Partial<RefundForm>) => {
      const said = await ask(staff, { orderNo: made.orderNo, ...form })
      expect([said.status, said.body.message]).toEqual([status, message])
      const { reason: _, ...question } = form
      const quoted = await staff.call(refund.quote, { body: { orderNo: made.orderNo, ...question } })
      if (!form.version) expect((quoted.body as unknown as Refused).message).toBe(message)
    }
    await refused(400, '请选择退款商品，或填写退款金额', {})
    await refused(400, '订单中没有这个商品', { lines: [{ lineId: lineId + 1000, num: 1 }] })
    await refused(422, '「毛巾1」退款数量不能大于可退数量 2', { lines: [{ lineId, num: 3 }] })
    await refused(422, '退款金额不能大于可退金额 ¥19.90', { lines: [{ lineId, num: 1 }], amount: 19.91 })
    await refused(400, '退款金额必须大于0', { lines: [{ lineId, num: 1 }], amount: 0 })
    await refused(400, '同一商品只能填写一次', { lines: [1, 1].map((num) => ({ lineId, num })) })
    await refused(422, '退运费不能大于可退运费 ¥5.00', { lines: [{ lineId, num: 1 }], postage: 6 })
    expect((await ask(staff, { orderNo: made.orderNo, amount: 1, version: 0 })).body.code).toBe('VERSION_CONFLICT')
    const stranger = await shop.signIn({ can: [orderRoutes.info] })
    expect((await ask(stranger, { orderNo: made.orderNo, amount: 1 })).status).toBe(403)
    expect((await ask(staff, { orderNo: '20260101000000000000', amount: 1 })).status).toBe(404)
    expect((await again(staff, { refundNo: 'R20260101000000000000' })).status).toBe(404)
    expect(await refundsOf(own)).toEqual([])
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('above reauth_amount without a fresh proof, but not below it', async () => {
    const own = await openPayShop()
    const { shop } = own
    const staff = await shop.signIn({ can })
    await setSettings(shop, { reauth_amount: 20_00 })
    const { orderNo } = await paidByBalance(own, { num: 2 })
    shop.clock.advance(11 * MINUTE)
    expect(await ask(staff, { orderNo, amount: 20.01 })).toMatchObject({
      status: 428,
      body: { code: 'REAUTH_REQUIRED' },
    })
    expect(await ask(staff, { orderNo, amount: 20 })).toMatchObject({ status: 200 })
  })
})

describe('a refund to the balance', () => {
  test('the calculator says what is booked: one A 81.53 and 192 points, the other 81.54 and 193; all is what was paid', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const staff = await shop.signIn({ can })
    await give(own, 300_00)
    const { orderNo, lines } = await placeExample(own)
    const [a = 0, b = 0] = lines.map(({ id }) => id)
    await buyer.call(frontPay.pay, { body: { orderNo, payType: 'yue', channel: 'h5' } })
    const texts: string[] = []
    for (const lineId of [a, a, b]) {
      const form = { orderNo, lines: [{ lineId, num: 1 }] }
      const { body: quote } = await staff.call(refund.quote, { body: form })
      const had = await balancesOf(shop.ctx, buyer.userId)
      const sold = await one(own, sql`select sum(sales)::int as num from product_sku`)
      expect(await ask(staff, form)).toMatchObject({ status: 200, body: { state: 1 } })
      expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({
        money: (had?.money ?? 0) + Math.round(quote.total * 100),
        integral: (had?.integral ?? 0) + quote.pointsBack,
        experience: (had?.experience ?? 0) - quote.experience,
      })
      expect(await one(own, sql`select sum(sales)::int as num from product_sku`)).toEqual({
        num: Number(sold?.num) - 1,
      })
      texts.push(quote.text)
    }
    expect(texts).toEqual([
      'A 163.07 × 1/2 = 81.53；不退运费；退回积分 192；扣回积分 82',
      'A 163.07 × 1/2 = 81.54；不退运费；退回积分 193；扣回积分 82',
      'B 48.93；退运费 10.00；退回积分 115；扣回积分 58',
    ])
    expect((await all(own, sql`select text from refund order by id`)).map(({ text }) => text)).toEqual(texts)
    expect(await balancesOf(shop.ctx, buyer.userId)).toEqual({ money: 300_00, integral: 600, experience: 0, level: 0 })
    expect(
      await one(
        own,
        sql`select refund_status, tab, refund_price_fen, refund_postage_fen, back_integral from store_order`,
      ),
    ).toEqual({ refund_status: 2, tab: 9, refund_price_fen: 222_00, refund_postage_fen: 10_00, back_integral: 500 })
    expect(await one(own, sql`select status, integral from user_integral_record where biz_key like '%:earn'`)).toEqual({
      status: 4,
      integral: 0,
    })
    expect(await ask(staff, { orderNo, amount: 1 })).toMatchObject({ status: 409, body: { message: '订单已退款' } })
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('units never sent return to stock, sent ones with restock alone; what is left to send is none: the order is shipped', async () => {
    const own = await openPayShop({ stock: 10 })
    const { shop, buyer } = own
    const staff = await shop.signIn({ can })
    const made = await paidByBalance(own, { num: 4, gainIntegral: 40, printTime: shop.clock.now() })
    const { orderNo } = made
    const [{ id: lineId = 0 } = {}] = made.lines
    const stock = async () =>
      Number((await one(own, sql`select stock from product_sku where id = ${own.skuId}`))?.stock)
    expect((await ship(staff, orderNo, [{ lineId, num: 2 }])).status).toBe(200)
    expect(await stock()).toBe(6)
    await ask(staff, { orderNo, lines: [{ lineId, num: 1 }] })
    expect([await stock(), (await statusOf(own, made)).status]).toEqual([7, 0])
    expect(await one(own, sql`select print_stale from store_order`)).toEqual({ print_stale: true })
    const two = await ask(staff, { orderNo, lines: [{ lineId, num: 2 }], restock: true })
    expect(two.status).toBe(200)
    expect(await stock()).toBe(9)
    expect(
      await one(
        own,
        sql`select status, refund_status, ship_time is not null as sent, auto_receive_time is not null as due from store_order`,
      ),
    ).toEqual({ status: 1, refund_status: 0, sent: true, due: true })
    expect(
      await all(own, sql`select reason, change, ref_type from stock_ledger where ref_type = 'refund' order by id`),
    ).toEqual([
      { reason: 'order_refund', change: 1, ref_type: 'refund' },
      { reason: 'order_refund', change: 1, ref_type: 'refund' },
      { reason: 'return_in', change: 1, ref_type: 'refund' },
    ])
    await inTransaction(shop.ctx, async (tx) => {
      const locked = await orders.lockOrder(tx, { id: made.id })
      if (locked) await receiveOrder(tx, locked, '确认收货')
    })
    const { body: quote } = await staff.call(refund.quote, { body: { orderNo, amount: 5 } })
    expect(quote).toMatchObject({ total: 5, pointsShort: 0, stock: [], ends: false })
    const money = await ask(staff, { orderNo, amount: 5 })
    expect(money).toMatchObject({ status: 200, body: { state: 1 } })
    expect(await one(own, sql`select refund_num, cut_num, compensated_fen, refund_money_fen from order_line`)).toEqual({
      refund_num: 3,
      cut_num: 2,
      compensated_fen: 5_00,
      refund_money_fen: 64_70,
    })
    expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ money: 500_00 - 79_60 + 64_70 })
    expect(await all(own, sql`select from audit_entry where action = 'refund'`)).toHaveLength(3)
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('T21 a deleted order comes back into sight with its refund, and a reship takes back no sale', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const staff = await shop.signIn({ can })
    const made = await paidByBalance(own, { isDel: true })
    expect((await ask(staff, { orderNo: made.orderNo, amount: 1 })).status).toBe(200)
    expect(await one(own, sql`select is_del from store_order`)).toEqual({ is_del: false })
    const reship = await placeOrder(own, {
      source: 'reship',
      fromOrderNo: made.orderNo,
      paid: true,
      payPriceFen: 0,
    })
    const [{ id: lineId = 0 } = {}] = reship.lines
    const sold = await one(own, sql`select sales from product_sku where id = ${own.skuId}`)
    expect(await ask(staff, { orderNo: reship.orderNo, lines: [{ lineId, num: 1 }] })).toMatchObject({
      status: 200,
      body: { state: 1 },
    })
    expect(await one(own, sql`select sales from product_sku where id = ${own.skuId}`)).toEqual(sold)
    expect(await statusOf(own, reship)).toMatchObject({ refund_status: 2 })
    expect(await one(own, sql`select refund_money_fen from shop_user where id = ${buyer.userId}`)).toEqual({
      refund_money_fen: 1_00,
    })
  })
})

describe('a refund by the gateway', () => {
  test('it fails twice, is silent and succeeds: the case waits meanwhile, one number there, money once', async () => {
    const own = await openPayShop()
    const { shop } = own
    const staff = await shop.signIn({ can })
    const made = await paidByGateway(own)
    const caseId = await openCase(own, made)
    const states: number[] = [1]
    const note = async () => states.push((await statusOf(own, made)).refund_status)
    expect((await ask(staff, { orderNo: made.orderNo, lines: [{ lineId: 1, num: 1 }] })).body.message).toBe(
      '请在售后单中处理',
    )
    await setSettings(shop, { pay_sim_refund: 'fail' })
    const { body: first } = await ask(staff, { orderNo: made.orderNo })
    expect(first).toMatchObject({ state: 0 })
    await note()
    expect((await ask(staff, { orderNo: made.orderNo, amount: 1 })).body.message).toBe('已有一笔退款正在处理')
    await send(own)
    await note()
    const { refundNo } = first
    expect(await again(staff, { refundNo })).toMatchObject({ status: 200, body: { state: 0 } })
    await send(own)
    await note()
    await setSettings(shop, { pay_sim_refund: 'silent' })
    await again(staff, { refundNo })
    await send(own)
    await note()
    expect((await again(staff, { refundNo })).body.message).toBe('已有一笔退款正在处理')
    expect((await again(staff, { refundNo, outcome: 'succeeded', voucher: '核对' })).body.message).toBe(
      '退款正在处理，24 小时后仍无结果才能标记',
    )
    await setSettings(shop, { pay_sim_refund: 'sync' })
    shop.clock.advance(2 * MINUTE)
    await askDue(shop.ctx, NEVER)
    await askDue(shop.ctx, NEVER)
    await note()
    expect(states).toEqual([1, 3, 1, 1, 3, 2])
    expect(await refundsOf(own)).toMatchObject([{ refund_no: refundNo, state: 1, amount_fen: 19_90, method: 'origin' }])
    expect(await all(own, sql`select out_refund_no, state, amount_fen from sim_refund`)).toEqual([
      { out_refund_no: `${refundNo}-1`, state: 1, amount_fen: 19_90 },
    ])
    expect(await one(own, sql`select state, refund_no from after_sales where id = ${caseId}`)).toEqual({
      state: 3,
      refund_no: refundNo,
    })
    expect(
      await one(
        own,
        sql`select count(*)::int as num from user_bill where type = 'pay_product_refund' and not affect_balance`,
      ),
    ).toEqual({ num: 1 })
    expect(await failuresTold(own)).toHaveLength(2)
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('what failed goes no more once its units were sent; it goes to the balance as long as they are there', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const staff = await shop.signIn({ can })
    await setSettings(shop, { pay_sim_refund: 'fail' })
    const [sent, kept] = [await paidByGateway(own), await paidByGateway(own)]
    const failed: string[] = []
    for (const { orderNo, lines } of [sent, kept]) {
      const { body } = await ask(staff, { orderNo, lines: [{ lineId: lines[0]?.id ?? 0, num: 1 }] })
      await send(own)
      failed.push(body.refundNo)
    }
    const [one_ = '', two = ''] = failed
    expect(await statusOf(own, sent)).toEqual({ status: 0, refund_status: 0 })
    expect((await ship(staff, sent.orderNo)).status).toBe(200)
    expect(await again(staff, { refundNo: one_ })).toMatchObject({
      status: 409,
      body: { message: '订单已变化，请重新退款' },
    })
    expect((await again(staff, { refundNo: two, method: 'offline' })).body.message).toBe(
      '请线下退给买家 ¥19.90，再填写退款凭证',
    )
    const retries = async ({ orderNo }: StoredOrder) =>
      (await staff.call(orderRoutes.info, { query: { orderNo } })).body.refunds.map(({ canRetry }) => canRetry)
    expect(await retries(kept)).toEqual([true])
    const both = await Promise.all([1, 2].map(() => again(staff, { refundNo: two, method: 'balance' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ money: 19_90 })
    expect(await statusOf(own, kept)).toMatchObject({ refund_status: 2 })
    expect(await refundsOf(own)).toMatchObject([{ state: 2 }, { state: 1, method: 'balance' }])
    expect(await retries(kept)).toEqual([false])
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('one of two parts refused: on its way until the rest goes to the balance', async () => {
    const own = await openPayShop()
    const { shop, buyer } = own
    const staff = await shop.signIn({ can })
    const made = await paidByGateway(own, { num: 2 })
    await addEdit(own, made, 10_00)
    await setSettings(shop, { pay_sim_refund: 'silent' })
    const { body } = await ask(staff, { orderNo: made.orderNo, amount: 49.8 })
    const { refundNo } = body
    await send(own)
    expect(await all(own, sql`select out_refund_no, amount_fen from sim_refund order by id`)).toEqual([
      { out_refund_no: `${refundNo}-1`, amount_fen: 39_80 },
      { out_refund_no: `${refundNo}-2`, amount_fen: 10_00 },
    ])
    await all(own, sql`update sim_refund set state = 2 where amount_fen = 1000`)
    await send(own)
    expect(await again(staff, { refundNo, method: 'balance' })).toMatchObject({
      status: 409,
      body: { message: '已有一笔退款正在处理' },
    })
    await all(own, sql`update sim_refund set state = 1 where state = 0`)
    await send(own)
    expect(await statusOf(own, made)).toMatchObject({ refund_status: 3 })
    expect(await refundsOf(own)).toMatchObject([{ state: 0, fail_msg: '模拟支付：商户号可用余额不足，请充值后重试' }])
    await send(own)
    expect(await again(staff, { refundNo, method: 'balance' })).toMatchObject({ status: 200, body: { state: 1 } })
    expect(await balancesOf(shop.ctx, buyer.userId)).toMatchObject({ money: 10_00 })
    expect(await statusOf(own, made)).toMatchObject({ refund_status: 2 })
    expect(
      await all(
        own,
        sql`select number_fen, affect_balance from user_bill where type = 'pay_product_refund' order by number_fen`,
      ),
    ).toEqual([
      { number_fen: 10_00, affect_balance: true },
      { number_fen: 39_80, affect_balance: false },
    ])
  })

  test('after a day without a word staff hear of it daily, and say what the provider’s own page says', async () => {
    const own = await openPayShop()
    const { shop } = own
    await setSettings(shop, { pay_sim_refund: 'silent' })
    const [done, lost] = [await paidByGateway(own), await paidByGateway(own)]
    const admin = await shop.signIn({ can })
    const nos: string[] = []
    for (const { orderNo } of [done, lost]) nos.push((await ask(admin, { orderNo, amount: 19.9 })).body.refundNo)
    const told = async () => (await failuresTold(own)).length
    for (const [hours, expected] of [
      [1, 0],
      [24, 2],
      [2, 2],
      [24, 4],
    ] as const) {
      shop.clock.advance(hours * HOUR)
      await askDue(shop.ctx, NEVER)
      expect([hours, await told()]).toEqual([hours, expected])
    }
    const [first = '', second = ''] = nos
    const late = await shop.signIn({ can })
    shop.clock.advance(11 * MINUTE)
    expect((await again(late, { refundNo: first, outcome: 'succeeded', voucher: '核对' })).status).toBe(428)
    const staff = await shop.signIn({ can })
    expect((await again(staff, { refundNo: first, outcome: 'succeeded' })).body.message).toBe(
      '请填写支付渠道的退款凭证',
    )
    expect(await again(staff, { refundNo: first, outcome: 'succeeded', voucher: '5030' })).toMatchObject({
      body: { state: 1 },
    })
    expect(await again(staff, { refundNo: second, outcome: 'failed' })).toMatchObject({ body: { state: 2 } })
    expect([await statusOf(own, done), await statusOf(own, lost)]).toMatchObject([
      { refund_status: 2 },
      { refund_status: 0 },
    ])
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('a refund that cannot be booked five times is left alone for a day and reported; the others go on', async () => {
    const own = await openPayShop()
    const { shop } = own
    await setSettings(shop, { pay_sim_refund: 'silent' })
    const admin = await shop.signIn({ can })
    const [broken, fine] = [await paidByGateway(own), await paidByGateway(own)]
    for (const { orderNo } of [broken, fine]) await ask(admin, { orderNo, amount: 19.9 })
    await send(own)
    await setSettings(shop, { pay_sim_refund: 'sync' })
    const kept = (fen: number) =>
      all(own, sql`update store_order set refund_price_fen = ${fen} where id = ${broken.id}`)
    // No more than was paid may go back of an order: booking it is refused by the database.
    await kept(19_90)
    shop.clock.advance(10 * MINUTE)
    const asked: number[] = []
    for (let turn = 0; turn < 6; turn++) asked.push(await askDue(shop.ctx, NEVER))
    expect(asked).toEqual([1, 0, 0, 0, 0, 0])
    expect([await statusOf(own, broken), await statusOf(own, fine)]).toMatchObject([
      { refund_status: 3 },
      { refund_status: 2 },
    ])
    expect(await one(own, sql`select fails, until is not null as parked from job_parked`)).toEqual({
      fails: 5,
      parked: true,
    })
    await kept(0)
    expect(await askDue(shop.ctx, NEVER)).toBe(0)
    shop.clock.advance(25 * HOUR)
    expect(await askDue(shop.ctx, NEVER)).toBe(1)
    expect(await statusOf(own, broken)).toMatchObject({ refund_status: 2 })
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })

  test('T6 a surplus that its provider refuses can be sent again, and leaves the order alone', async () => {
    const own = await openPayShop()
    const { shop } = own
    const staff = await shop.signIn({ can })
    const made = await placeOrder(own)
    const { outTradeNo } = await begin(own, made.orderNo)
    await give(own, 50_00)
    const paid = await payAtProvider(shop, outTradeNo)
    await own.buyer.call(frontPay.pay, { body: { orderNo: made.orderNo, payType: 'yue', channel: 'h5' } })
    await setSettings(shop, { pay_sim_refund: 'fail' })
    if (paid) await ring(shop, paid)
    await send(own)
    const [failed] = await all<{ refund_no: string }>(own, sql`select refund_no, state, surplus from refund`)
    expect(failed).toMatchObject({ state: 2, surplus: true })
    const before = await one(own, sql`select * from store_order`)
    await setSettings(shop, { pay_sim_refund: 'sync' })
    expect((await again(staff, { refundNo: failed?.refund_no ?? '' })).status).toBe(200)
    await send(own)
    expect(await refundsOf(own)).toMatchObject([{ state: 1 }])
    expect(await one(own, sql`select * from store_order`)).toEqual(before)
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })
})

describe('of two at once one wins', () => {
  test('two clerks refund one order', async () => {
    const own = await openPayShop()
    const { shop } = own
    const clerks = [await shop.signIn({ can }), await shop.signIn({ can })]
    const made = await paidByGateway(own)
    const answers = await Promise.all(clerks.map((clerk) => ask(clerk, { orderNo: made.orderNo, amount: 19.9 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await refundsOf(own)).toHaveLength(1)
  })

  test('a refund against a shipment', async () => {
    const own = await openPayShop({ stock: 100 })
    const { shop } = own
    const staff = await shop.signIn({ can })
    for (let round = 0; round < 8; round++) {
      const made = await paidByGateway(own)
      const [back, sent] = await Promise.all([
        ask(staff, { orderNo: made.orderNo, lines: [{ lineId: made.lines[0]?.id ?? 0, num: 1 }] }),
        ship(staff, made.orderNo),
      ])
      // Shipped first, its refund follows; on its way back first, it is not shipped.
      const { status, refund_status } = await statusOf(own, made)
      if (sent.status === 200) expect([back.status, status, refund_status]).toEqual([200, 1, 3])
      else expect([sent.status, back.status, status, refund_status]).toEqual([409, 200, 0, 3])
      await send(own)
    }
    expect(await findUnbalanced(shop.ctx)).toEqual([])
  })
})

test('a refund against orderAutoReceipt: one after the other, never across', async () => {
  const own = await openPayShop({ stock: 100 })
  const { shop } = own
  const staff = await shop.signIn({ can })
  const made: StoredOrder[] = []
  for (let at = 0; at < 6; at++) {
    const order = await paidByGateway(own, { num: 2 })
    expect((await ship(staff, order.orderNo)).status).toBe(200)
    made.push(order)
  }
  await all(own, sql`update store_order set auto_receive_time = now() - interval '1 minute'`)
  const refund_ = ({ orderNo, lines }: StoredOrder) =>
    ask(staff, { orderNo, lines: [{ lineId: lines[0]?.id ?? 0, num: 1 }] })
  const [, ...answers] = await Promise.all([receiveDue(shop.ctx, NEVER), ...made.map(refund_)])
  expect(answers.map(({ status }) => status)).toEqual(made.map(() => 200))
  for (const order of made) {
    const { status, refund_status } = await statusOf(own, order)
    expect([1, 2]).toContain(status)
    expect(refund_status).toBe(3)
  }
  await send(own)
  await receiveDue(shop.ctx, NEVER)
  for (const order of made) expect(await statusOf(own, order)).toEqual({ status: 2, refund_status: 0 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})
