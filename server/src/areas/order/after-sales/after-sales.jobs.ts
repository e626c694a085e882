import type { Platform } from '../../../platform/http/context.ts'
import { todoChanged } from '../../message/live/todo.service.ts'
import { DEADLINES, noticeCase, settleAlone, settleDeadlines } from './after-sales-deadline.service.ts'
import { AUTO_QUEUE } from './after-sales-flow.service.ts'

/** Time limits of cases, those that are settled without staff, and what staff hear of them. */
export function registerAfterSales({ jobs, outbox, scheduler }: Platform): void {
  jobs.handle<{ salesId: number }>(AUTO_QUEUE, { atOnce: 2, retries: 3, retrySeconds: 30 }, (ctx, { salesId }) =>
    settleAlone(ctx, salesId),
  )
  outbox.consume('after-sales-notice', ['refund.applied', 'return.sent'], noticeCase)
  // Money that went back, or was refused by its gateway, moves a case from or to those that wait.
  outbox.consume('after-sales-todo', ['order.refunded', 'refund.failed'], todoChanged)
  scheduler.handle(DEADLINES, {
    title: '处理售后时限',
    cron: '15 */1 * * * ?',
    run: (ctx, _, signal) => settleDeadlines(ctx, signal),
  })
}
