import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { canRefund } from '@zhanggui/domain/order/order-state.ts'
import { quoteRefund } from '@zhanggui/domain/order/refund-quote.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, stateConflict } from '../../../platform/http/errors.ts'
import type { RefundRow } from '../../payment/refund/refund.service.ts'
import * as orders from '../order/order.repository.ts'
import { refuseBy } from '../order/order-transition.service.ts'
import { casesOf } from './refund-case.service.ts'
import { listLines } from './refund-line.repository.ts'

/**
 * The guards of a refund once more, of one that failed: the same units and sum must still be there.
 * @returns whether it ends the order
 * @throws 409 otherwise
 */
export async function judgeAnew(tx: Ctx, order: orders.OrderRow, refund: RefundRow): Promise<{ ends: boolean }> {
  refuseBy(canRefund(order))
  const CHANGED = stateConflict('订单已变化，请重新退款')
  const { afterSalesId, amountFen, postageAmountFen: postageFen } = refund
  const open = order.refundStatus === 1 ? await casesOf(tx).findOpen(tx, order.id) : undefined
  if ((open?.id ?? null) !== afterSalesId) throw CHANGED
  const [lines, back] = [await orders.linesOf(tx, order.id), await listLines(tx, refund.id)]
  const units = back.filter(({ num }) => num).map(({ lineId, num }) => ({ lineId, num }))
  const ofCase = open && { lines: units, sentFirst: open.serviceType === 1 }
  try {
    const quote = quoteRefund(order, lines, { ...(units.length && { lines: units }), amountFen, postageFen, ofCase })
    const isSame = back.every(({ lineId, num, cutNum, moneyFen, points }) =>
      quote.lines.some(
        (line) =>
          line.lineId === lineId &&
          line.num === num &&
          line.cutNum === cutNum &&
          line.moneyFen === moneyFen &&
          line.points === points,
      ),
    )
    if (!isSame || quote.lines.length !== back.length || quote.postageFen !== postageFen) throw CHANGED
    return { ends: quote.ends }
  } catch (error) {
    if (error instanceof BadInput || error instanceof Refusal) throw CHANGED
    throw error
  }
}

/** As {@link judgeAnew}; undefined where a refund that failed cannot be booked any more: its units or its sum are gone. */
export async function findJudged(
  tx: Ctx,
  order: orders.OrderRow,
  refund: RefundRow,
): Promise<{ ends: boolean } | undefined> {
  try {
    return await judgeAnew(tx, order, refund)
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}
