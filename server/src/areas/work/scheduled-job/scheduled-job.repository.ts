import type { JobRunQuery, ScheduledJobQuery } from '@zhanggui/contract/work/scheduled-job.ts'
import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { contains, containsValue } from '../../../platform/data/contains.ts'
import { allRead, among } from '../../../platform/data/filters.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type FilterOf, isOlder, type Page } from '../../../platform/http/paging.ts'
import { jobRuns, scheduledJobs } from './scheduled-job.tables.ts'

export type JobRow = typeof scheduledJobs.$inferSelect
export type RunRow = typeof jobRuns.$inferSelect

const DUE_AT_ONCE = 20

type Times = { from?: Date; to?: Date }
export type JobFilter = FilterOf<ScheduledJobQuery, 'createTime'> & Times & { ids?: readonly number[] }

const matching = ({ jobName, lastResult, from, to, ids, ...left }: JobFilter) =>
  and(
    allRead(left),
    among(scheduledJobs.id, ids),
    jobName ? contains(scheduledJobs.jobName, jobName) : undefined,
    lastResult === undefined ? undefined : eq(scheduledJobs.lastResult, lastResult),
    from && gte(scheduledJobs.createdAt, from),
    to && lte(scheduledJobs.createdAt, to),
  )

/** A page of scheduled tasks, each with whether it is running, and their total. */
export async function list({ db }: Ctx, filter: JobFilter, { limit, offset }: Page) {
  const where = matching(filter)
  const rows = await db
    .select({ job: scheduledJobs, running: isRunning })
    .from(scheduledJobs)
    .where(where)
    .orderBy(asc(scheduledJobs.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(scheduledJobs, where) }
}

export const count = ({ db }: Ctx, filter: JobFilter): Promise<number> => db.$count(scheduledJobs, matching(filter))

export async function find({ db }: Ctx, id: number) {
  const [row] = await db
    .select({ job: scheduledJobs, running: isRunning })
    .from(scheduledJobs)
    .where(eq(scheduledJobs.id, id))
  return row
}

/** The given tasks that exist, locked. */
export function lock({ db }: Ctx, ids: readonly number[]): Promise<JobRow[]> {
  return db
    .select()
    .from(scheduledJobs)
    .where(inArray(scheduledJobs.id, [...ids]))
    .orderBy(scheduledJobs.id)
    .for('update')
}

/** Stores a task. Returns undefined when the name is taken. */
export async function insert({ db, actor, now }: Ctx, job: typeof scheduledJobs.$inferInsert) {
  const [saved] = await db
    .insert(scheduledJobs)
    .values({ ...job, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: scheduledJobs.id, version: scheduledJobs.version })
  return saved
}

/** Adds tasks of a version of the product that are missing. */
export async function insertBuiltin({ db }: Ctx, jobs: (typeof scheduledJobs.$inferInsert)[]): Promise<void> {
  if (jobs.length) await db.insert(scheduledJobs).values(jobs).onConflictDoNothing()
}

/** Changes the schedule of a built-in task; of a paused one, the schedule it resumes with. */
export async function setBuiltinClock({ db, now }: Ctx, beanName: string, cronExpression: string, next: Date | null) {
  await db
    .update(scheduledJobs)
    .set({
      cronExpression,
      nextTime: sql`case when ${scheduledJobs.isPause} then null else ${next?.toISOString() ?? null}::timestamptz end`,
      version: sql`${scheduledJobs.version} + 1`,
      updatedAt: now(),
    })
    .where(and(eq(scheduledJobs.beanName, beanName), eq(scheduledJobs.builtin, true)))
}

/** Changes a task if it still has the version; any version when none is given. */
export async function update({ db, actor, now }: Ctx, id: number, version: number | undefined, job: Partial<JobRow>) {
  const [saved] = await db
    .update(scheduledJobs)
    .set({ ...job, version: sql`${scheduledJobs.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(scheduledJobs.id, id), version === undefined ? undefined : eq(scheduledJobs.version, version)))
    .returning({ id: scheduledJobs.id, version: scheduledJobs.version })
  return saved
}

export async function remove({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.delete(scheduledJobs).where(inArray(scheduledJobs.id, [...ids]))
}

/** Due tasks, locked; other processes skip them. */
export function lockDue({ db, now }: Ctx): Promise<JobRow[]> {
  return db
    .select()
    .from(scheduledJobs)
    .where(and(eq(scheduledJobs.isPause, false), lte(scheduledJobs.nextTime, now())))
    .orderBy(asc(scheduledJobs.nextTime))
    .limit(DUE_AT_ONCE)
    .for('update', { skipLocked: true })
}

/** Sets a task's next time. Returns false when another process has done so. */
export async function moveOn({ db }: Ctx, { id, nextTime }: JobRow, next: Date | null): Promise<boolean> {
  const same = nextTime ? eq(scheduledJobs.nextTime, nextTime) : isNull(scheduledJobs.nextTime)
  const { rowCount } = await db
    .update(scheduledJobs)
    .set({ nextTime: next })
    .where(and(eq(scheduledJobs.id, id), same))
  return rowCount === 1
}

/** Stores the result of the last run. */
export async function setLast({ db }: Ctx, id: number, lastTime: Date, lastResult: boolean): Promise<void> {
  await db.update(scheduledJobs).set({ lastTime, lastResult }).where(eq(scheduledJobs.id, id))
}

// Runs

export type RunFilter = FilterOf<JobRunQuery, 'createTime'> & Times

/** A page of runs, newest first, and their total. */
export async function listRuns({ db }: Ctx, filter: RunFilter, { limit, offset }: Page) {
  const where = await matchingRuns(db, filter)
  const rows = await selectRuns(db, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, jobRuns, where)) }
}

export async function countRuns({ db }: Ctx, filter: RunFilter): Promise<number> {
  return db.$count(jobRuns, await matchingRuns(db, filter))
}

export async function nextRuns({ db }: Ctx, filter: RunFilter, { after, limit }: Batch): Promise<RunRow[]> {
  return selectRuns(db, await matchingRuns(db, filter), after).limit(limit)
}

function selectRuns(db: Db, where: SQL | undefined, after?: number) {
  return db
    .select()
    .from(jobRuns)
    .where(and(where, after === undefined ? undefined : isOlder(jobRuns, after)))
    .orderBy(desc(jobRuns.createdAt), desc(jobRuns.id))
}

async function matchingRuns(db: Db, filter: RunFilter): Promise<SQL | undefined> {
  const { jobId, jobName, isSuccess, from, to, ...left } = filter
  return and(
    allRead(left),
    jobId ? eq(jobRuns.jobId, jobId) : undefined,
    jobName ? await containsValue(db, [jobRuns.jobName], jobName) : undefined,
    isSuccess === undefined ? undefined : eq(jobRuns.isSuccess, isSuccess),
    from && gte(jobRuns.createdAt, from),
    to && lte(jobRuns.createdAt, to),
  )
}

export async function insertRun({ db }: Ctx, run: typeof jobRuns.$inferInsert): Promise<number> {
  const [saved] = await db.insert(jobRuns).values(run).returning({ id: jobRuns.id })
  if (!saved) throw new Error('a run was not stored')
  return saved.id
}

export async function findRun({ db }: Ctx, id: number): Promise<RunRow | undefined> {
  const [run] = await db.select().from(jobRuns).where(eq(jobRuns.id, id))
  return run
}

export async function updateRun({ db }: Ctx, id: number, run: Partial<RunRow>): Promise<void> {
  await db.update(jobRuns).set(run).where(eq(jobRuns.id, id))
}

/** Runs that have not ended and sent no heartbeat since then. */
export function listSilentRuns({ db }: Ctx, since: Date): Promise<RunRow[]> {
  return db
    .select()
    .from(jobRuns)
    .where(and(isNull(jobRuns.isSuccess), lt(jobRuns.heartbeatAt, since)))
    .limit(DUE_AT_ONCE)
}

const isRunning = sql<boolean>`exists(select from job_run where job_id = scheduled_job.id and is_success is null)`
