import { toWireDay } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import { expireDrafts } from '../draft-order/draft-send.service.ts'
import { storeOrders } from '../order/order.tables.ts'
import { expireEdits } from '../order-edit/order-edit-expiry.service.ts'
import * as notes from './order-note.repository.ts'
import { endHold } from './order-note.service.ts'

const JOB = 'orderTidy'
const BATCH = 200

/**
 * Ends holds whose day has come.
 * @returns how many orders
 */
export async function endHolds(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const day = toWireDay(ctx.now())
  let ended = 0
  while (!signal.aborted) {
    const due = await notes.listHeldUntil(ctx, day, isTried(ctx, JOB, storeOrders.id), BATCH)
    const done = await eachRow(ctx, JOB, due, signal, ({ id }) => endOne(ctx, id, day))
    ended += done
    if (due.length < BATCH || !done) break
  }
  return ended
}

function endOne(ctx: Ctx, id: number, day: string): Promise<boolean> {
  return retried(ctx, async (tx) => {
    const order = await notes.lockHeld(tx, id, day)
    if (!order) return false
    await endHold(tx, order, `挂起到期（${order.holdUntil}），自动解除`)
    return true
  })
}

/** Registers the job that ends holds, drafts and edits whose time is over; expired pre-orders and batches are short-lived rows. */
export function registerOrderTidy({ scheduler }: Platform): void {
  scheduler.handle(JOB, {
    title: '整理订单：到期的挂起、代客订单和改单',
    cron: '0 5 */1 * * ?',
    run: async (ctx, _, signal) =>
      (await endHolds(ctx, signal)) + (await expireDrafts(ctx, signal)) + (await expireEdits(ctx, signal)),
  })
}
