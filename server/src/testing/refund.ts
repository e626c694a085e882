import { randomUUID } from 'node:crypto'
import { type RefundAgain, type RefundForm, refund } from '@zhanggui/contract/order/refund.ts'
import { frontPay, payCallback } from '@zhanggui/contract/payment/front-pay.ts'
import { type SQL, sql } from 'drizzle-orm'
import { orderEdits } from '../areas/order/order-edit/order-edit.tables.ts'
import { payments } from '../areas/payment/payment/payment.tables.ts'
import { sendRefund } from '../areas/payment/refund/refund-send.service.ts'
import {
  getSimKey,
  SIM_MERCHANT,
  type SimRefundMessage,
  signMessage,
} from '../areas/payment/sim/sim-gateway.service.ts'
import { addBalance } from '../areas/user/ledger/ledger.service.ts'
import { inTransaction } from '../platform/http/context.ts'
import type { MadeOrder, StoredOrder } from './order.ts'
import { begin, type PayShop, payAtProvider, placeOrder, ring } from './pay.ts'
import type { Caller, Refused } from './shop.ts'

/** The signal of a job that is not interrupted. */
export const NEVER = new AbortController().signal

export const ask = async (staff: Caller, body: Partial<RefundForm> & { orderNo: string }) => {
  const { status, body: said } = await staff.call(refund.start, { body: { reason: '多拍', ...body } })
  return { status, body: said as typeof said & Refused }
}
export const again = async (staff: Caller, body: RefundAgain) => {
  const { status, body: said } = await staff.call(refund.again, { body })
  return { status, body: said as typeof said & Refused }
}
export async function all<Row extends Record<string, unknown>>({ shop }: PayShop, query: SQL) {
  return (await shop.ctx.db.execute<Row>(query)).rows
}
export const one = async (own: PayShop, query: SQL) => (await all(own, query))[0]
export const refundsOf = (own: PayShop) =>
  all(own, sql`select refund_no, state, amount_fen, method, fail_msg from refund order by id`)
export const statusOf = async (own: PayShop, { id }: { id: number }) =>
  (await one(own, sql`select status, refund_status from store_order where id = ${id}`)) as {
    status: number
    refund_status: number
  }

/** What staff heard of failed refunds; each is told to several. */
export const failuresTold = (own: PayShop) =>
  all(own, sql`select distinct title, content, created_at from notification where event = 'refund.failed'`)

/** Has the gateways try what is on its way. */
export async function send(own: PayShop) {
  for (const { id } of await all<{ id: number }>(own, sql`select id from refund where state = 0`))
    await sendRefund(own.shop.ctx, id)
}

export const give = ({ shop, buyer }: PayShop, numberFen: number) =>
  inTransaction(shop.ctx, (tx) => addBalance(tx, { uid: buyer.userId, type: 'system_add', numberFen }))

export async function paidByBalance(own: PayShop, order: MadeOrder & { num?: number } = {}): Promise<StoredOrder> {
  await give(own, 500_00)
  const made = await placeOrder(own, order)
  await own.buyer.call(frontPay.pay, { body: { orderNo: made.orderNo, payType: 'yue', channel: 'h5' } })
  return made
}

export async function paidByGateway(own: PayShop, order: MadeOrder & { num?: number } = {}): Promise<StoredOrder> {
  const made = await placeOrder(own, order)
  const { outTradeNo } = await begin(own, made.orderNo)
  const paid = await payAtProvider(own.shop, outTradeNo)
  if (paid) await ring(own.shop, paid)
  return made
}

/** What an edit of the order added, paid by the gateway or from the balance. */
export async function addEdit(
  { shop }: PayShop,
  { id, orderNo, uid, lines }: StoredOrder,
  fen: number,
  provider: 'sim' | 'balance' = 'sim',
): Promise<void> {
  await inTransaction(shop.ctx, async (tx) => {
    const at = { createdAt: tx.now(), updatedAt: tx.now() }
    const [edit] = await tx.db
      .insert(orderEdits)
      .values({
        ...at,
        editNo: `E${orderNo}`,
        orderId: id,
        plan: { add: [], remove: [], swap: [] },
        state: 1,
        addedFen: fen,
        removedFen: 0,
        differenceFen: fen,
        reason: '加一件',
      })
      .returning({ id: orderEdits.id })
    const outTradeNo = `${orderNo}-e1`
    await tx.db.insert(payments).values({
      ...at,
      bizType: 'edit',
      bizId: edit?.id ?? 0,
      bizNo: orderNo,
      uid,
      outTradeNo,
      provider,
      payType: provider === 'sim' ? 'weixin' : 'yue',
      channel: 'h5',
      amountFen: fen,
      state: 1,
      transactionId: `E${orderNo}`,
      payTime: tx.now(),
    })
    await tx.db.execute(sql`insert into sim_payment (out_trade_no, amount_fen, state, pay_type, transaction_id, paid_fen, paid_at, created_at)
      values (${outTradeNo}, ${fen}, 1, 'weixin', ${`E${orderNo}`}, ${fen}, ${tx.now()}::timestamptz, ${tx.now()}::timestamptz)`)
    await tx.db.execute(sql`update shop_user set consume_money_fen = consume_money_fen + ${fen} where id = ${uid}`)
    await tx.db.execute(sql`update store_order set pay_price_fen = pay_price_fen + ${fen} where id = ${id}`)
    await tx.db.execute(sql`update order_line set pay_share_fen = pay_share_fen + ${fen}, adjust_share_fen = adjust_share_fen + ${fen}
      where id = ${lines[0]?.id ?? 0}`)
  })
}

/** The message of the simulated gateway that a part of a refund arrived, or did not. */
export async function ringRefund(
  { ctx, clock, app }: PayShop['shop'],
  { refundNo, amount, result = 'success' }: Pick<SimRefundMessage, 'refundNo' | 'amount'> & Partial<SimRefundMessage>,
  more: Record<string, unknown> = {},
): Promise<number> {
  const message = { merchant: SIM_MERCHANT, currency: 'CNY', refundNo, amount, result, ...more }
  const payload = Buffer.from(JSON.stringify(message))
  const [timestamp, nonce] = [String(clock.now().getTime()), randomUUID()]
  const sign = signMessage({ timestamp, nonce, body: payload }, await getSimKey(ctx))
  const headers = {
    'content-type': 'application/json',
    'x-sim-timestamp': timestamp,
    'x-sim-nonce': nonce,
    'x-sim-sign': sign,
  }
  const url = payCallback.refund.path.replace(':provider', 'sim')
  return (await app.fastify.inject({ method: 'POST', url, headers, payload })).statusCode
}
