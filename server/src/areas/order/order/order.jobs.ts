import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { inTransaction } from '../../../platform/http/context.ts'
import { retryGivenUp } from '../../../platform/work/outbox.ts'

/** Follow-ups that failed are queued again for so long. */
const FOLLOWED_MS = 7 * 24 * 3600_000

/**
 * What followed from orders and failed until it was given up (notices, counters, webhooks) is queued again. The usual way is the
 * outbox, which stores it in the order's own transaction, so none can be missing without a row of it.
 * @returns how many
 */
const followUp = (ctx: Ctx, events: readonly string[]): Promise<number> =>
  inTransaction(ctx, (tx) => retryGivenUp(tx, events, new Date(tx.now().getTime() - FOLLOWED_MS)))

/** Jobs that follow up orders which were paid or came. */
export function registerFollowUps({ scheduler }: Platform): void {
  scheduler.handle('orderPaidFollowUp', {
    title: '补做订单付款后的事项',
    cron: '25 */10 * * * ?',
    run: (ctx) => followUp(ctx, ['order.paid', 'order.cod']),
  })
  scheduler.handle('orderReceiptFollowUp', {
    title: '补做订单收货后的事项',
    cron: '45 */10 * * * ?',
    run: (ctx) => followUp(ctx, ['order.received', 'order.verified']),
  })
}
