import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { streamCsvRows } from 'hucre/csv'
import { RowLimits, type SheetLine, UnreadableSheet } from './sheet-limits.ts'
import type { SentLine, SheetAnswer, SheetQuestion } from './sheet-reader.ts'
import { readWorkbook } from './workbook-reader.ts'

/** Lines sent at a time, so that this thread holds few of them. */
const BATCH = 500

async function answer({ path, extension, maxRows }: SheetQuestion): Promise<SheetAnswer> {
  const limits = new RowLimits(maxRows)
  let lines: SentLine[] = []
  let above: readonly string[] = []
  const send = () => {
    if (lines.length) parentPort?.postMessage({ lines } satisfies SheetAnswer)
    lines = []
  }
  const take = (line: SheetLine) => {
    lines.push({ ...line, cells: line.cells.map((cell, column) => (cell && cell === above[column] ? null : cell)) })
    above = line.cells
    if (lines.length === BATCH) send()
  }
  try {
    if (extension === 'csv') readText(await readFile(path), limits, take)
    else await readWorkbook(path, limits, take)
    send()
    return { done: true }
  } catch (error) {
    if (error instanceof UnreadableSheet) return { refused: error.message }
    return { refused: '文件已损坏或不是 Excel 工作簿，请另存为 xlsx 后再试' }
  }
}

function readText(content: Uint8Array, limits: RowLimits, take: (line: SheetLine) => void): void {
  const text = decode(content)
  if (text === undefined) throw new UnreadableSheet('无法识别文件的文字编码，请另存为 UTF-8 编码的 CSV 后再试')
  // Excel reads the separator from such a first line and does not show it.
  const [declared = '', separator] = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text.slice(0, 10)) ?? []
  const rest = text.slice(declared.length)
  let line = 0
  for (const row of streamCsvRows(rest, { delimiter: separator ?? delimiterOf(rest) })) {
    line++
    limits.countLine()
    const cells = row.map(String)
    while (cells.length && !cells.at(-1)?.trim()) cells.pop()
    if (!cells.length) continue
    for (const [column, text] of cells.entries()) limits.countCell(line, column, text)
    limits.countRow(cells)
    take({ line, cells })
  }
}

/** The separator that occurs most often in the heading. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, 20_000).split(/\r?\n/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: heading.split(sign).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}

/** Decodes the encodings shops use: in China Excel saves CSV as GB 18030, and "Unicode text" as UTF-16. */
function decode(content: Uint8Array): string | undefined {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content)
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(content)
    } catch {
      // Try the next one.
    }
  return undefined
}

parentPort?.postMessage(await answer(workerData as SheetQuestion))
