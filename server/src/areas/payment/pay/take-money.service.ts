import { amountText } from '@zhanggui/domain/money.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { PaidSum, PayState } from '../../../platform/outside/pay-gateway.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { type Concern, type Due, payableOf, payables } from '../payment/payable.service.ts'
import * as payments from '../payment/payment.repository.ts'
import type { PayProvider, RefundStray, StrayReason } from '../payment/payment.tables.ts'
import { firstAsk, insertRefund, sendSoon } from '../refund/refund.service.ts'

/** Money that a provider says came. */
export type Told = PaidSum & { provider: PayProvider; outTradeNo: string; raw?: string }

/**
 * Books money that came: what it was meant for is paid, or, when that does not wait for this sum any more, the money goes back. A
 * repetition does nothing; what fits no attempt of ours is kept and reported, and changes nothing else.
 */
export async function takeMoney(ctx: Ctx, told: Told): Promise<void> {
  try {
    await book(ctx, told)
  } catch (error) {
    // Nothing of it is booked: its transaction number stands on another payment. To look first would cost each payment a query.
    if (!isTransactionTaken(error)) throw error
    await retried(ctx, async (tx) => {
      const found = await payments.lockAttempt(tx, tx.platform.hooks.of(payables), told.outTradeNo, told.provider)
      const due = found && (await payableOf(tx, found.payment).read(tx, found.owner))
      await setAside(tx, told, 'used', due?.concern)
    })
  }
}

function isTransactionTaken(error: unknown): boolean {
  const { code, constraint } = ((error as Error).cause ?? error) as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'payment_transaction'
}

function book(ctx: Ctx, told: Told): Promise<void> {
  return retried(ctx, async (tx) => {
    const found = await payments.lockAttempt(tx, tx.platform.hooks.of(payables), told.outTradeNo, told.provider)
    if (!found) return setAside(tx, told, 'unknown')
    const { owner, payment } = found
    const due = await payableOf(tx, payment).read(tx, owner)
    if (!told.isOurs) return setAside(tx, told, 'merchant', due.concern)
    if (told.amountFen !== payment.amountFen) return setAside(tx, told, 'amount', due.concern)
    const { transactionId, paidAt: payTime } = told
    if (payment.state === 1)
      return payment.transactionId === transactionId ? undefined : setAside(tx, told, 'twice', due.concern)
    const money = { transactionId, notifyRaw: told.raw ?? JSON.stringify(told), payTime }
    if (isAwaited(due, payment)) {
      await due.pay(tx, { payType: payment.payType, taken: { id: payment.id, ...money } })
      return
    }
    await payments.markTaken(tx, { id: payment.id, ...money }, { surplus: true })
    await sendBack(tx, due, payment)
  })
}

/** Whether something still waits for the money of an attempt, and for that sum. */
const isAwaited = (due: Due, { bizId, amountFen }: payments.PaymentRow): boolean =>
  !due.refusal && due.bizId === bizId && due.amountFen === amountFen

/** Stores what a provider answered about an attempt. */
export async function settle(
  ctx: Ctx,
  { id, provider, outTradeNo }: payments.PaymentRow,
  outcome: PayState,
): Promise<void> {
  if (outcome.state === 'paid') await takeMoney(ctx, { ...outcome, provider, outTradeNo })
  else if (outcome.state !== 'open') await payments.end(ctx, id, outcome.state === 'closed' ? 2 : 3, outcome.message)
}

/** Money that came too late goes back to where it came from; what it was meant for stays as it is. */
async function sendBack(tx: Ctx, { concern, late }: Due, payment: payments.PaymentRow) {
  const { id, amountFen, outTradeNo } = payment
  const { why, orderId } = late
  const { id: refundId } = await insertRefund(tx, {
    refundNo: await nextNo(tx, 'R'),
    orderId,
    parts: [{ paymentId: id, amountFen, state: 0, method: 'origin', sentAt: tx.now().toISOString() }],
    amountFen,
    reason: `${why}，原路退回`,
    surplus: true,
    operatorName: '系统',
    queryAt: firstAsk(tx),
  })
  const message = `${why} ${amountText(amountFen)} 元，原路退回`
  await late.note(tx, { message, outTradeNo })
  await sendSoon(tx, refundId)
  await emit(tx, 'payment.late', { ...concern.event, outTradeNo })
  await notify(tx, {
    event: 'payment.late',
    level: 'warn',
    title: `${why}：${concern.no}`,
    content: message,
    link: concern.link,
    object: concern.object,
    to: concern.to,
  })
}

const reasons: Record<Exclude<StrayReason, RefundStray>, string> = {
  unknown: '没有这个支付单',
  merchant: '收款商户不符',
  amount: '支付金额不符',
  twice: '同一支付单重复收款',
  used: '交易单号属于另一支付单',
}

/** Keeps a message that fits no attempt, and reports it; a repetition is known. */
async function setAside(tx: Ctx, told: Told, reason: keyof typeof reasons, concern?: Concern): Promise<void> {
  const { provider, amountFen, transactionId, raw = JSON.stringify(told) } = told
  const outTradeNo = cutText(told.outTradeNo, 64)
  if (!(await payments.keepStray(tx, { provider, outTradeNo, reason, raw }))) return
  await emit(tx, 'payment.mismatch', { provider, outTradeNo, reason })
  await notify(tx, {
    event: 'payment.mismatch',
    level: 'error',
    title: `${reasons[reason]}：${outTradeNo}`,
    content: `${reasons[reason]}：支付单 ${outTradeNo}，到账 ${amountText(amountFen)} 元，交易单号 ${transactionId}。订单未变更，请核对`,
    object: { type: 'payment', id: outTradeNo },
    ...(concern && { to: concern.to }),
  })
}
