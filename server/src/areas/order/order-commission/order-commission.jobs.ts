import type { Platform } from '../../../platform/http/context.ts'
import { COMMISSION_UNFREEZE, thawCommissions } from './order-commission.service.ts'

/** The job that gives promoters what their orders earned. */
export function registerCommissionThaw({ scheduler }: Platform): void {
  scheduler.handle(COMMISSION_UNFREEZE, {
    title: '解冻佣金',
    cron: '0 50 * * * ?',
    run: (ctx, _, signal) => thawCommissions(ctx, signal),
  })
}
