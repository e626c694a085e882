import { Worker } from 'node:worker_threads'
import { type SheetLine, UnreadableSheet } from './sheet-limits.ts'

export { type SheetLine, UnreadableSheet } from './sheet-limits.ts'

/** The largest sheet within the limits takes less than half of this. */
const MAX_MEMORY_MB = 256
const TIMEOUT_MS = 60_000
/** Further sheets are refused: the last one would wait for minutes. */
const MAX_WAITING = 10

export type SheetOptions = {
  maxRows: number
  /** Called while the sheet waits, with the number of sheets to be read before it. */
  onWait?: (ahead: number) => void
}

/** The worker's input, and its output: batches of lines, then the end. */
export type SheetQuestion = { path: string; extension: 'csv' | 'xlsx'; maxRows: number }
/** A line on its way between threads: null stands for the cell above, so that repeated texts are held once. */
export type SentLine = Omit<SheetLine, 'cells'> & { cells: (string | null)[] }
export type SheetAnswer = { lines: SentLine[] } | { refused: string } | { done: true }

/**
 * Reads the first sheet of an uploaded workbook or CSV file (UTF-8, GB 18030, UTF-16; comma, semicolon or tab) as a stream,
 * in a thread of its own with bounded memory: no file, however large or malformed, blocks other calls or exhausts the
 * process. One sheet is read at a time; the others wait. Formulas yield their saved values; formulas without one are
 * reported by cell.
 * @param use what is done with the lines before the next sheet is read, so that no two large ones are held at once
 * @throws {UnreadableSheet} for macros, merged cells, passwords, zip bombs, anything above the limits, too many sheets at
 *   once, and files that are not a sheet
 */
export function readSheet<Result = SheetLine[]>(
  path: string,
  extension: 'csv' | 'xlsx',
  { maxRows, onWait }: SheetOptions,
  use: (lines: SheetLine[]) => Result | Promise<Result> = (lines) => lines as Result,
): Promise<Result> {
  return inTurn(async () => use(await ask({ path, extension, maxRows })), onWait)
}

/** The sheets to be read, the one at work first. */
const queue: { start: () => void; onWait: ((ahead: number) => void) | undefined }[] = []

async function inTurn<Result>(work: () => Promise<Result>, onWait: SheetOptions['onWait']): Promise<Result> {
  if (queue.length > MAX_WAITING) throw new UnreadableSheet('正在检查的文件过多，请稍后再试')
  const turn = Promise.withResolvers<void>()
  queue.push({ start: turn.resolve, onWait })
  if (queue.length === 1) turn.resolve()
  else onWait?.(queue.length - 1)
  await turn.promise
  try {
    return await work()
  } finally {
    queue.shift()
    queue[0]?.start()
    for (const [ahead, waiting] of queue.entries()) waiting.onWait?.(ahead)
  }
}

function ask(question: SheetQuestion): Promise<SheetLine[]> {
  return new Promise((resolve, reject) => {
    const lines: SheetLine[] = []
    let above: readonly string[] = []
    const take = (line: SentLine) => {
      above = line.cells.map((cell, column) => cell ?? above[column] ?? '')
      lines.push({ ...line, cells: above })
    }
    let fault = '文件内容过大或已损坏，无法读取，请另存为新文件后再试'
    let isDone = false
    const worker = new Worker(new URL('./sheet-reader.worker.ts', import.meta.url), {
      workerData: question,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    })
    const impatient = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
    worker.on('message', (answer: SheetAnswer) => {
      if ('lines' in answer) for (const line of answer.lines) take(line)
      else if ('refused' in answer) fault = answer.refused
      else isDone = true
    })
    // Out of memory; the exit follows.
    worker.once('error', () => {})
    // The next sheet starts when the memory of this one is free.
    worker.once('exit', () => {
      clearTimeout(impatient)
      if (isDone) resolve(lines)
      else reject(new UnreadableSheet(fault))
    })
  })
}
