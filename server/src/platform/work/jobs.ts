import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type Db as BossDb, fromDrizzle, type Job, PgBoss, type QueueResult } from 'pg-boss'
import type { Ctx } from '../http/context.ts'
import { announce, type Bus } from './bus.ts'

const SCHEMA = 'pgboss'
const TOPIC = 'jobs'
/** A little less than the process waits before it exits anyway. */
const STOP_MS = 25_000
/** A job whose worker has sent no heartbeat for this long fails or is retried. */
const HEARTBEAT_SECONDS = 30
/** Messages wake the workers; polling finds missed jobs. */
const POLL_SECONDS = 2
const TIMEOUT_SECONDS = 600

/** How the jobs of a queue run. */
export type QueueRules = {
  /** How many run concurrently in one process; 1 by default. */
  atOnce?: number
  /** How often a job is retried after it failed or its worker died; 0 by default. */
  retries?: number
  /** The delay before the first retry; doubles each time. */
  retrySeconds?: number
  /** The longest run; 600 by default, at most a day. */
  timeoutSeconds?: number
  /** Only one job per key waits or runs, across all processes. */
  oneForEachKey?: true
}

/** One run of a job. */
export type JobRun = {
  id: string
  /** 0 the first time. */
  retry: number
  /** Aborts when the process stops or the time is over; the handler must then end soon. */
  signal: AbortSignal
}

/** Runs a job; throwing fails it. Works in batches with their own transactions, so that a second run does no harm. */
export type JobHandler<Data> = (ctx: Ctx, data: Data, run: JobRun) => Promise<void>

export type EnqueueOptions = {
  /** For queues with `oneForEachKey`. */
  key?: string
  /** The earliest start. */
  startAfter?: Date
  retries?: number
  timeoutSeconds?: number
}

/** Background work, run by any free process with ROLE all or worker. PostgreSQL is the queue. */
export type Jobs = {
  /** Registers the handler of a queue while the application is built. Names consist of letters, digits and `-`. */
  handle<Data extends object>(queue: string, rules: QueueRules, handler: JobHandler<Data>): void
  /**
   * Adds a job in the transaction of `ctx`; it starts after the commit, and never after a rollback.
   * @returns its id; undefined when a job with its key already waits or runs
   */
  enqueue(ctx: Ctx, queue: string, data: object, options?: EnqueueOptions): Promise<string | undefined>
  /** Starts running jobs in this process. */
  work(own: Ctx): Promise<void>
  /** Waits up to 25 seconds for running handlers to finish. */
  close(): Promise<void>
}

declare module '../http/context.ts' {
  interface Platform {
    jobs: Jobs
  }
}

type Queue = { rules: QueueRules; handler: JobHandler<object> }

/** Creates or migrates the queue's tables, in their own schema and as the role that owns them. */
export async function migrateJobs(client: pg.Client): Promise<void> {
  const boss = makeBoss({ executeSql: (text, values) => client.query(text, values) }, { migrate: true })
  await boss.start()
  await boss.stop({ graceful: false })
}

export function makeJobs(pool: pg.Pool, bus: Bus, log: FastifyBaseLogger): Jobs {
  const boss = makeBoss({ executeSql: (text, values) => pool.query(text, values) }, { migrate: false })
  boss.on('error', (error) => log.error({ err: errorOf(error) }, 'the job queue failed'))
  const queues = new Map<string, Queue>()
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  let ready: Promise<void> | undefined
  let unsubscribe = () => {}

  const open = async () => {
    await boss.start()
    // Most starts change no queue. Each change is a commit, after which its workers ask for the queue again.
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const [name, { rules }] of queues) {
      const options = queueOptions(rules)
      const queue = known.get(name)
      if (!queue) await boss.createQueue(name, { ...options, policy: rules.oneForEachKey ? 'exclusive' : 'standard' })
      else if (!isMatch(queue, options)) await boss.updateQueue(name, options)
    }
  }
  const opened = () => {
    ready ??= open().catch((error: unknown) => {
      // The database was away: the next caller tries again.
      ready = undefined
      throw error
    })
    return ready
  }

  return {
    handle: (queue, rules, handler) => {
      if (queues.has(queue)) throw new Error(`queue ${queue} is handled twice`)
      queues.set(queue, { rules, handler: handler as JobHandler<object> })
    },
    enqueue: async (ctx, queue, data, { key, startAfter, retries, timeoutSeconds } = {}) => {
      await opened()
      const id = await boss.send(queue, data, {
        db: fromDrizzle(ctx.db, sql),
        ...(key !== undefined && { singletonKey: key }),
        ...(startAfter && { startAfter }),
        ...(retries !== undefined && { retryLimit: retries }),
        ...(timeoutSeconds !== undefined && { expireInSeconds: timeoutSeconds }),
      })
      announce(ctx, TOPIC, queue)
      return id ?? undefined
    },
    work: async (own) => {
      await opened()
      unsubscribe = bus.subscribe(TOPIC, (queue) => {
        for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker)
      })
      for (const [name, { rules, handler }] of queues) {
        const ids: string[] = []
        workers.set(name, ids)
        for (let index = 0; index < (rules.atOnce ?? 1); index++) {
          const work = async ([job]: Job<object>[]) => {
            if (!job) return
            const signal = AbortSignal.any([job.signal, stopping.signal])
            try {
              await handler(own, job.data, { id: job.id, retry: job.retryCount, signal })
            } catch (error) {
              own.log.error({ err: error, queue: name, job: job.id, retry: job.retryCount }, 'a job failed')
              throw error
            } finally {
              // More may be waiting: fetch the next one without a pause.
              boss.notifyWorker(ids[index] ?? '')
            }
          }
          ids.push(await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, work))
        }
      }
    },
    close: async () => {
      unsubscribe()
      stopping.abort()
      if (!ready) return
      await ready.catch(() => {})
      await boss.stop({ close: false, timeout: STOP_MS })
    },
  }
}

function makeBoss(db: BossDb, { migrate }: { migrate: boolean }): PgBoss {
  return new PgBoss({
    db,
    schema: SCHEMA,
    migrate,
    createSchema: migrate,
    // Only the owner of an index may rebuild it.
    reindex: false,
    schedule: false,
    supervise: !migrate,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
  })
}

function isMatch(queue: QueueResult, options: ReturnType<typeof queueOptions>): boolean {
  return (Object.keys(options) as (keyof typeof options)[]).every((option) => queue[option] === options[option])
}

function queueOptions({ retries = 0, retrySeconds = 10, timeoutSeconds = TIMEOUT_SECONDS }: QueueRules) {
  return {
    retryLimit: retries,
    retryDelay: retrySeconds,
    retryBackoff: retries > 0,
    expireInSeconds: timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  }
}

/** The queue tells of some failures by plain objects, of which a log would say `[object Object]`; where it failed stays. */
export function errorOf(told: unknown): Error {
  if (told instanceof Error) return told
  if (typeof told !== 'object' || told === null) return new Error(String(told))
  const { message, stack, ...more } = told as { message?: unknown; stack?: unknown }
  const error = new Error([typeof message === 'string' && message, JSON.stringify(more)].filter(Boolean).join(' '))
  if (typeof stack === 'string') error.stack = stack
  return error
}
