import { sql } from 'drizzle-orm'
import { cleanUp, daysAgo, eachOf, oldRows, shortLived } from '../../../platform/data/clean-up.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { cleanUpTasks } from '../task/task.service.ts'

/** How long messages that no consumer took are kept. */
const OUTBOX_DAYS = 30

/** Scheduled cleanup: what each area has added, and results of tasks. */
export function registerCleanUp({ scheduler }: Platform): void {
  scheduler.handle('captchaCleanup', {
    title: '清理过期的验证码、票据、信任设备和限流计数',
    cron: '0 */10 * * * ?',
    run: (ctx, _, signal) => cleanUp(ctx, shortLived, signal),
  })
  scheduler.handle('logCleanup', {
    title: '清理过期日志和消息',
    cron: '0 30 3 * * ?',
    run: (ctx, _, signal) => cleanUp(ctx, oldRows, signal),
  })
  scheduler.handle('taskCleanup', {
    title: '清理任务中心的过期结果',
    cron: '0 30 3 * * ?',
    run: (ctx) => cleanUpTasks(ctx),
  })
}

/** Messages that every consumer has given up on. */
export const givenUpMessages = eachOf(
  ['outbox'],
  (ctx) => sql`due_at is null and created_at < ${daysAgo(ctx, OUTBOX_DAYS)}`,
)
