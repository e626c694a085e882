import type { Ctx } from '../http/context.ts'
import { isDatabaseAway } from './connection/pool.ts'

const FLUSH_MS = 1000
const MAX_WAITING = 5000
const BATCH = 500

/** Writes log rows in batches, at most one second after the first row. */
export type LogWriter<Row> = {
  add(row: Row): void
  /** Writes the buffered rows. */
  close(): Promise<void>
}

/**
 * Opens a log whose rows are written after the calls they record, so a row that cannot be written never fails a call. When
 * the database refuses a batch, its rows are written one by one, so that only bad rows are lost; while it is away they wait. Lost
 * rows are logged, counted in /metrics and shown in the check-up.
 * @param log the log's name, used as the metric's label
 */
export function openLog<Row>(own: Ctx, log: string, insert: (rows: Row[]) => Promise<unknown>): LogWriter<Row> {
  const waiting: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let closed = false

  const lose = (rows: number, error?: unknown) => {
    own.platform.measures.countLostRows(log, rows)
    own.log.error({ err: error, log, rows }, 'log rows were lost')
  }
  /** Returns false when the database is away and the rows wait. */
  const write = async (batch: Row[]): Promise<boolean> => {
    try {
      await insert(batch)
    } catch (error) {
      const isAway = isDatabaseAway(error)
      if (isAway && !closed) {
        waiting.unshift(...batch)
        return false
      }
      if (isAway || batch.length === 1) lose(batch.length, error)
      else return writeOneByOne(batch)
    }
    return true
  }
  const writeOneByOne = async (batch: Row[]): Promise<boolean> => {
    for (const [at, row] of batch.entries()) {
      if (await write([row])) continue
      waiting.unshift(...batch.slice(at + 1))
      return false
    }
    return true
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(async () => {
      while (waiting.length && (await write(waiting.splice(0, BATCH))));
      if (waiting.length) timer ??= setTimeout(flush, FLUSH_MS)
    })
    return writing
  }
  return {
    add: (row) => {
      if (waiting.length >= MAX_WAITING) return lose(1)
      waiting.push(row)
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    close: () => {
      closed = true
      return flush()
    },
  }
}
