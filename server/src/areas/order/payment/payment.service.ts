import { amountText } from '@zhanggui/domain/money.ts'
import { canPay } from '@zhanggui/domain/order/order-state.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { PaidSum, PayState } from '../../../platform/outside/pay-gateway.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { notify } from '../../message/notice/notification.service.ts'
import * as orders from '../order/order.repository.ts'
import { lockAttempt, type TakenMoney } from '../order/order-pay.repository.ts'
import { closeAtProvider, counterOf, eventOf, markPaid } from '../order/order-transition.service.ts'
import { lockWaiting } from '../order-edit/order-edit.repository.ts'
import { applyEdit } from '../order-edit/order-edit-apply.service.ts'
import * as refunds from '../refund/refund.repository.ts'
import { FIRST_ASK_MS, REFUND_QUEUE } from '../refund/refund-finish.service.ts'
import * as payments from './payment.repository.ts'
import type { PayProvider, RefundStray, StrayReason } from './payment.tables.ts'

/** Money that a provider says came. */
export type Told = PaidSum & { provider: PayProvider; outTradeNo: string; raw?: string }

/**
 * Books money that came: its order is paid (T2), or, when that is closed, paid already or has another price by now, the money
 * goes back (T6). A repetition does nothing; what fits no attempt of ours is kept and reported, and changes nothing else.
 */
export function takeMoney(ctx: Ctx, told: Told): Promise<void> {
  return retried(ctx, async (tx) => {
    const found = await lockAttempt(tx, told.outTradeNo, told.provider)
    if (!found) return setAside(tx, told, 'unknown')
    const { order, payment } = found
    if (!told.isOurs) return setAside(tx, told, 'merchant', order)
    if (told.amountFen !== payment.amountFen) return setAside(tx, told, 'amount', order)
    const { transactionId, paidAt: payTime } = told
    if (payment.state === 1)
      return payment.transactionId === transactionId ? undefined : setAside(tx, told, 'twice', order)
    const notifyRaw = told.raw ?? JSON.stringify(told)
    const taken = { id: payment.id, transactionId, notifyRaw, payTime }
    if (await useMoney(tx, order, payment, taken)) return
    await payments.markTaken(tx, payment.id, { surplus: true, transactionId, notifyRaw, payTime })
    await sendBack(tx, order, payment)
  })
}

/** Pays for what the money was meant for. False when that no longer waits for this sum, and nothing was done. */
async function useMoney(tx: Ctx, order: orders.OrderRow, payment: payments.PaymentRow, taken: TakenMoney) {
  const { bizType, bizId, amountFen, payType } = payment
  if (bizType === 'edit') {
    const edit = await lockWaiting(tx, order.id)
    if (edit?.id !== bizId || edit.differenceFen !== amountFen) return false
    const { id, ...said } = taken
    await payments.markTaken(tx, id, { ...said, surplus: false })
    await closeAtProvider(tx, edit.id, 'edit')
    await applyEdit(tx, order, edit, { payType })
    return true
  }
  if (canPay(order) || amountFen !== order.payPriceFen) return false
  await markPaid(tx, order, payType, { taken })
  return true
}

/** Stores what a provider answered about an attempt. */
export async function settle(
  ctx: Ctx,
  { id, provider, outTradeNo }: payments.PaymentRow,
  outcome: PayState,
): Promise<void> {
  if (outcome.state === 'paid') await takeMoney(ctx, { ...outcome, provider, outTradeNo })
  else if (outcome.state !== 'open') await payments.end(ctx, id, outcome.state === 'closed' ? 2 : 3, outcome.message)
}

/** T6: money that came too late goes back to where it came from; the order stays as it is. */
async function sendBack(tx: Ctx, order: orders.OrderRow, payment: payments.PaymentRow) {
  const { id, amountFen, outTradeNo, bizType } = payment
  const why =
    bizType === 'edit'
      ? '改单结束后到账'
      : order.closeType
        ? '订单关闭后到账'
        : order.paid
          ? '订单已支付，重复到账'
          : '订单改价后到账'
  const { id: refundId } = await refunds.insert(tx, {
    refundNo: await nextNo(tx, 'R'),
    orderId: order.id,
    parts: [{ paymentId: id, amountFen, state: 0, method: 'origin', sentAt: tx.now().toISOString() }],
    amountFen,
    reason: `${why}，原路退回`,
    surplus: true,
    operatorName: '系统',
    queryAt: new Date(tx.now().getTime() + FIRST_ASK_MS),
  })
  const message = `${why} ${amountText(amountFen)} 元，原路退回`
  await orders.noteOrder(tx, order.id, { changeType: 'late', message, extra: { outTradeNo } })
  await tx.platform.jobs.enqueue(tx, REFUND_QUEUE, { refundId })
  await emit(tx, 'payment.late', { ...eventOf(order), outTradeNo })
  await notify(tx, {
    ...{ event: 'payment.late', level: 'warn', title: `${why}：${order.orderNo}`, content: message },
    ...{ link: `/order/detail/${order.id}`, object: { type: 'order', id: order.id }, to: staffOf(order) },
  })
}

/** Those who handle money of an order that they see. */
const staffOf = (order: orders.OrderRow) => ({ permission: 'admin:order:refund', storeId: counterOf(order) })

const reasons: Record<Exclude<StrayReason, RefundStray>, string> = {
  unknown: '没有这个支付单',
  merchant: '收款商户不符',
  amount: '支付金额不符',
  twice: '同一支付单重复收款',
}

/** Keeps a message that fits no attempt, and reports it; a repetition is known. */
async function setAside(tx: Ctx, told: Told, reason: keyof typeof reasons, order?: orders.OrderRow): Promise<void> {
  const { provider, amountFen, transactionId, raw = JSON.stringify(told) } = told
  const outTradeNo = cutText(told.outTradeNo, 64)
  if (!(await payments.keepStray(tx, { provider, outTradeNo, reason, raw }))) return
  await emit(tx, 'payment.mismatch', { provider, outTradeNo, reason })
  await notify(tx, {
    ...{ event: 'payment.mismatch', level: 'error', title: `${reasons[reason]}：${outTradeNo}` },
    content: `${reasons[reason]}：支付单 ${outTradeNo}，到账 ${amountText(amountFen)} 元，交易单号 ${transactionId}。订单未变更，请核对`,
    object: { type: 'payment', id: outTradeNo },
    ...(order && { to: staffOf(order) }),
  })
}
