import type { PaymentQuery, PaymentRow, RefundQuery, RefundRow } from '@zhanggui/contract/finance/payment-list.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { payStateNames, refundStateNames } from '@zhanggui/domain/finance/payment-list.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { refundAgain } from '../../order/refund/refund-again.service.ts'
import { payableOf } from '../../payment/payment/payable.service.ts'
import { findRefund } from '../../payment/refund/refund.service.ts'
import * as lists from './payment-list.repository.ts'

const sumOf = (sumFen: number | null) => ({ amount: sumFen === null ? null : toYuan(sumFen) })

/** A page of attempts to pay, the newest first. */
export async function listPayments(ctx: Ctx, { page, limit, ...filter }: PaymentQuery) {
  const paging = readPage({ page, limit })
  const { rows, sumFen, ...counted } = await lists.listPayments(ctx, filter, paging)
  const list = rows.map((row) => describePayment(ctx, row))
  return { list, ...counted, page: paging.page, limit: paging.limit, sums: sumOf(sumFen) }
}

function describePayment(ctx: Ctx, { payment, nickname }: lists.FoundPayment): PaymentRow {
  const { id, outTradeNo, bizType, bizId, bizNo, uid, provider, payType, amountFen, state, surplus } = payment
  const { transactionId, failMsg, createdAt, payTime } = payment
  return {
    id,
    outTradeNo,
    bizTitle: payableOf(ctx, payment).title,
    bizNo,
    orderId: bizType === 'order' ? bizId : null,
    uid,
    nickname: nickname ?? '',
    provider,
    payType,
    amount: toYuan(amountFen),
    state: payStateNames[state as 0] ?? 'open',
    surplus,
    transactionId,
    failMsg,
    createTime: toWireTime(createdAt),
    payTime: wireTime(payTime),
  }
}

/** A page of refunds, the newest first. */
export async function listRefunds(ctx: Ctx, { page, limit, ...filter }: RefundQuery) {
  const paging = readPage({ page, limit })
  const { rows, sumFen, ...counted } = await lists.listRefunds(ctx, filter, paging)
  return { list: rows.map(describeRefund), ...counted, page: paging.page, limit: paging.limit, sums: sumOf(sumFen) }
}

function describeRefund({ refund, orderNo, outTradeNos }: lists.FoundRefund): RefundRow {
  const { id, refundNo, orderId, amountFen, method, state, surplus, reason, failMsg, operatorName } = refund
  return {
    id,
    refundNo,
    orderNo,
    orderId,
    outTradeNos,
    amount: toYuan(amountFen),
    method,
    state: refundStateNames[state as 0] ?? 'waiting',
    surplus,
    reason,
    failMsg,
    operatorName,
    createTime: toWireTime(refund.createdAt),
    finishTime: wireTime(refund.finishTime),
  }
}

/**
 * Sends a refund again that did not come through, under its own number.
 * @throws 404; 409 for one that is on its way or done; 422 for one of no order; 428
 */
export async function retryRefund(ctx: Ctx, refundNo: string): Promise<{ state: RefundRow['state'] }> {
  const refund = await findRefund(ctx, { refundNo })
  if (!refund || ctx.actor.scope.storeIds) throw notFound('退款单')
  if (!refund.orderId) throw new Refusal('这笔退款不属于订单，请在它的单据里重试')
  const { state } = await refundAgain(ctx, { refundNo })
  return { state: refundStateNames[state as 0] ?? 'waiting' }
}
