import type { Platform } from '../../../platform/http/context.ts'
import { expirePoints } from './points-expiry.service.ts'

export function registerPointsExpiry({ scheduler }: Platform): void {
  scheduler.handle('integralExpire', {
    title: '扣除过期积分',
    cron: '0 10 0 1 * ?',
    run: (ctx, _, signal) => expirePoints(ctx, signal),
  })
}
