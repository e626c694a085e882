import type { Ctx } from '../http/context.ts'

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
 * the database refuses a batch, its rows are written one by one, so that only bad rows are lost. Lost rows are logged and
 * counted in /metrics.
 * @param log the log's name, used as the metric's label
 */
export function openLog<Row>(own: Ctx, log: string, insert: (rows: Row[]) => Promise<unknown>): LogWriter<Row> {
  const waiting: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const lose = (rows: number, error?: unknown) => {
    own.platform.measures.countLostRows(log, rows)
    own.log.error({ err: error, log, rows }, 'log rows were lost')
  }
  const write = async (batch: Row[]) => {
    try {
      await insert(batch)
    } catch (error) {
      if (batch.length === 1) lose(1, error)
      else for (const row of batch) await write([row])
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(async () => {
      while (waiting.length) await write(waiting.splice(0, BATCH))
    })
    return writing
  }
  return {
    add: (row) => {
      if (waiting.length >= MAX_WAITING) return lose(1)
      waiting.push(row)
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    close: flush,
  }
}
