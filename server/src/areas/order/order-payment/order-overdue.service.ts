import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { closeLate } from '../../payment/pay/pay-watch.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import * as orders from '../order/order.repository.ts'
import { closeOrder, paymentsOf } from '../order/order-transition.service.ts'

/** The job that closes what was not paid in time. */
export const AUTO_CANCEL = 'orderAutoCancel'
const BATCH = 200

/**
 * T4: closes orders whose time to pay is over. Their providers are asked first, outside any transaction, so that money on its
 * way is not turned back.
 * @returns how many were closed
 */
export async function closeUnpaid(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let closed = 0
  let after: orders.DueOrder | undefined
  while (!signal.aborted) {
    const due = await orders.listOverdue(ctx, AUTO_CANCEL, after, BATCH)
    closed += await eachRow(ctx, AUTO_CANCEL, due, signal, (order) => closeOverdue(ctx, order))
    after = due.at(-1)
    if (due.length < BATCH) break
  }
  return closed
}

async function closeOverdue(ctx: Ctx, { id, payDeadline }: orders.DueOrder): Promise<boolean> {
  if (!(await closeLate(ctx, paymentsOf({ id }), payDeadline))) return false
  return retried(ctx, async (tx) => {
    // Somebody who holds it is paying or cancelling it.
    const order = await orders.lockOverdue(tx, id)
    if (!order) return false
    await closeOrder(tx, order, 2)
    return true
  })
}
