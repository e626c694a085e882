import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { ruleText } from './cell-rules.ts'
import { readCsv } from './csv-rows.ts'
import { type ChooseSheet, RowLimits, type SheetLine, UnreadableSheet } from './sheet-limits.ts'
import type { SentLine, SheetAnswer, SheetQuestion } from './sheet-reader.ts'
import { decodeText } from './text-encoding.ts'
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
    else await readWorkbook(path, limits, take, choose)
    send()
    return { done: true }
  } catch (error) {
    if (error instanceof UnreadableSheet) return { refused: error.message }
    return { refused: '文件已损坏或不是 Excel 工作簿，请另存为 xlsx 后再试' }
  }
}

function readText(content: Uint8Array, limits: RowLimits, take: (line: SheetLine) => void): void {
  const text = decodeText(content)
  if (text === undefined) throw new UnreadableSheet('无法识别文件的文字编码，请另存为 UTF-8 编码的 CSV 后再试')
  // Excel reads the separator from such a first line and does not show it.
  const [declared = '', separator] = /^sep=(.)(?:\r\n|\r|\n)/i.exec(text.slice(0, 10)) ?? []
  const rest = text.slice(declared.length)
  let line = 0
  for (const { cells: raw, isOpen } of readCsv(rest, separator ?? delimiterOf(rest))) {
    line++
    limits.countLine()
    const ruled = raw.map(ruleText)
    while (ruled.length && !ruled.at(-1)?.text.trim()) ruled.pop()
    if (!ruled.length) continue
    const cells = ruled.map(({ text }) => text)
    for (const [column, text] of cells.entries()) limits.countCell(line, column, text)
    limits.countRow(cells)
    const faults = ruled.flatMap(({ fault }, column) => (fault ? [[column, fault] as const] : []))
    const row: SheetLine = { line, cells }
    if (faults.length) row.faults = Object.fromEntries(faults)
    if (isOpen) row.fault = `第 ${line} 行的引号不成对，请补上或删除多余的英文引号`
    take(row)
  }
}

const SEPARATORS = [',', ';', '\t']
/** A title may stand above the heading. */
const HEADING_LINES = 5

/** The separator that occurs most often in the first line that has one. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 20_000).split(/\r\n|\r|\n/, HEADING_LINES)
  const heading = lines.find((line) => SEPARATORS.some((sign) => line.includes(sign))) ?? ''
  const counts = SEPARATORS.map((sign) => ({ sign, count: heading.split(sign).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}

/** Asks which of several sheets to read. */
const choose: ChooseSheet = async (heads) => {
  parentPort?.postMessage({ heads } satisfies SheetAnswer)
  const [chosen] = (await once(parentPort as MessagePort, 'message')) as [number]
  return chosen
}

parentPort?.postMessage(await answer(workerData as SheetQuestion))
