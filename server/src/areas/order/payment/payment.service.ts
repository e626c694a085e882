import { canPay } from '@zhanggui/domain/order/order-state.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { PaidSum, PayState } from '../../../platform/outside/pay-gateway.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { notify } from '../../message/notice/notification.service.ts'
import * as orders from '../order/order.repository.ts'
import { lockAttempt } from '../order/order-pay.repository.ts'
import { eventOf, markPaid } from '../order/order-transition.service.ts'
import * as payments from './payment.repository.ts'
import type { PayProvider, StrayReason } from './payment.tables.ts'

/** The queue whose job sends money back; its handler is in the refunds' service. */
export const REFUND_QUEUE = 'pay-refund'

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
    if (!told.isOurs) return setAside(tx, told, 'merchant')
    if (told.amountFen !== payment.amountFen) return setAside(tx, told, 'amount')
    const { transactionId, paidAt: payTime } = told
    if (payment.state === 1) return payment.transactionId === transactionId ? undefined : setAside(tx, told, 'twice')
    const fits = !canPay(order) && payment.amountFen === order.payPriceFen
    const notifyRaw = told.raw ?? JSON.stringify(told)
    const taken = { id: payment.id, transactionId, notifyRaw, payTime }
    if (fits) await markPaid(tx, order, payment.payType, { taken })
    else {
      await payments.markTaken(tx, payment.id, { surplus: true, transactionId, notifyRaw, payTime })
      await sendBack(tx, order, payment)
    }
  })
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
async function sendBack(tx: Ctx, order: orders.OrderRow, { id, amountFen, outTradeNo }: payments.PaymentRow) {
  const why = order.closeType ? '订单关闭后到账' : order.paid ? '订单已支付，重复到账' : '订单改价后到账'
  const refundId = await payments.insertRefund(tx, {
    refundNo: await nextNo(tx, 'R'),
    orderId: order.id,
    parts: [{ paymentId: id, amountFen, state: 0 }],
    amountFen,
    reason: `${why}，原路退回`,
    surplus: true,
  })
  const message = `${why} ${yuan(amountFen)} 元，原路退回`
  await orders.noteOrder(tx, order.id, { changeType: 'late', message, extra: { outTradeNo } })
  await tx.platform.jobs.enqueue(tx, REFUND_QUEUE, { refundId })
  await emit(tx, 'payment.late', { ...eventOf(order), outTradeNo })
  await notify(tx, {
    ...{ event: 'payment.late', level: 'warn', title: `${why}：${order.orderNo}`, content: message },
    ...{ link: `/order/detail/${order.id}`, object: { type: 'order', id: order.id } },
  })
}

const reasons: Record<StrayReason, string> = {
  unknown: '没有这个支付单',
  merchant: '收款商户不符',
  amount: '支付金额不符',
  twice: '同一支付单重复收款',
}

/** Keeps a message that fits no attempt, and reports it; a repetition is known. */
async function setAside(tx: Ctx, told: Told, reason: StrayReason): Promise<void> {
  const { provider, amountFen, transactionId, raw = JSON.stringify(told) } = told
  const outTradeNo = told.outTradeNo.slice(0, 64)
  if (!(await payments.keepStray(tx, { provider, outTradeNo, reason, raw }))) return
  await emit(tx, 'payment.mismatch', { provider, outTradeNo, reason })
  await notify(tx, {
    ...{ event: 'payment.mismatch', level: 'error', title: `${reasons[reason]}：${outTradeNo}` },
    content: `${reasons[reason]}：支付单 ${outTradeNo}，到账 ${yuan(amountFen)} 元，交易单号 ${transactionId}。订单未变更，请核对`,
    object: { type: 'payment', id: outTradeNo },
  })
}

const yuan = (fen: number) => (fen / 100).toFixed(2)
