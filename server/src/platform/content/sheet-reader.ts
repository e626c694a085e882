import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { repositoryRoot } from '../../config.ts'
import { type SheetHead, type SheetLine, UnreadableSheet } from './sheet-limits.ts'

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
  /** Whether the first rows of a sheet are of the kind that is wanted; asked of workbooks with several sheets. */
  hasColumns?: (first: readonly SheetLine[]) => boolean
}

/** The worker's input, and its output: the heads of several sheets, answered with the one to read; batches of lines, then the end. */
export type SheetQuestion = { path: string; extension: 'csv' | 'xlsx'; maxRows: number }
/** A line on its way between threads: null stands for the cell above, so that repeated texts are held once. */
export type SentLine = Omit<SheetLine, 'cells'> & { cells: (string | null)[] }
export type SheetAnswer = { heads: SheetHead[] } | { lines: SentLine[] } | { refused: string } | { done: true }

/**
 * Reads the sheet with the wanted columns, else the first that is not hidden, of an uploaded workbook; or a CSV file (UTF-8, GB 18030, UTF-16; comma, semicolon or tab) as a stream,
 * in a thread of its own with bounded memory: no file, however large or malformed, blocks other calls or exhausts the
 * process. One sheet is read at a time; the others wait. Formulas yield their saved values; formulas without one are
 * reported by cell, as is whatever a column of texts would read otherwise than Excel shows it.
 * @param use what is done with the lines before the next sheet is read, so that no two large ones are held at once
 * @throws {UnreadableSheet} for macros, merged cells, passwords, zip bombs, anything above the limits, too many sheets at
 *   once, and files that are not a sheet
 */
export function readSheet<Result = SheetLine[]>(
  path: string,
  extension: 'csv' | 'xlsx',
  { maxRows, onWait, hasColumns }: SheetOptions,
  use: (lines: SheetLine[]) => Result | Promise<Result> = (lines) => lines as Result,
): Promise<Result> {
  return inTurn(async () => use(await ask({ path, extension, maxRows }, hasColumns)), onWait)
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

/**
 * The sheet to be read: the only one with the wanted columns that staff see, else the first that they see.
 * @throws {UnreadableSheet} where they may mean another one
 */
function chooseSheet(heads: readonly SheetHead[], hasColumns: SheetOptions['hasColumns'] = () => false): number {
  const wanted = heads.filter(({ lines }) => hasColumns(lines))
  const [one, other] = wanted.filter(({ isHidden }) => !isHidden)
  if (one && other)
    throw new UnreadableSheet(
      `工作表「${one.name}」和「${other.name}」都有要导入的列，一次只能导入一个，请删除或隐藏不导入的工作表后再上传`,
    )
  if (!one && wanted[0])
    throw new UnreadableSheet(`有要导入的列的工作表「${wanted[0].name}」被隐藏了，请取消隐藏后再上传`)
  return Math.max(one ? heads.indexOf(one) : heads.findIndex(({ isHidden }) => !isHidden), 0)
}

function ask(question: SheetQuestion, hasColumns: SheetOptions['hasColumns']): Promise<SheetLine[]> {
  return new Promise((resolve, reject) => {
    const lines: SheetLine[] = []
    let above: readonly string[] = []
    const take = (line: SentLine) => {
      above = line.cells.map((cell, column) => cell ?? above[column] ?? '')
      lines.push({ ...line, cells: above })
    }
    let fault = '文件内容过大或已损坏，无法读取，请另存为新文件后再试'
    let isDone = false
    const worker = new Worker(join(repositoryRoot, 'server/src/platform/content/sheet-reader.worker.ts'), {
      workerData: question,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    })
    const impatient = setTimeout(() => void worker.terminate(), TIMEOUT_MS)
    worker.on('message', (answer: SheetAnswer) => {
      if ('heads' in answer)
        try {
          worker.postMessage(chooseSheet(answer.heads, hasColumns))
        } catch (error) {
          if (error instanceof UnreadableSheet) fault = error.message
          void worker.terminate()
        }
      else if ('lines' in answer) for (const line of answer.lines) take(line)
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
