import type { Platform } from '../../../platform/http/context.ts'
import { closeUnpaidRecharges, RECHARGE_CANCEL } from './recharge.service.ts'

export function registerRecharges({ scheduler }: Platform): void {
  scheduler.handle(RECHARGE_CANCEL, {
    title: '关闭超时未付款的充值',
    cron: '20 */1 * * * ?',
    run: (ctx, _, signal) => closeUnpaidRecharges(ctx, signal),
  })
}
