import type { Platform } from '../../../platform/http/context.ts'
import { closeEnded, foldLately } from './rollup.service.ts'

/** Jobs of the figures (docs/figures.md, Hours and days). */
export function registerRollups({ scheduler }: Platform): void {
  // Hours missed while no worker ran are closed by the first run after it.
  scheduler.handle('statisticsHourly', {
    title: '汇总每小时统计',
    cron: '5 5 */1 * * ?',
    run: (ctx, _, signal) => closeEnded(ctx, signal),
  })
  scheduler.handle('statisticsDaily', {
    title: '汇总每日统计',
    cron: '0 10 0 * * ?',
    run: (ctx, _, signal) => foldLately(ctx, signal),
  })
}
