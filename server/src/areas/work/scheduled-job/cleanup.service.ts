import { sql } from 'drizzle-orm'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { removeOldNotifications } from '../../message/notice/notification.service.ts'
import { cleanAudit, prepareAudit } from '../../monitor/audit/audit.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { cleanUpTasks } from '../task/task.service.ts'

const BATCH = 5000
const DAY_MS = 24 * 3600_000
/** How long a session that has ended is still there for questions. */
const SESSION_DAYS = 7
/** How long a message stays that a consumer never took. */
const OUTBOX_DAYS = 30
const DELIVERY_DAYS = 30

/** Tables whose rows are good until `expires_at` and for nothing afterwards. */
const SHORT_LIVED = [
  ...['captcha', 'idempotency_key', 'rate_limit', 'ticket', 'export_ticket', 'reset_token', 'email_code'],
  ...['sms_code', 'totp_setup', 'mfa_challenge', 'trusted_device'],
]
/** Tables kept for as long as the settings say. */
const LOGS = ['operation_log', 'login_log', 'job_run', 'slow_statement', 'sms_log', 'mail_log']

type Deletion = { table: string; where: ReturnType<typeof sql> }

/** What cleans up by the clock: rows of this area whose time is over. */
export function registerCleanUp({ scheduler }: Platform): void {
  scheduler.handle('sessionCleanup', {
    title: '清理过期会话',
    cron: '0 */10 * * * ?',
    run: (ctx, _, signal) => removeSessions(ctx, signal),
  })
  scheduler.handle('captchaCleanup', {
    title: '清理过期的验证码、票据、信任设备和限流计数',
    cron: '0 */10 * * * ?',
    run: (ctx, _, signal) => removeShortLived(ctx, signal),
  })
  scheduler.handle('logCleanup', {
    title: '清理过期日志和消息',
    cron: '0 30 3 * * ?',
    run: (ctx, _, signal) => removeLogs(ctx, signal),
  })
  scheduler.handle('taskCleanup', {
    title: '清理任务中心的过期结果',
    cron: '0 30 3 * * ?',
    run: (ctx) => cleanUpTasks(ctx),
  })
}

function removeSessions(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const before = daysAgo(ctx, SESSION_DAYS)
  const where = sql`least(coalesce(revoked_at, 'infinity'), absolute_expires_at) < ${before}`
  return removeBatches(ctx, [{ table: 'session', where }], signal)
}

async function removeShortLived(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const expired = sql`expires_at < ${ctx.now().toISOString()}`
  const rows = SHORT_LIVED.map((table) => ({ table, where: expired }))
  // A lock doubles the next one within a day: what is older counts for nothing.
  const forgotten = sql`window_start < ${daysAgo(ctx, 2)} and coalesce(locked_until, window_start) < ${daysAgo(ctx, 2)}`
  return removeBatches(ctx, [...rows, { table: 'login_guard', where: forgotten }], signal)
}

async function removeLogs(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const { log_retention_days } = await getSettings(ctx)
  const old = sql`created_at < ${daysAgo(ctx, log_retention_days)}`
  const logs = LOGS.map((table) => ({ table, where: old }))
  const given = { table: 'outbox', where: sql`due_at is null and created_at < ${daysAgo(ctx, OUTBOX_DAYS)}` }
  const deliveries = { table: 'webhook_delivery', where: sql`created_at < ${daysAgo(ctx, DELIVERY_DAYS)}` }
  await cleanAudit(ctx)
  await prepareAudit(ctx)
  return (await removeBatches(ctx, [...logs, given, deliveries], signal)) + (await removeOldNotifications(ctx))
}

/** Deletes in batches, each a transaction of its own, so that nobody waits long for a lock. */
async function removeBatches({ db }: Ctx, deletions: readonly Deletion[], signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const { table, where } of deletions)
    for (;;) {
      if (signal.aborted) return removed
      const name = sql.identifier(table)
      const { rowCount } = await db.execute(
        sql`delete from ${name} where ctid = any(array(select ctid from ${name} where ${where} limit ${BATCH}))`,
      )
      removed += rowCount ?? 0
      if ((rowCount ?? 0) < BATCH) break
    }
  return removed
}

function daysAgo({ now }: Ctx, days: number): string {
  return new Date(now().getTime() - days * DAY_MS).toISOString()
}
