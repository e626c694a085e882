import type { Ctx } from '../../../platform/http/context.ts'
import { openGateway } from '../gateway/gateways.service.ts'
import * as payments from '../payment/payment.repository.ts'
import { settle } from './take-money.service.ts'

const BATCH = 200
/** After this, a provider that says nothing is waited for no longer: what comes later goes back. */
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
  const outcome = await openGateway(ctx, attempt)?.close(attempt.outTradeNo)
  if (outcome) await settle(ctx, attempt, outcome)
}

/**
 * Has providers close the open attempts to pay for something whose time is over; money that came first is booked.
 * @returns false while one that says nothing is still waited for
 */
export async function closeLate(ctx: Ctx, subject: payments.Subject, deadline: Date): Promise<boolean> {
  const isPatient = ctx.now().getTime() < deadline.getTime() + PATIENCE_MS
  for (const attempt of await payments.listOpen(ctx, subject))
    try {
      await closeOne(ctx, attempt)
    } catch (error) {
      ctx.log.warn({ err: error, outTradeNo: attempt.outTradeNo }, 'a provider did not close an attempt')
      if (isPatient) return false
    }
  return true
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

/**
 * Asks the provider of an attempt by its number, and books what it says.
 * @returns whether it is over now; false also where its provider says nothing, or nobody knows the number
 */
export async function askAttempt(ctx: Ctx, outTradeNo: string): Promise<boolean> {
  const attempt = await payments.find(ctx, outTradeNo)
  if (!attempt) return false
  const outcome = await openGateway(ctx, attempt)
    ?.query(outTradeNo)
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, outTradeNo }, 'a provider did not say how an attempt stands')
      return undefined
    })
  if (outcome) await settle(ctx, attempt, outcome)
  return outcome !== undefined && outcome.state !== 'open'
}

async function queryOne(ctx: Ctx, attempt: payments.PaymentRow): Promise<void> {
  const { provider, outTradeNo } = attempt
  try {
    const outcome = await openGateway(ctx, attempt)?.query(outTradeNo)
    if (outcome) await settle(ctx, attempt, outcome)
  } catch (error) {
    ctx.log.warn({ err: error, outTradeNo, provider }, 'a provider did not say how an attempt stands')
  }
}
