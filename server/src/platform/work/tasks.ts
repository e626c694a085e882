import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { and, asc, count, eq, inArray, lt, sql } from 'drizzle-orm'
import { type Actor, type Ctx, holds, inTransaction, withContext } from '../http/context.ts'
import { isRefusal } from '../http/error-body.ts'
import { forbidden } from '../http/errors.ts'
import type { JobRun, Jobs } from './jobs.ts'
import { defineLive, report } from './live.ts'
import { emit } from './outbox.ts'
import { type TaskStatus, tasks } from './task.tables.ts'

/** Reports the state of a task. */
export const taskNews = defineLive<{ id: string; userId: number; status: TaskStatus; progress: number }>('task')
const CANCEL_TOPIC = 'task-cancel'
const QUEUE = 'task'
/** An arbitrary number: the holder of this lock starts tasks. */
const CLAIM_LOCK = 7_316_460_022
const HEARTBEAT_MS = 10_000
const DEAD_MS = 60_000
/** The interval at which progress is stored. */
const REPORT_MS = 500
const MAX_RUNNING = 3
const MAX_HEAVY = 2
const MAX_UNFINISHED = 20
/** After a worker died, one more attempt is made. */
const MAX_ATTEMPTS = 2
const TIMEOUT_SECONDS = 6 * 3600
const KEPT_MS = 7 * 24 * 3600_000
/** The provider id of local files. */
const LOCAL = 1
const INTERRUPTED = '服务重启中断'

export type Task = typeof tasks.$inferSelect

export type TaskRules = {
  /**
   * What its user must hold when it runs, and whoever fetches its result: it may wait, be tried again, or be fetched after rights
   * are gone. Undefined where the handler asks itself, as what is needed depends on what was asked for.
   */
  needs: string | undefined
  /** Restarted when its process is gone; tasks without this fail then. */
  restartable?: true
  /** At most two of these run at a time, for all users together. */
  heavy?: true
}

/** The progress of a task. */
export type TaskProgress = { processed: number; total?: number; failed?: number }

/** A file in the results folder. */
export type TaskFile = { name: string; path: string }

/** The interface between a task's handler and the platform. */
export type TaskWork = {
  id: string
  /**
   * Reports the progress. To be called often: it is stored twice a second, and as it stands when the task ends.
   * @throws when the task was cancelled or the process stops; the handler must not catch it
   */
  progress(progress: TaskProgress): Promise<void>
  isCancelled(): boolean
  /** Aborts when the task was cancelled or the process stops. */
  signal: AbortSignal
  /** Creates a file to write to. @param extension without the dot */
  newFile(extension: string): Promise<TaskFile>
}

/** The result of a task. */
export type TaskResult = {
  file?: TaskFile
  /** The file's name when downloaded. */
  fileName?: string
  rows?: number
  /** The refused rows. */
  errorFile?: TaskFile
  message?: string
}

/** Runs a task as the user who started it, with their permissions at run time. */
export type TaskHandler<Params> = (ctx: Ctx, params: Params, work: TaskWork) => Promise<TaskResult | undefined>

/** The handlers of tasks. Every process registers the same ones. */
export type Tasks = {
  /** Registers the handler of a task type while the application is built. */
  handle<Params extends object>(type: string, rules: TaskRules, handler: TaskHandler<Params>): void
  rulesOf(type: string): TaskRules
  /**
   * Whether somebody may still have a task of that type run, or fetch its result.
   * @throws 403 without what it needs
   */
  require(actor: Actor, type: string): void
  /** Registers where result files are stored for all processes; otherwise they stay in this machine's folder. */
  keepWith(keep: KeepResults): void
  /**
   * Starts running tasks in this process.
   * @param actorOf returns the user as an actor; undefined if they may not sign in any more
   * @returns stops; running tasks end with the job queue
   */
  work(own: Ctx, actorOf: (ctx: Ctx, userId: number) => Promise<Actor | undefined>): () => void
}

declare module '../http/context.ts' {
  interface Platform {
    tasks: Tasks
  }
}

/** @returns the provider id of the storage the files are in now */
export type KeepResults = (own: Ctx, files: readonly TaskFile[]) => Promise<number>

type Kind = { rules: TaskRules; handler: TaskHandler<object> }

/** Ends a handler: the task was cancelled, or the process stops. */
class Stopped extends Error {}

const instance = `${hostname()}:${process.pid}`.slice(0, 80)

export function makeTasks(jobs: Jobs): Tasks {
  const kinds = new Map<string, Kind>()
  const running = new Map<string, AbortController>()
  let keep: KeepResults = async () => LOCAL
  let actorFor: ((ctx: Ctx, userId: number) => Promise<Actor | undefined>) | undefined

  jobs.handle<{ taskId: string }>(
    QUEUE,
    { atOnce: MAX_RUNNING, timeoutSeconds: TIMEOUT_SECONDS, oneForEachKey: true },
    async (own, { taskId }, run) => {
      const task = await claim(own, taskId)
      if (!task) return
      const cancelling = new AbortController()
      running.set(taskId, cancelling)
      try {
        await runTask(own, task, kinds.get(task.type), await actorFor?.(own, task.createdBy), keep, cancelling, run)
      } finally {
        running.delete(taskId)
      }
      await enqueuePending(own)
    },
  )

  return {
    handle: (type, rules, handler) => {
      if (kinds.has(type)) throw new Error(`tasks of type ${type} are handled twice`)
      kinds.set(type, { rules, handler: handler as TaskHandler<object> })
    },
    require: (actor, type) => {
      // Of a type that nobody does any more only the user sees the result.
      const needs = kinds.get(type)?.rules.needs
      if (needs && !holds(actor, needs)) throw forbidden(needs)
    },
    keepWith: (given) => {
      keep = given
    },
    rulesOf: (type) => {
      const kind = kinds.get(type)
      if (!kind) throw new Error(`nobody does tasks of type ${type}`)
      return kind.rules
    },
    work: (own, actorOf) => {
      actorFor = actorOf
      const unsubscribe = own.platform.bus.subscribe(CANCEL_TOPIC, (id) => running.get(id)?.abort())
      const look = () => {
        reviveTasks(own, (type) => kinds.get(type)?.rules.restartable === true)
          .then(() => enqueuePending(own))
          .catch((error: unknown) => own.log.error({ err: error }, 'tasks were not looked after'))
      }
      const timer = setInterval(look, HEARTBEAT_MS)
      look()
      return () => {
        clearInterval(timer)
        unsubscribe()
      }
    },
  }
}

/**
 * Starts long work in the background for the caller, shown in their task centre.
 * @param params plain JSON for the handler
 * @throws 422 when twenty of the caller's tasks are unfinished
 */
export async function startTask(
  ctx: Ctx,
  { type, title, params }: { type: string; title: string; params: Record<string, unknown> },
): Promise<{ taskId: string }> {
  const { heavy = false } = ctx.platform.tasks.rulesOf(type)
  const { userId, key } = ctx.actor
  // A task has the permissions of its user, but an API key has fewer.
  if (key) throw forbidden()
  return inTransaction(ctx, async (tx) => {
    const unfinished = and(eq(tasks.createdBy, userId), inArray(tasks.status, ['pending', 'running']))
    if ((await tx.db.$count(tasks, unfinished)) >= MAX_UNFINISHED) throw new Refusal('您有较多任务尚未完成，请稍后再试')
    const at = tx.now()
    const [task] = await tx.db
      .insert(tasks)
      .values({ type, title: cutText(title, 100), params, heavy, createdBy: userId, createdAt: at })
      .returning()
    if (!task) throw new Error('a task was not stored')
    await enqueueTask(tx, task)
    return { taskId: task.id }
  })
}

/** Whether a task waits or runs. */
export async function isTaskOpen({ db }: Ctx, id: string): Promise<boolean> {
  const [task] = await db.select({ status: tasks.status }).from(tasks).where(eq(tasks.id, id))
  return task?.status === 'pending' || task?.status === 'running'
}

/** Cancels a task: at once if it waits, else as soon as its handler notices. Returns false if it has ended. */
export async function cancelTask(ctx: Ctx, id: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [task] = await tx.db.select().from(tasks).where(eq(tasks.id, id)).for('update')
    if (!task || (task.status !== 'pending' && task.status !== 'running')) return false
    const ended = { status: 'cancelled' as const, message: '已取消', finishTime: tx.now() }
    const isWaiting = task.status === 'pending'
    await tx.db
      .update(tasks)
      .set(isWaiting ? ended : { cancelAsked: true })
      .where(eq(tasks.id, id))
    await tx.platform.bus.publish(tx.db, CANCEL_TOPIC, id)
    if (isWaiting) await announce(tx, { ...task, ...ended })
    return true
  })
}

/** Enqueues a waiting task, to run as soon as the limits allow. */
export async function enqueueTask(tx: Ctx, task: Task): Promise<void> {
  await enqueue(tx, task)
  await announce(tx, task)
}

/** The folder where result files are written, and stay unless they are stored elsewhere. */
export function resultFolder({ config }: Ctx['platform']): string {
  return join(config.dataFolder, 'exports')
}

/** Notifies open pages of a change to a task, once the transaction has committed. */
function announce(ctx: Ctx, { id, createdBy, status, progress }: Task): Promise<void> {
  return report(ctx, taskNews, { id, userId: createdBy, status, progress })
}

async function enqueue(ctx: Ctx, { id, attempts }: Pick<Task, 'id' | 'attempts'>): Promise<void> {
  // One key per attempt: the job of a dead worker still counts as running for a while.
  await ctx.platform.jobs.enqueue(ctx, QUEUE, { taskId: id }, { key: `${id}:${attempts}` })
}

/** Enqueues tasks that could not start when their job ran, or whose job was lost. */
async function enqueuePending(own: Ctx): Promise<void> {
  const rows = await own.db
    .select({ id: tasks.id, attempts: tasks.attempts })
    .from(tasks)
    .where(eq(tasks.status, 'pending'))
    .orderBy(asc(tasks.createdAt))
    .limit(MAX_UNFINISHED)
  for (const row of rows) await enqueue(own, row)
}

/** Starts a task if the limits allow it: three per user, two heavy ones. */
async function claim(own: Ctx, id: string): Promise<Task | undefined> {
  return inTransaction(own, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`)
    const [task] = await tx.db.select().from(tasks).where(eq(tasks.id, id))
    if (task?.status !== 'pending') return undefined
    const [now] = await tx.db
      .select({
        own: count(sql`case when ${tasks.createdBy} = ${task.createdBy} then 1 end`),
        heavy: count(sql`case when ${tasks.heavy} then 1 end`),
      })
      .from(tasks)
      .where(eq(tasks.status, 'running'))
    if (!now || now.own >= MAX_RUNNING || (task.heavy && now.heavy >= MAX_HEAVY)) return undefined
    const at = tx.now()
    const begun = { status: 'running' as const, attempts: task.attempts + 1, startTime: at, heartbeatAt: at, instance }
    const [claimed] = await tx.db
      .update(tasks)
      .set({ ...begun, progress: 0, processed: 0, failed: 0, message: '' })
      .where(eq(tasks.id, id))
      .returning()
    if (claimed) await announce(tx, claimed)
    return claimed
  })
}

async function runTask(
  own: Ctx,
  task: Task,
  kind: Kind | undefined,
  caller: Actor | undefined,
  keep: KeepResults,
  cancelling: AbortController,
  run: JobRun,
): Promise<void> {
  const signal = AbortSignal.any([cancelling.signal, run.signal])
  const mine = and(eq(tasks.id, task.id), eq(tasks.status, 'running'), eq(tasks.attempts, task.attempts))
  const beat = async (progress: Partial<Task> = {}) => {
    const [row] = await own.db
      .update(tasks)
      .set({ ...progress, heartbeatAt: own.now() })
      .where(mine)
      .returning({ cancelAsked: tasks.cancelAsked })
    // Another process has taken it over, or it was cancelled.
    if (!row || row.cancelAsked) cancelling.abort()
  }
  const timer = setInterval(() => beat().catch(() => {}), HEARTBEAT_MS)
  const files: TaskFile[] = []
  let reported = 0
  let last: Pick<Partial<Task>, 'processed' | 'total' | 'failed'> = {}
  const work: TaskWork = {
    id: task.id,
    signal,
    isCancelled: () => signal.aborted,
    progress: async ({ processed, total = 0, failed = 0 }) => {
      if (signal.aborted) throw new Stopped()
      last = { processed, total, failed }
      if (Date.now() - reported < REPORT_MS) return
      reported = Date.now()
      const progress = total ? Math.min(99, Math.floor((processed / total) * 100)) : 0
      await beat({ ...last, progress })
      await announce(own, { ...task, progress })
    },
    newFile: async (extension) => {
      const folder = resultFolder(own.platform)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${task.id}-${randomBytes(6).toString('hex')}.${extension}`
      const file = { name, path: join(folder, name) }
      files.push(file)
      return file
    },
  }
  try {
    if (!kind || !caller) throw new Refusal(caller ? '此任务类型已不再支持' : '发起人的账号已停用')
    own.platform.tasks.require(caller, task.type)
    // Entries of the audit trail that belong to one task are found by its number.
    const origin = { ...own.origin, requestId: `task-${task.id}` }
    const result = await kind.handler(withContext(own, { caller, origin }), task.params, work)
    if (signal.aborted) throw new Stopped()
    const left = [result?.file, result?.errorFile].filter((file) => file !== undefined)
    const fileProvider = left.length ? await keep(own, left) : LOCAL
    await finish(own, mine, { ...last, status: 'success', progress: 100, fileProvider, ...outcome(own, result) })
  } catch (error) {
    for (const { path } of files) await rm(path, { force: true })
    if (run.signal.aborted && !cancelling.signal.aborted) await interrupt(own, mine, kind)
    else if (signal.aborted) await finish(own, mine, { ...last, status: 'cancelled', message: '已取消' })
    else await finish(own, mine, { ...last, status: 'failed', message: explain(own, task, error) })
  } finally {
    clearInterval(timer)
  }
}

function outcome(own: Ctx, { file, fileName = '', rows = 0, errorFile, message = '' }: TaskResult = {}) {
  const expires = file || errorFile ? new Date(own.now().getTime() + KEPT_MS) : null
  return {
    resultFile: file?.name ?? null,
    resultName: fileName,
    resultRows: rows,
    errorFile: errorFile?.name ?? null,
    message,
    expireTime: expires,
  }
}

/** The message for the owner: refusals in their own words; other errors are logged and get an apology. */
function explain(own: Ctx, { id, type }: Task, error: unknown): string {
  if (isRefusal(error)) return cutText(error.message, 500)
  own.log.error({ err: error, task: id, type }, 'a task failed')
  return '执行时发生错误，请重试；多次失败请联系管理员'
}

async function finish(own: Ctx, mine: ReturnType<typeof and>, end: Partial<Task>): Promise<void> {
  await inTransaction(own, async (tx) => {
    const [ended] = await tx.db
      .update(tasks)
      .set({ ...end, finishTime: tx.now() })
      .where(mine)
      .returning()
    if (!ended) return
    await announce(tx, ended)
    const { id: taskId, createdBy: userId, type, title, status, message } = ended
    if (status !== 'cancelled') await emit(tx, 'task.finished', { taskId, userId, type, title, status, message })
  })
}

/** Ends a task because the process stops: another one restarts it if it is restartable. */
async function interrupt(own: Ctx, mine: ReturnType<typeof and>, kind: Kind | undefined): Promise<void> {
  if (!kind?.rules.restartable) return finish(own, mine, { status: 'failed', message: INTERRUPTED })
  const [waiting] = await own.db.update(tasks).set({ status: 'pending', progress: 0 }).where(mine).returning()
  if (waiting) await enqueue(own, waiting)
}

/** Handles tasks whose process has been silent for a minute: restarts them once if possible, else fails them. */
async function reviveTasks(own: Ctx, isRestartable: (type: string) => boolean): Promise<void> {
  const silent = and(eq(tasks.status, 'running'), lt(tasks.heartbeatAt, new Date(own.now().getTime() - DEAD_MS)))
  const dead = await own.db.select().from(tasks).where(silent).limit(MAX_UNFINISHED)
  for (const task of dead) {
    const same = and(silent, eq(tasks.id, task.id))
    if (task.cancelAsked) await finish(own, same, { status: 'cancelled', message: '已取消' })
    else if (isRestartable(task.type) && task.attempts < MAX_ATTEMPTS)
      await own.db.update(tasks).set({ status: 'pending', progress: 0 }).where(same)
    else await finish(own, same, { status: 'failed', message: INTERRUPTED })
  }
}
