import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import * as orders from '../order/order.repository.ts'
import { closeOrder } from '../order/order-transition.service.ts'
import { openGateway } from './gateways.service.ts'
import * as payments from './payment.repository.ts'
import { settle } from './payment.service.ts'
import type { PayBizType } from './payment.tables.ts'

/** The job that closes what was not paid in time. */
export const AUTO_CANCEL = 'orderAutoCancel'
const BATCH = 200
/** After this, a provider that says nothing is waited for no longer: what comes later goes back (T6). */
const PATIENCE_MS = 10 * 60_000

/**
 * Has providers close attempts that ended here; money that came first is booked.
 * @throws when one of them says nothing, so that the job is tried again
 */
export async function closeAtProviders(ctx: Ctx, outTradeNos: readonly string[]): Promise<void> {
  let failure: unknown
  for (const outTradeNo of outTradeNos) {
    const attempt = await payments.find(ctx, outTradeNo)
    if (!attempt) continue
    await closeOne(ctx, attempt).catch((error: unknown) => {
      failure = error
    })
  }
  if (failure) throw failure
}

async function closeOne(ctx: Ctx, attempt: payments.PaymentRow): Promise<void> {
  const outcome = await openGateway(ctx, attempt.provider)?.close(attempt.outTradeNo)
  if (outcome) await settle(ctx, attempt, outcome)
}

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

/**
 * Has providers close the open attempts to pay an order or an edit whose time is over; money that came first is booked.
 * @returns false while one that says nothing is still waited for
 */
export async function closeLate(ctx: Ctx, bizType: PayBizType, bizId: number, deadline: Date): Promise<boolean> {
  const isPatient = ctx.now().getTime() < deadline.getTime() + PATIENCE_MS
  for (const attempt of await payments.listOpen(ctx, bizId, bizType))
    try {
      await closeOne(ctx, attempt)
    } catch (error) {
      ctx.log.warn({ err: error, outTradeNo: attempt.outTradeNo }, 'a provider did not close an attempt')
      if (isPatient) return false
    }
  return true
}

async function closeOverdue(ctx: Ctx, { id, payDeadline }: orders.DueOrder): Promise<boolean> {
  if (!(await closeLate(ctx, 'order', id, payDeadline))) return false
  return retried(ctx, async (tx) => {
    // Somebody who holds it is paying or cancelling it.
    const order = await orders.lockOverdue(tx, id)
    if (!order) return false
    await closeOrder(tx, order, 2)
    return true
  })
}

/** Asks providers about attempts that have been open for some time. Returns how many were asked about. */
export async function queryOpen(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let asked = 0
  while (!signal.aborted) {
    const due = await payments.takeDue(ctx, BATCH)
    for (const attempt of due) {
      if (signal.aborted) break
      await queryOne(ctx, attempt)
      asked++
    }
    if (due.length < BATCH) break
  }
  return asked
}

async function queryOne(ctx: Ctx, attempt: payments.PaymentRow): Promise<void> {
  const { provider, outTradeNo } = attempt
  try {
    const outcome = await openGateway(ctx, provider)?.query(outTradeNo)
    if (outcome) await settle(ctx, attempt, outcome)
  } catch (error) {
    ctx.log.warn({ err: error, outTradeNo, provider }, 'a provider did not say how an attempt stands')
  }
}
