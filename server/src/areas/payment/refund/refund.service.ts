import type { Ctx } from '../../../platform/http/context.ts'
import * as refunds from './refund.repository.ts'

export type { MoneyOf, RefundPart, RefundRow } from './refund.repository.ts'

/** The queue whose job has gateways send money back; its handler is in refund-send.service.ts. */
export const REFUND_QUEUE = 'pay-refund'
/** When a refund on its way is looked at first, should its job have failed. */
const FIRST_ASK_MS = 60_000
export const firstAsk = ({ now }: Ctx) => new Date(now().getTime() + FIRST_ASK_MS)

/** After so long without a word from its provider, since it was sent last, staff say how a refund ended. */
const SILENT_MS = 24 * 3600_000
export const isSilent = ({ now }: Ctx, sentAt: Date) => now().getTime() - sentAt.getTime() >= SILENT_MS

/** Stores a refund. */
export const insertRefund = refunds.insert
export const findRefund = refunds.find
/** Locks a refund. What it is of is locked before. */
export const lockRefundRow = refunds.lock
/** Changes a locked refund. */
export const changeRefund = refunds.change
/** The number of a part at its provider. */
export const partNo = refunds.partNo

/** Has a job send what is on its way. */
export async function sendSoon(tx: Ctx, refundId: number): Promise<void> {
  await tx.platform.jobs.enqueue(tx, REFUND_QUEUE, { refundId })
}
