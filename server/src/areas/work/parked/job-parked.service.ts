import { cutText } from '@zhanggui/domain/text.ts'
import { sql } from 'drizzle-orm'
import { daysAgo, eachOf } from '../../../platform/data/clean-up.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notify } from '../../message/notice/notification.service.ts'
import * as parked from './job-parked.repository.ts'

/** After so many failures in a row, a row is left alone for a day. */
export const MAX_FAILS = 5
const DAY_MS = 24 * 3600_000
const KEPT_DAYS = 30

/**
 * Does the work of a scheduled job row by row. A row that fails does not stop the others; after five failures it is left alone
 * for a day and job.failed is raised. The query that finds the rows should leave those out by `isTried`.
 * @param handler the name of the job; a space and more follow it where the job goes through several tables
 * @param work returns false when there was nothing to do after all
 * @returns how many rows were done
 */
export async function eachRow<Row extends { id: number }>(
  ctx: Ctx,
  handler: string,
  rows: readonly Row[],
  signal: AbortSignal,
  work: (row: Row) => Promise<unknown>,
): Promise<number> {
  if (!rows.length) return 0
  const ids = rows.map(({ id }) => id)
  const known = new Map((await parked.listOf(ctx, handler, ids)).map((row) => [row.rowId, row]))
  let done = 0
  for (const row of rows) {
    if (signal.aborted) break
    const before = known.get(row.id)
    if (before?.until && before.until > ctx.now()) continue
    try {
      if ((await work(row)) !== false) done++
      if (before) await parked.forget(ctx, handler, row.id)
    } catch (error) {
      ctx.log.error({ err: error, job: handler, row: row.id }, 'a job failed with a row')
      await countFailure(ctx, handler, row.id, error)
    }
  }
  return done
}

async function countFailure(ctx: Ctx, handler: string, rowId: number, error: unknown): Promise<void> {
  const message = cutText(error instanceof Error ? error.message : String(error), 255)
  await inTransaction(ctx, async (tx) => {
    if ((await parked.addFailure(tx, { handler, rowId, message })) < MAX_FAILS) return
    await parked.park(tx, handler, rowId, new Date(tx.now().getTime() + DAY_MS))
    await notify(tx, {
      event: 'job.failed',
      level: 'error',
      title: `定时任务「${tx.platform.scheduler.find(handler.split(' ')[0] ?? '')?.title ?? handler}」有记录连续失败 ${MAX_FAILS} 次`,
      content: `编号 ${rowId}，暂停处理一天：${message}`,
      link: '/system-tools/timing',
    })
  })
}

/** Records of rows that were done or are gone. */
export const oldParkedRows = eachOf(['job_parked'], (ctx) => sql`updated_at < ${daysAgo(ctx, KEPT_DAYS)}`)
