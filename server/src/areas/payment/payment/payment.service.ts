import type { Ctx } from '../../../platform/http/context.ts'
import * as payments from './payment.repository.ts'

export type { PaidFor, PaymentRow, Subject } from './payment.repository.ts'

/** The queue whose job has providers close attempts. */
export const CLOSE_QUEUE = 'pay-close'

/** Closes the open attempts to pay for something locked, at once here and by a job at their providers. */
export async function closeAttempts(tx: Ctx, subject: payments.Subject): Promise<void> {
  await endAtProvider(tx, await payments.closeAttempts(tx, subject))
}

/** Has providers close attempts that were closed here. */
export async function endAtProvider(tx: Ctx, outTradeNos: readonly string[]): Promise<void> {
  if (outTradeNos.length) await tx.platform.jobs.enqueue(tx, CLOSE_QUEUE, { outTradeNos })
}

/** Records money that was paid at once: from the balance, over the counter, or none at all. */
export const insertPaid = payments.insertPaid

/** Notes the money of a locked attempt. */
export const markTaken = payments.markTaken

/** Whether a message about this number is kept for this reason, in whatever words. */
export const isStray = payments.isStray
