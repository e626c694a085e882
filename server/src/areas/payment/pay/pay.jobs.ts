import type { Platform } from '../../../platform/http/context.ts'
import { CLOSE_QUEUE } from '../payment/payment.service.ts'
import { closeAtProviders, queryOpen } from './pay-watch.service.ts'

/** Providers that say nothing are asked again, at most for about a day. */
const RULES = { atOnce: 2, retries: 11, retrySeconds: 30, timeoutSeconds: 120 }

/** Jobs that ask providers. */
export function registerPay({ jobs, scheduler }: Platform): void {
  jobs.handle<{ outTradeNos: string[] }>(CLOSE_QUEUE, RULES, (ctx, { outTradeNos }) =>
    closeAtProviders(ctx, outTradeNos),
  )
  scheduler.handle('payQuery', {
    title: '查询未完成的支付',
    cron: '30 */1 * * * ?',
    run: (ctx, _, signal) => queryOpen(ctx, signal),
  })
}
