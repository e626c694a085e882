import { readFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import yauzl from 'yauzl'

/** A row of a sheet as Excel shows it. Blank rows are omitted. */
export type SheetLine = {
  line: number
  cells: readonly string[]
  /** By column, for cells whose value cannot be relied on: the reason and what to do about it. */
  faults?: Readonly<Record<number, string>>
}

export type SheetLimits = { maxRows: number }

/** A workbook of 10 MB rarely unpacks to more than this; a zip bomb does. */
const MAX_UNPACKED = 300 * 1024 ** 2
const MAX_ENTRIES = 2000
/** Blank rows do not count, but sheets formatted far down have many: at most this many rows per allowed row. */
const MAX_BLANK = 10
const MAX_MEMORY_MB = 768
const TIMEOUT_MS = 60_000

/** The start of each row in a sheet's XML. */
const ROW = '<row'

/** Why a file cannot be read; the message is for staff. */
export class UnreadableSheet extends Error {}

/** The maximum of rows without and with blank ones, and the message for larger sheets. */
type Limits = { maxRows: number; maxLines: number; tooMany: string }
/** The worker's input and output. */
export type SheetQuestion = { extension: 'csv' | 'xlsx'; content: Uint8Array } & Limits
export type SheetAnswer = { lines: SheetLine[] } | { refused: string }

/**
 * Reads the first sheet of an uploaded workbook or CSV file (UTF-8, GB 18030, UTF-16; comma, semicolon or tab) in a thread
 * of its own, so that no file, however large or malformed, blocks other calls. Formulas yield their saved values;
 * formulas without one are reported by cell.
 * @throws {UnreadableSheet} for macros, merged cells, passwords, zip bombs, too many rows and files that are not a sheet
 */
export async function readSheet(path: string, extension: 'csv' | 'xlsx', { maxRows }: SheetLimits) {
  const tooMany = `一次最多导入 ${maxRows.toLocaleString('en')} 行，请拆分文件后分次导入`
  const limits: Limits = { maxRows, maxLines: maxRows * MAX_BLANK, tooMany }
  if (extension === 'xlsx') await lookInto(path, limits)
  const question: SheetQuestion = { extension, content: new Uint8Array(await readFile(path)), ...limits }
  const answer = await ask(question)
  if ('refused' in answer) throw new UnreadableSheet(answer.refused)
  return answer.lines
}

function ask(question: SheetQuestion): Promise<SheetAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheet-reader.worker.ts', import.meta.url), {
      workerData: question,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    const unreadable = () => reject(new UnreadableSheet('文件内容过大或已损坏，无法读取，请另存为新文件后再试'))
    const impatient = setTimeout(() => {
      unreadable()
      void worker.terminate()
    }, TIMEOUT_MS)
    worker.once('message', resolve)
    worker.once('error', unreadable)
    worker.once('exit', () => {
      clearTimeout(impatient)
      unreadable()
    })
  })
}

/** Unpacks a workbook without storing it and counts bytes and rows: the sizes in its directory cannot be trusted. */
async function lookInto(path: string, { maxLines, tooMany }: Limits): Promise<void> {
  let unpacked = 0
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: true })
    if (zip.entryCount > MAX_ENTRIES) throw new UnreadableSheet('文件结构异常，无法读取，请另存为新文件后再试')
    for await (const entry of zip.eachEntry()) {
      if (/vbaProject\.bin$/i.test(entry.fileName))
        throw new UnreadableSheet('文件含有宏，请另存为不含宏的 xlsx 后再上传')
      if (entry.fileName.endsWith('/')) continue
      const rows = new RowCounter()
      const isSheet = entry.fileName.startsWith('xl/worksheets/')
      await pipeline(
        await zip.openReadStreamPromise(entry),
        new Writable({
          write(chunk: Buffer, _, done) {
            unpacked += chunk.length
            if (unpacked > MAX_UNPACKED) done(new UnreadableSheet('文件解压后过大，请拆分后再上传'))
            else if (isSheet && rows.add(chunk) > maxLines) done(new UnreadableSheet(tooMany))
            else done()
          },
        }),
      )
    }
  } catch (error) {
    if (error instanceof UnreadableSheet) throw error
    throw new UnreadableSheet('文件已损坏或不是 Excel 工作簿，请另存为 xlsx 后再试')
  }
}

/** Counts the rows of a sheet from the chunks of its XML. */
class RowCounter {
  private rows = 0
  private rest = ''

  /** Adds a chunk. Returns the number of rows so far. */
  add(chunk: Buffer): number {
    const text = this.rest + chunk.toString('latin1')
    for (let at = text.indexOf(ROW); at >= 0; at = text.indexOf(ROW, at + 1)) this.rows++
    // Shorter than the start of a row, so that none is counted twice.
    this.rest = text.slice(1 - ROW.length)
    return this.rows
  }
}
