import { hostname } from 'node:os'
import { cutText } from '@zhanggui/domain/text.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { nextTimes } from '../../../platform/work/cron.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { notify } from '../../message/notice/notification.service.ts'
import * as jobs from './scheduled-job.repository.ts'

const QUEUE = 'scheduled'
const LOOK_MS = 1000
const HEARTBEAT_MS = 10_000
const DEAD_MS = 60_000
/** A run this late counts as missed: no process was there at its time. */
const MISSED_MS = 60_000
const AT_ONCE = 4
const MAX_DETAIL = 8000
const STILL_RUNNING = '上次执行未结束'
const INTERRUPTED = '服务重启中断'

const instance = `${hostname()}:${process.pid}`.slice(0, 80)

/** Registers the queue of runs: at most one run of a task at a time, across all processes. */
export function registerScheduledJobs({ jobs: queue }: Platform): void {
  const rules = { atOnce: AT_ONCE, timeoutSeconds: 14_400, oneForEachKey: true } as const
  queue.handle<{ runId: number }>(QUEUE, rules, (own, { runId }, run) => doRun(own, runId, run))
}

/**
 * Looks for due tasks once a second.
 * @returns a function that stops it
 */
export function watchClock(own: Ctx): () => Promise<void> {
  let looking = Promise.resolve()
  let lastCheck = 0
  const look = async () => {
    while ((await startDue(own)) > 0);
    if (own.now().getTime() - lastCheck < HEARTBEAT_MS) return
    lastCheck = own.now().getTime()
    await endSilentRuns(own)
  }
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error: unknown) => own.log.error({ err: error }, 'due tasks were not looked up'))
  }, LOOK_MS)
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/**
 * Enqueues a run of the task, in the transaction.
 * @returns the run's id; undefined when another run waits or is running
 */
export async function startRun(tx: Ctx, job: jobs.JobRow, trigger: 'cron' | 'manual'): Promise<number | undefined> {
  const at = tx.now()
  const { id, jobName, beanName, params, cronExpression, retry, timeoutSec } = job
  const createdBy = tx.caller?.userId
  const about = { jobId: id, jobName, beanName, params, cronExpression, trigger, createdBy, createdAt: at }
  return inTransaction(tx, async (inner) => {
    const runId = await jobs.insertRun(inner, { ...about, heartbeatAt: at })
    const options = { key: String(id), retries: retry, timeoutSeconds: timeoutSec }
    if (await inner.platform.jobs.enqueue(inner, QUEUE, { runId }, options)) return runId
    const skipped = { isSuccess: false, exceptionDetail: STILL_RUNNING, instance }
    await jobs.updateRun(inner, runId, skipped)
    return undefined
  })
}

/** Starts due tasks. Returns how many there were. */
async function startDue(own: Ctx): Promise<number> {
  return inTransaction(own, async (tx) => {
    const due = await jobs.lockDue(tx)
    for (const job of due) {
      const next = nextTimes(job.cronExpression, tx.now(), 1)[0] ?? null
      if (!(await jobs.moveOn(tx, job, next))) continue
      const isMissed = tx.now().getTime() - (job.nextTime?.getTime() ?? 0) > MISSED_MS
      if (isMissed && job.misfire === 'skip') continue
      await startRun(tx, job, 'cron')
    }
    return due.length
  })
}

async function doRun(own: Ctx, runId: number, { signal, retry }: JobRun): Promise<void> {
  const run = await jobs.findRun(own, runId)
  const row = run && (await jobs.find(own, run.jobId))
  const bean = run && own.platform.scheduler.find(run.beanName)
  if (!run) return
  const began = own.now()
  const beat = () => jobs.updateRun(own, runId, { isSuccess: null, heartbeatAt: own.now(), instance })
  await beat()
  const timer = setInterval(() => {
    jobs.updateRun(own, runId, { heartbeatAt: own.now() }).catch(() => {})
  }, HEARTBEAT_MS)
  try {
    if (!bean) throw new Error('执行内容已不存在')
    const processed = await bean.run(own, run.params, signal)
    if (signal.aborted) throw new Error(stopReason(own, began, row))
    await endRun(own, run, began, { isSuccess: true, processed, exceptionDetail: '' })
  } catch (error) {
    const detail = signal.aborted ? stopReason(own, began, row) : textOf(error)
    if (retry < (row?.job.retry ?? 0)) await jobs.updateRun(own, runId, { exceptionDetail: detail })
    else await endRun(own, run, began, { isSuccess: false, exceptionDetail: detail })
    throw error
  } finally {
    clearInterval(timer)
  }
}

function stopReason(own: Ctx, began: Date, row: Awaited<ReturnType<typeof jobs.find>>): string {
  const seconds = row?.job.timeoutSec ?? 0
  return own.now().getTime() - began.getTime() >= seconds * 1000 ? `执行超过 ${seconds} 秒，已停止` : INTERRUPTED
}

function textOf(error: unknown): string {
  return cutText(error instanceof Error ? (error.stack ?? error.message) : String(error), MAX_DETAIL)
}

/** Stores the result of a run; a failure notifies those responsible if the task says so. */
async function endRun(own: Ctx, run: jobs.RunRow, began: Date, end: Partial<jobs.RunRow>): Promise<void> {
  await inTransaction(own, async (tx) => {
    const time = Math.max(0, tx.now().getTime() - began.getTime())
    await jobs.updateRun(tx, run.id, { ...end, time })
    await jobs.setLast(tx, run.jobId, began, end.isSuccess === true)
    const row = await jobs.find(tx, run.jobId)
    if (end.isSuccess || !row?.job.alarm) return
    await notify(tx, {
      event: 'job.failed',
      level: 'error',
      title: `定时任务「${run.jobName}」执行失败`,
      content: end.exceptionDetail?.split('\n')[0],
      link: '/system-tools/timing',
      object: { type: 'scheduled-job', id: run.jobId },
    })
  })
}

/** Marks runs as failed whose process sent no heartbeat for a minute. */
async function endSilentRuns(own: Ctx): Promise<void> {
  for (const run of await jobs.listSilentRuns(own, new Date(own.now().getTime() - DEAD_MS)))
    await endRun(own, run, run.createdAt, { isSuccess: false, exceptionDetail: INTERRUPTED })
}
