import { canRefund } from '@zhanggui/domain/order/order-state.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { answerSim, arriveSim, beginSim, type SimOutcome } from '../../payment/demo/sim.demo.ts'
import type { PaymentRow } from '../../payment/payment/payment.service.ts'
import { settleParts } from '../../payment/refund/refund-settle.service.ts'
import * as orders from '../order/order.repository.ts'
import { closeOrder, paidFor } from '../order/order-transition.service.ts'
import { lockRefund, type RefundWish, startRefund } from '../refund/refund.service.ts'
import { refundAgain } from '../refund/refund-again.service.ts'
import { repaidOf } from '../refund/refund-finish.service.ts'
import { payBySim } from './order-pay.demo.ts'
import { DAY_MS, HOUR_MS, type Life, MINUTE_MS } from './order-stage.demo.ts'
import { refundReasons } from './order-words.demo.ts'

const EMPTY = '商户号可用余额不足，请充值后点重试'

/** Before it is sent some buyers want one of several less, or nothing of it. */
export async function refundUnsent({ n, orderNo, age, byStaff }: Life): Promise<void> {
  if (n % 17 !== 4 || age < 4 * HOUR_MS) return
  const then = byStaff(3 * HOUR_MS, 'manager')
  const order = await orders.lockOrder(then, { orderNo })
  if (!order?.paid || order.sentNum || canRefund(order)) return
  const lines = await orders.linesOf(then, order.id)
  const one = order.totalNum > 1 ? lines.find(({ num }) => num > 0) : undefined
  const wanted = one ? [{ lineId: one.id, num: 1 }] : lines.map(({ id, num }) => ({ lineId: id, num }))
  await giveBack(then, order, { lines: wanted, reason: reasonOf(n) })
}

/** After it came, something for a scratch, or the money of a unit that went back on the shelf. */
export async function refundSent({ n, orderNo, age, byStaff }: Life): Promise<void> {
  if (n % 23 !== 9) return
  const order = await orders.findOrder(byStaff(age), { orderNo })
  if (!order?.paid || order.status < 2 || !order.receiveTime || canRefund(order)) return
  const after = order.receiveTime.getTime() - order.createdAt.getTime() + 10 * HOUR_MS
  if (after > age) return
  const then = byStaff(after, 'manager')
  const locked = await orders.lockOrder(then, { orderNo })
  const line = (await orders.linesOf(then, order.id)).find(({ num, refundNum }) => num > refundNum)
  if (!locked || !line) return
  const isMoney = n % 2 === 1
  const some = Math.floor(line.payShareFen / 10)
  if (isMoney && some < 1) return
  const wish = isMoney ? { amountFen: some } : { lines: [{ lineId: line.id, num: 1 }], restock: true }
  await giveBack(then, locked, { ...wish, reason: reasonOf(n) })
}

/** How a refund went wrong, and how old its order is at least. */
type Trouble = { days: number; tell(life: Life, order: orders.OrderRow, lineId: number): Promise<void> }

const troubles: readonly Trouble[] = [
  { days: 0.3, tell: refused },
  { days: 0.3, tell: refused },
  { days: 0.3, tell: refused },
  { days: 2.5, tell: silent },
  { days: 2.5, tell: paidAtLast },
  { days: 2.5, tell: toBalance },
]

/** Of the last days some refunds that the gateway refused, one of which it says nothing, and two that went at last. */
export async function refundInTrouble(tx: Ctx, lives: readonly Life[]): Promise<void> {
  const left = [...troubles]
  for (const life of lives) {
    const at = left.findIndex(({ days }) => life.age > days * DAY_MS)
    const trouble = left[at]
    if (!trouble) continue
    const order = await orders.lockOrder(tx, { orderNo: life.orderNo })
    if (order?.payType !== 'weixin' || order.refundStatus || order.status > 1) continue
    const [line] = await orders.linesOf(tx, order.id)
    if (!line?.payShareFen || line.cutNum + line.refundNum) continue
    await trouble.tell(life, order, line.id)
    left.splice(at, 1)
  }
}

async function refused({ n, age, byStaff }: Life, order: orders.OrderRow, lineId: number): Promise<void> {
  const then = byStaff(Math.max(5 * HOUR_MS, age - 2 * HOUR_MS), 'manager')
  await giveBack(then, order, { lines: [{ lineId, num: 1 }], reason: reasonOf(n) }, 'failed')
}

/** The gateway took it more than a day ago, and has not said a word since. */
async function silent({ n, age, byStaff }: Life, order: orders.OrderRow, lineId: number): Promise<void> {
  const then = byStaff(age - 30 * HOUR_MS, 'manager')
  await giveBack(then, order, { lines: [{ lineId, num: 1 }], reason: reasonOf(n) }, 'silent')
}

async function paidAtLast({ n, age, byStaff }: Life, order: orders.OrderRow, lineId: number): Promise<void> {
  const { refundNo } = await giveBack(
    byStaff(age - DAY_MS, 'manager'),
    order,
    { lines: [{ lineId, num: 1 }], reason: reasonOf(n) },
    'failed',
  )
  await refundAgain(byStaff(age - DAY_MS + 3 * HOUR_MS, 'manager'), { refundNo })
  await settle(byStaff(age - DAY_MS + 3 * HOUR_MS + MINUTE_MS, 'manager'), refundNo, 'done')
}

async function toBalance({ n, age, byStaff }: Life, order: orders.OrderRow, lineId: number): Promise<void> {
  const { refundNo } = await giveBack(
    byStaff(age - DAY_MS, 'manager'),
    order,
    { lines: [{ lineId, num: 1 }], reason: reasonOf(n) },
    'failed',
  )
  await refundAgain(byStaff(age - DAY_MS + 2 * HOUR_MS, 'manager'), { refundNo, method: 'balance' })
}

/** An order whose time to pay was over; of some the money came all the same, and went back by itself. */
export async function expire({ n, orderNo, age, byBuyer, byNobody }: Life): Promise<void> {
  const isPaidLate = n % 3 === 0 && age > 2 * HOUR_MS
  const opened = isPaidLate ? await orders.lockOrder(byBuyer(58 * MINUTE_MS), { orderNo }) : undefined
  const attempt = opened && (await begin(byBuyer(58 * MINUTE_MS), opened))
  const order = await orders.lockOrder(byNobody(61 * MINUTE_MS), { orderNo })
  if (order) await closeOrder(byNobody(61 * MINUTE_MS), order, 2)
  if (attempt) await giveSurplusBack(byNobody, attempt, 62 * MINUTE_MS)
}

/** A buyer who paid once more on a page that was still open. */
export async function payTwice({ orderNo, byBuyer, byNobody }: Life): Promise<void> {
  const order = await orders.lockOrder(byBuyer(2 * MINUTE_MS), { orderNo })
  if (!order) return
  const attempt = await begin(byBuyer(2 * MINUTE_MS), order)
  await payBySim(byBuyer(3 * MINUTE_MS), paidFor(order), 'alipay')
  await giveSurplusBack(byNobody, attempt, 4 * MINUTE_MS)
}

const begin = (then: Ctx, order: orders.OrderRow) => beginSim(then, paidFor(order), `订单 ${order.orderNo}`, 'weixin')

async function giveSurplusBack(byNobody: Life['byNobody'], attempt: PaymentRow, after: number) {
  await arriveSim(byNobody(after), attempt)
  const { rows } = await byNobody(after).db.execute<{ refundNo: string }>(
    sql`select refund_no as "refundNo" from refund where surplus and state = 0 and order_id = ${attempt.bizId}`,
  )
  for (const { refundNo } of rows) await settle(byNobody(after + MINUTE_MS), refundNo, 'done')
}

/** A refund by staff, and what its gateway said of it. */
export async function giveBack(then: Ctx, order: orders.OrderRow, wish: RefundWish, outcome: SimOutcome = 'done') {
  const proof = order.payType === 'offline' && { voucher: `转账 ${order.orderNo.slice(-6)}` }
  const { refundNo, state } = await startRefund(then, order, { ...wish, ...proof })
  if (state === 0) await settle(then, refundNo, outcome)
  return { refundNo }
}

/** What the simulated gateway says of a refund on its way: it has it among its own from then on. */
export async function settle(then: Ctx, refundNo: string, outcome: SimOutcome): Promise<void> {
  const { order, refund } = await lockRefund(then, { refundNo })
  const parts = await answerSim(then, refund, outcome)
  await settleParts(then, repaidOf(order), { ...refund, parts, failMsg: outcome === 'failed' ? EMPTY : '' })
}

const reasonOf = (n: number) => refundReasons[n % refundReasons.length] ?? ''
