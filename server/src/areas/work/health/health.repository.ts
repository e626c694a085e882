import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { outbox } from '../../../platform/work/outbox.tables.ts'
import { tasks } from '../../../platform/work/task.tables.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { scheduledJobs } from '../scheduled-job/scheduled-job.tables.ts'

export async function countMigrations({ db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*) from drizzle.__drizzle_migrations`)
  return rows[0]?.count ?? 0
}

/** The present time by the database's clock. */
export async function readClock({ db }: Ctx): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(rows[0]?.ms ?? 0)
}

/** Which of these users exist and may sign in, by sign-in name. */
export async function findUsers({ db }: Ctx, staff: readonly { username: string; nickName: string }[]) {
  const named = staff.map(({ username, nickName }) =>
    and(eq(adminUsers.username, username), eq(adminUsers.nickName, nickName)),
  )
  const rows = await db
    .select({ username: adminUsers.username })
    .from(adminUsers)
    .where(and(or(...named), eq(adminUsers.enabled, true), isNull(adminUsers.deletedAt)))
    .orderBy(adminUsers.username)
  return rows.map(({ username }) => username)
}

/** Names of scheduled tasks that should have started before then. */
export async function findLateJobs({ db }: Ctx, before: Date): Promise<string[]> {
  const rows = await db
    .select({ jobName: scheduledJobs.jobName })
    .from(scheduledJobs)
    .where(and(eq(scheduledJobs.isPause, false), lt(scheduledJobs.nextTime, before)))
    .orderBy(scheduledJobs.nextTime)
    .limit(20)
  return rows.map(({ jobName }) => jobName)
}

/** Number of tasks not started and messages not taken since then, and of messages that were given up. */
export async function countWaiting({ db }: Ctx, before: Date) {
  const waiting = and(inArray(tasks.status, ['pending']), lt(tasks.createdAt, before))
  return {
    tasks: await db.$count(tasks, waiting),
    messages: await db.$count(outbox, lt(outbox.dueAt, before)),
    givenUp: await db.$count(outbox, isNull(outbox.dueAt)),
  }
}
