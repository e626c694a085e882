import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { closeLate } from '../../payment/pay/pay-watch.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import * as orders from '../order/order.repository.ts'
import * as edits from './order-edit.repository.ts'
import { endEdit, paymentsOfEdit } from './order-edit.service.ts'

const BATCH = 200
/** How edits are named among the rows that the job leaves alone: they are no orders. */
const JOB = 'orderTidy edit'

/**
 * Ends edits whose time to pay is over: their stock goes back. Providers are asked first, outside any transaction, as for orders.
 * @returns how many ended
 */
export async function expireEdits(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let ended = 0
  let after = 0
  while (!signal.aborted) {
    const due = await edits.listOver(ctx, JOB, after, BATCH)
    ended += await eachRow(ctx, JOB, due, signal, (edit) => expireOne(ctx, edit))
    after = due.at(-1)?.id ?? after
    if (due.length < BATCH) break
  }
  return ended
}

async function expireOne(ctx: Ctx, { id, orderId, expireTime }: Awaited<ReturnType<typeof edits.listOver>>[number]) {
  if (!(await closeLate(ctx, paymentsOfEdit({ id }), expireTime ?? ctx.now()))) return false
  return retried(ctx, async (tx) => {
    const order = await orders.lockOrder(tx, { id: orderId })
    const edit = await edits.lockWaiting(tx, orderId)
    if (!order || edit?.id !== id) return false
    await orders.changeOrder(tx, orderId, {})
    await endEdit(tx, edit, 2, '改单超过付款时间，自动取消')
    return true
  })
}
