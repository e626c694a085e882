import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { PayRefusal } from '../../../platform/outside/pay-gateway.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { openGateway } from './gateways.service.ts'
import * as payments from './payment.repository.ts'

/**
 * Sends late money back by its provider, under the number of the refund, so that a repetition sends nothing twice.
 * @throws when the provider says nothing, so that the job is tried again
 */
export async function sendRefund(ctx: Ctx, refundId: number): Promise<void> {
  const refund = await payments.findRefund(ctx, refundId)
  const [part] = refund?.parts ?? []
  if (refund?.state !== 0 || !part) return
  const payment = await payments.findById(ctx, part.paymentId)
  const gateway = payment && openGateway(ctx, payment.provider)
  if (!gateway) throw new Error(`refund ${refundId} has no gateway`)
  const { refundNo, amountFen, reason } = refund
  try {
    const outcome = await gateway.refund({ outTradeNo: payment.outTradeNo, refundNo, amountFen, reason })
    if (outcome === 'waiting') return
    await payments.changeRefund(ctx, refundId, { state: 1, parts: [{ ...part, state: 1 }], finishTime: ctx.now() })
  } catch (error) {
    if (!(error instanceof PayRefusal)) {
      await payments.changeRefund(ctx, refundId, { tries: refund.tries + 1 })
      throw error
    }
    await fail(ctx, refund, error.message)
  }
}

/** A final no: staff hear of it, and the order stays as it is. */
async function fail(ctx: Ctx, { id, refundNo, orderId, parts, amountFen }: payments.RefundRow, why: string) {
  const failMsg = why.slice(0, 255)
  await inTransaction(ctx, async (tx) => {
    const set = {
      state: 2,
      failMsg,
      parts: parts.map((part) => ({ ...part, state: 2 as const })),
      finishTime: tx.now(),
    }
    if (!(await payments.changeRefund(tx, id, set))) return
    await notify(tx, {
      ...{ event: 'refund.failed', level: 'error', title: `退款失败：${refundNo}` },
      content: `${(amountFen / 100).toFixed(2)} 元未能原路退回：${failMsg}`,
      ...(orderId && { link: `/order/detail/${orderId}`, object: { type: 'order', id: orderId } }),
    })
  })
}
