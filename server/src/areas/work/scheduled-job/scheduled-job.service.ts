import type {
  JobRun,
  JobRunQuery,
  ScheduledJob,
  ScheduledJobChange,
  ScheduledJobDraft,
  ScheduledJobQuery,
} from '@zhanggui/contract/work/scheduled-job.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { badFields, makeReader } from '../../../platform/http/input/validation.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { nextTimes } from '../../../platform/work/cron.ts'
import type { ClockWork } from '../../../platform/work/scheduler.ts'
import * as jobs from './scheduled-job.repository.ts'
import { startRun, watchClock } from './scheduled-job.runner.ts'

const PREVIEWED = 5
const MAX_PARAMS = 2000

const nameTaken = () => conflict('任务名称已存在', 'jobName')

/** The scheduled tasks, oldest first. */
export async function listJobs(ctx: Ctx, { createTime, page, limit, ...filter }: ScheduledJobQuery) {
  const paging = readPage({ page, limit })
  const { rows, total } = await jobs.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, paging)
  return { list: rows.map((row) => describe(ctx, row)), total, page: paging.page, limit: paging.limit }
}

/** The number of scheduled tasks whose last run failed. */
export const countFailedJobs = (ctx: Ctx) => jobs.count(ctx, { lastResult: false })

/** A page of runs, newest first. */
export async function listJobRuns(ctx: Ctx, { createTime, page, limit, ...filter }: JobRunQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...count } = await jobs.listRuns(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, paging)
  return { list: rows.map(describeRun), ...count, page: paging.page, limit: paging.limit }
}

/** The handlers that can be scheduled. */
export function listBeans({ platform }: Ctx) {
  return platform.scheduler.list().map(([name, { title, cron }]) => ({ name, title, cron }))
}

/**
 * The next five times of a cron expression.
 * @throws {BadInput}
 */
export function previewCron(ctx: Ctx, expression: string): string[] {
  return nextTimes(expression, ctx.now(), PREVIEWED).map(toWireTime)
}

/**
 * Adds a scheduled task.
 * @throws {BadInput} for an invalid expression, an unknown handler or invalid parameters; 409 for a taken name
 */
export async function saveJob(ctx: Ctx, draft: ScheduledJobDraft) {
  const row = readDraft(ctx, draft)
  return inTransaction(ctx, async (tx) => {
    const saved = await jobs.insert(tx, row)
    if (!saved) throw nameTaken()
    await audit(tx, { objectId: saved.id, after: await findJob(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a scheduled task and computes its next time again.
 * @throws as {@link saveJob}; 404, 409 for another version, 422 for another handler of a built-in task
 */
export async function updateJob(ctx: Ctx, { id, version, ...draft }: ScheduledJobChange) {
  return inTransaction(ctx, async (tx) => {
    const [known] = await jobs.lock(tx, [id])
    if (!known) throw notFound('定时任务')
    if (known.builtin && known.beanName !== draft.beanName) throw new Refusal('系统内置任务不能更换执行内容')
    const { isPause = known.isPause } = draft
    requirePausing(tx, known, isPause)
    const row = readDraft(tx, { ...draft, isPause })
    const find = () => findJob(tx, id)
    return audited(tx, { objectId: id, reckoned: ['nextTime'] }, find, async () => {
      const saved = await refuseTaken(jobs.update(tx, id, version, row), nameTaken)
      if (!saved) throw versionConflict(await find())
      return saved
    })
  })
}

/** To pause a task and to let it go on are two rights. @throws 403 */
function requirePausing(tx: Ctx, job: { isPause: boolean }, isPause: boolean): void {
  requireSwitch(tx, `admin:schedule:job:${isPause ? 'suspend' : 'start'}`, job.isPause, isPause)
}

/**
 * Deletes scheduled tasks, all or none; running ones end as usual.
 * @throws 404, 422 for a built-in task
 */
export async function removeJobs(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const locked = await jobs.lock(tx, ids)
    if (locked.length < ids.length) throw notFound('定时任务')
    const builtin = locked.find((job) => job.builtin)
    if (builtin) throw new Refusal(`「${builtin.jobName}」是系统内置任务，不能删除，可以暂停`)
    for (const { id } of locked) await audit(tx, { objectId: id, before: await findJob(tx, id) })
    await jobs.remove(tx, ids)
  })
}

/**
 * Pauses a scheduled task, or resumes it from now.
 * @param wanted the requested state; by default the opposite of the present one
 * @throws 403 without the right to what is asked for, 404
 */
export async function toggleJob(ctx: Ctx, id: number, wanted?: boolean) {
  return inTransaction(ctx, async (tx) => {
    const [job] = await jobs.lock(tx, [id])
    if (!job) throw notFound('定时任务')
    if (job.isPause === wanted) return { id, version: job.version }
    const isPause = !job.isPause
    requirePausing(tx, job, isPause)
    const nextTime = isPause ? null : firstTime(tx, job.cronExpression)
    return audited(
      tx,
      { objectId: id, action: 'status', labels: { isPause: '暂停' } },
      () => findJob(tx, id),
      async () => {
        const saved = await jobs.update(tx, id, undefined, { isPause, nextTime })
        if (!saved) throw notFound('定时任务')
        return saved
      },
    )
  })
}

/**
 * Runs a scheduled task now, paused or not.
 * @throws 404, 409 while it is running
 */
export async function runJob(ctx: Ctx, id: number) {
  return inTransaction(ctx, async (tx) => {
    const [job] = await jobs.lock(tx, [id])
    if (!job) throw notFound('定时任务')
    const row = await jobs.find(tx, id)
    const started = row?.running ? undefined : await startRun(tx, job, 'manual')
    if (!started) throw stateConflict('任务正在执行中')
    await audit(tx, { action: 'run', objectId: id, objectName: job.jobName })
    return new Accepted({ logId: started })
  })
}

/**
 * Sets the schedule of a built-in task from a setting.
 * @param cron six fields
 * @throws {BadInput} for a time that never occurs
 */
export async function setClock(tx: Ctx, beanName: string, cron: string): Promise<void> {
  await jobs.setBuiltinClock(tx, beanName, cron, nextTimes(cron, tx.now(), 1)[0] ?? null)
}

/**
 * Starts the scheduler in this process.
 * @returns a function that stops it
 */
export async function keepSchedule(own: Ctx): Promise<() => Promise<void>> {
  await seedScheduledJobs(own)
  return watchClock(own)
}

/** Adds scheduled tasks of this version that the shop does not have yet. */
export async function seedScheduledJobs(ctx: Ctx): Promise<void> {
  const rows = ctx.platform.scheduler.list().map(([beanName, { title, cron, paused = false }]) => ({
    jobName: title,
    beanName,
    cronExpression: cron,
    builtin: true,
    alarm: true,
    isPause: paused,
    nextTime: paused ? null : firstTime(ctx, cron),
  }))
  await jobs.insertBuiltin(ctx, rows)
}

function readDraft(ctx: Ctx, { params = {}, ...draft }: ScheduledJobDraft) {
  const bean = ctx.platform.scheduler.find(draft.beanName)
  if (!bean) throw badFields([{ field: 'beanName', message: '执行内容不存在，请重新选择' }])
  const next = firstTime(ctx, draft.cronExpression)
  return { ...draft, params: readParams(bean, params), nextTime: draft.isPause ? null : next }
}

function readParams(bean: ClockWork, params: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(params).length > MAX_PARAMS)
    throw badFields([{ field: 'params', message: `参数不能超过${MAX_PARAMS}个字符` }])
  if (bean.params) return makeReader(bean.params)(params) as Record<string, unknown>
  if (Object.keys(params).length) throw badFields([{ field: 'params', message: '此执行内容没有参数' }])
  return {}
}

function firstTime({ now }: Ctx, expression: string): Date | null {
  return nextTimes(expression, now(), 1)[0] ?? null
}

/** A scheduled task as the wire shows it; undefined for none. */
export async function findJob(ctx: Ctx, id: number) {
  const row = await jobs.find(ctx, id)
  return row && describe(ctx, row)
}

type Described = NonNullable<Awaited<ReturnType<typeof jobs.find>>>

function describe({ platform }: Ctx, { job, running }: Described): ScheduledJob {
  const { id, version, jobName, beanName, params, cronExpression, isPause, remark, misfire } = job
  const { timeoutSec, retry, alarm, builtin, nextTime, lastTime, lastResult, createdAt } = job
  return {
    id,
    version,
    jobName,
    beanName,
    params,
    cronExpression,
    isPause,
    remark,
    misfire,
    timeoutSec,
    retry,
    alarm,
    builtin,
    running,
    lastResult,
    beanTitle: platform.scheduler.find(beanName)?.title ?? beanName,
    nextTime: nextTime && toWireTime(nextTime),
    lastTime: lastTime && toWireTime(lastTime),
    createTime: toWireTime(createdAt),
  }
}

function describeRun(run: jobs.RunRow): JobRun {
  const { id, jobId, jobName, beanName, params, cronExpression, isSuccess, exceptionDetail, time, processed } = run
  return {
    id,
    jobId,
    jobName,
    beanName,
    params,
    cronExpression,
    isSuccess,
    exceptionDetail,
    time,
    processed,
    instance: run.instance,
    trigger: run.trigger,
    createTime: toWireTime(run.createdAt),
  }
}
