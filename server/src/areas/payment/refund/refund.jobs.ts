import type { Platform } from '../../../platform/http/context.ts'
import { REFUND_QUEUE } from './refund.service.ts'
import { askDue, REFUND_PROCESS, sendRefund } from './refund-send.service.ts'

/** Jobs of refunds. What a provider does not say at once is asked for by the scheduled one. */
export function registerRefundSending({ jobs, scheduler }: Platform): void {
  jobs.handle<{ refundId: number }>(
    REFUND_QUEUE,
    { atOnce: 2, retries: 2, retrySeconds: 30, timeoutSeconds: 120 },
    (ctx, { refundId }) => sendRefund(ctx, refundId),
  )
  scheduler.handle(REFUND_PROCESS, {
    title: '查询处理中的退款',
    cron: '15 */1 * * * ?',
    run: (ctx, _, signal) => askDue(ctx, signal),
  })
}
