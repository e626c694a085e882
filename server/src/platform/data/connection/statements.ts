import type pg from 'pg'
import { currentTrace } from '../../http/trace.ts'
import { cutWhenSilent } from './pool.ts'

const MAX_STATEMENTS = 500
const MAX_TEXT = 4000
const MAX_WAITING = 1000
/** The pool's sampling interval; the last twenty minutes are kept. */
const POOL_MS = 10_000
const MAX_POINTS = 120

/** A slow statement as its watchers get it, without its values. */
export type SlowStatement = {
  statement: string
  time: number
  rows: number
  /** SQLSTATE of a failed statement. */
  error: string
  requestId: string
  callSite: string
  createdAt: Date
}

/** The times of one statement in this process, in milliseconds. */
export type StatementTimes = {
  statement: string
  count: number
  total: number
  max: number
  rows: number
  errors: number
  last: Date
}

/** The server's own record of its statements. */
export type Statements = {
  /** From how many milliseconds a statement counts as slow. */
  slowMs: number
  times(): StatementTimes[]
  /** The slow statements since the last call. */
  takeSlow(): SlowStatement[]
  reset(): void
  pool(): { max: number; total: number; idle: number; waiting: number }
  /** Connections in use and callers waiting for one, oldest first. */
  poolHistory(): readonly PoolPoint[]
  close(): void
}

declare module '../../http/context.ts' {
  interface Platform {
    statements: Statements
  }
}

export type PoolPoint = { at: Date; used: number; waiting: number }

type Result = { rowCount?: number | null }

/**
 * Measures every statement of the pools.
 * @param pool the pool whose connections are counted
 */
export function watchStatements(pool: pg.Pool, ...others: pg.Pool[]): Statements {
  const times = new Map<string, StatementTimes>()
  const slow: SlowStatement[] = []
  const points: PoolPoint[] = []
  const timer = setInterval(() => {
    points.push({ at: new Date(), used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount })
    if (points.length > MAX_POINTS) points.shift()
  }, POOL_MS)
  timer.unref()
  const record: Statements = {
    poolHistory: () => points,
    close: () => clearInterval(timer),
    slowMs: 200,
    times: () => [...times.values()],
    takeSlow: () => slow.splice(0),
    reset: () => times.clear(),
    pool: () => ({
      max: pool.options.max,
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }

  const note: Note = (text, started, outcome) => {
    const time = performance.now() - started
    const rows = 'rowCount' in outcome ? (outcome.rowCount ?? 0) : 0
    const error = 'code' in outcome ? (outcome.code ?? 'error') : ''
    const trace = currentTrace()
    if (trace) trace.dbMs += time
    const known = times.get(text)
    const entry = known ?? { statement: tidy(text), count: 0, total: 0, max: 0, rows: 0, errors: 0, last: new Date() }
    entry.count += 1
    entry.total += time
    entry.max = Math.max(entry.max, time)
    entry.rows += rows
    if (error) entry.errors += 1
    entry.last = new Date()
    if (!known && times.size < MAX_STATEMENTS) times.set(text, entry)
    if (time < record.slowMs || slow.length >= MAX_WAITING || text.includes('slow_statement')) return
    const { requestId = '', callSite = '' } = trace ?? {}
    slow.push({
      statement: tidy(text),
      time: Math.round(time),
      rows,
      error,
      requestId,
      callSite,
      createdAt: new Date(),
    })
  }

  for (const each of [pool, ...others]) watchPool(each, note)
  return record
}

type Note = (text: string, started: number, outcome: Result | { code?: string }) => void

function watchPool(pool: pg.Pool, note: Note): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    const measured = (...input: unknown[]): unknown => {
      const result = query(...input)
      const text = textOf(input[0])
      if (!text || !(result instanceof Promise)) return result
      const started = performance.now()
      result.then(
        (answer: Result) => note(text, started, { rowCount: answer.rowCount ?? 0 }),
        (error: { code?: string }) => {
          note(text, started, { code: error.code })
          cutWhenSilent(client, error)
        },
      )
      return result
    }
    client.query = measured as unknown as typeof client.query
  })
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text } = (query ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : undefined
}

/** A statement without anything that could be personal data. */
function tidy(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'?'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
}
