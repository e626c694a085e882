import type { Platform } from '../../../platform/http/context.ts'
import { BARGAIN_STATUS, settleSessions } from './session-end.service.ts'

/** Ends sessions in time. */
export function registerBargains({ scheduler }: Platform): void {
  scheduler.handle(BARGAIN_STATUS, {
    title: '处理到期的砍价',
    cron: '0 */1 * * * ?',
    run: (ctx, _, signal) => settleSessions(ctx, signal),
  })
}
