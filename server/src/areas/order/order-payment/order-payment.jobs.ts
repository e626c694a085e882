import type { Platform } from '../../../platform/http/context.ts'
import { AUTO_CANCEL, closeUnpaid } from './order-overdue.service.ts'

export function registerOverdue({ scheduler }: Platform): void {
  scheduler.handle(AUTO_CANCEL, {
    title: '关闭超时未付款的订单',
    cron: '0 */1 * * * ?',
    run: (ctx, _, signal) => closeUnpaid(ctx, signal),
  })
}
