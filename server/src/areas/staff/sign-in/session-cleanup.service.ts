import { sql } from 'drizzle-orm'
import { daysAgo, eachOf } from '../../../platform/data/clean-up.ts'
import type { Platform } from '../../../platform/http/context.ts'

/** How long ended sessions are kept for inquiries. */
const SESSION_DAYS = 7

const endedSessions = eachOf(
  ['session'],
  (ctx) => sql`least(coalesce(revoked_at, 'infinity'), absolute_expires_at) < ${daysAgo(ctx, SESSION_DAYS)}`,
)

/** Counts of failed sign-ins: a lock doubles the next one within a day; older ones do not count. */
export const forgottenFailures = eachOf(['login_guard'], (ctx) => {
  const before = daysAgo(ctx, 2)
  return sql`window_start < ${before} and coalesce(locked_until, window_start) < ${before}`
})

/** Cleanup of expired sessions and sign-in data. */
export function registerSessionCleanUp({ scheduler }: Platform): void {
  scheduler.handle('sessionCleanup', {
    title: '清理过期会话',
    cron: '0 */10 * * * ?',
    run: (ctx, _, signal) => endedSessions(ctx, signal),
  })
}
