import type { Platform } from '../../../platform/http/context.ts'
import { CLOSE_QUEUE } from '../order/order-transition.service.ts'
import { AUTO_CANCEL, closeAtProviders, closeUnpaid, queryOpen } from './pay-watch.service.ts'

/** Providers that say nothing are asked again, at most for about a day. */
const RULES = { atOnce: 2, retries: 11, retrySeconds: 30, timeoutSeconds: 120 }

/** Jobs of payments (1.13). */
export function registerPayments({ jobs, scheduler }: Platform): void {
  jobs.handle<{ outTradeNos: string[] }>(CLOSE_QUEUE, RULES, (ctx, { outTradeNos }) =>
    closeAtProviders(ctx, outTradeNos),
  )
  scheduler.handle(AUTO_CANCEL, {
    title: '关闭超时未付款的订单',
    cron: '0 */1 * * * ?',
    run: (ctx, _, signal) => closeUnpaid(ctx, signal),
  })
  scheduler.handle('payQuery', {
    title: '查询未完成的支付',
    cron: '30 */1 * * * ?',
    run: (ctx, _, signal) => queryOpen(ctx, signal),
  })
}
