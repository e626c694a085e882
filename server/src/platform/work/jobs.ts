import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type Db as BossDb, fromDrizzle, type Job, PgBoss } from 'pg-boss'
import type { Ctx } from '../http/context.ts'
import type { Bus } from './bus.ts'

const SCHEMA = 'pgboss'
const TOPIC = 'jobs'
/** A little less than the process waits before it ends anyhow. */
const STOP_MS = 25_000
/** A job whose worker has not been heard of for so long is failed or tried again. */
const HEARTBEAT_SECONDS = 30
/** Messages wake the workers; this finds what was missed. */
const POLL_SECONDS = 2
const TIMEOUT_SECONDS = 600

/** How the jobs of a queue are run. */
export type QueueRules = {
  /** How many at once in one process; 1 unless said. */
  atOnce?: number
  /** How often a job that failed, or whose worker died, is tried again; 0 unless said. */
  retries?: number
  /** Before the first retry; doubled each time. */
  retrySeconds?: number
  /** Longest run; 600 unless said, at most a day. */
  timeoutSeconds?: number
  /** Of several jobs with one key only one waits or runs, across all processes. */
  oneForEachKey?: true
}

/** One run of a job. */
export type JobRun = {
  id: string
  /** 0 the first time. */
  retry: number
  /** Aborts when the process stops or the time is over: the handler then ends as soon as it can. */
  signal: AbortSignal
}

/** Does a job's work; a throw is a failure. In batches with own transactions, such that a second run does no harm. */
export type JobHandler<Data> = (ctx: Ctx, data: Data, run: JobRun) => Promise<void>

export type EnqueueOptions = {
  /** For queues with `oneForEachKey`. */
  key?: string
  /** Not before. */
  startAfter?: Date
  retries?: number
  timeoutSeconds?: number
}

/** Work done in the background, by whichever process with ROLE all or worker is free: PostgreSQL is the queue. */
export type Jobs = {
  /** Says who does the jobs of a queue, while the application is put together. Names are of letters, digits and `-`. */
  handle<Data extends object>(queue: string, rules: QueueRules, handler: JobHandler<Data>): void
  /**
   * Adds a job in the transaction of `ctx`: it starts after the commit, and never when that fails.
   * @returns its id; undefined when one of its key waits or runs already
   */
  enqueue(ctx: Ctx, queue: string, data: object, options?: EnqueueOptions): Promise<string | undefined>
  /** Starts doing the work in this process. */
  work(own: Ctx): Promise<void>
  /** Lets the handlers at work finish, for 25 seconds. */
  close(): Promise<void>
}

declare module '../http/context.ts' {
  interface Platform {
    jobs: Jobs
  }
}

type Queue = { rules: QueueRules; handler: JobHandler<object> }

/** Creates the queue's tables in a schema of their own, or brings them to this version; as the role that owns them. */
export async function migrateJobs(client: pg.Client): Promise<void> {
  const boss = makeBoss({ executeSql: (text, values) => client.query(text, values) }, { migrate: true })
  await boss.start()
  await boss.stop({ graceful: false })
}

export function makeJobs(pool: pg.Pool, bus: Bus, log: FastifyBaseLogger): Jobs {
  const boss = makeBoss({ executeSql: (text, values) => pool.query(text, values) }, { migrate: false })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'))
  const queues = new Map<string, Queue>()
  const workers = new Map<string, string[]>()
  const stopping = new AbortController()
  let ready: Promise<void> | undefined
  let unsubscribe = () => {}

  const open = async () => {
    await boss.start()
    for (const [name, { rules }] of queues) {
      await boss.createQueue(name, { ...queueOptions(rules), policy: rules.oneForEachKey ? 'exclusive' : 'standard' })
      await boss.updateQueue(name, queueOptions(rules))
    }
  }
  const opened = () => {
    ready ??= open()
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
      await bus.publish(ctx.db, TOPIC, queue)
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
              // There may be more where this one came from: no pause before the next.
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
    // Only the owner of an index may rebuild it (SEC-91).
    reindex: false,
    schedule: false,
    supervise: !migrate,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
  })
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
