import { parentPort, workerData } from 'node:worker_threads'
import { parseCsv } from 'hucre/csv'
import { type Cell, type CellValue, readXlsx } from 'hucre/xlsx'
import type { SheetAnswer, SheetLine, SheetQuestion } from './sheet-reader.ts'

/** Far above what an Excel cell holds; in CSV a stray quote can turn the rest of the file into one cell. */
const MAX_CHARACTERS = 1_000_000
/** What Excel shows for a formula it cannot evaluate. */
const ERROR_VALUE = /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!)$/

async function answer({ extension, content, maxRows, maxLines, tooMany }: SheetQuestion): Promise<SheetAnswer> {
  const read = extension === 'csv' ? readText(content, maxLines) : await readWorkbook(content, maxLines)
  if ('refused' in read) return read
  const lines = read.rows
    .map((cells, index): SheetLine => {
      const faults = read.faults?.get(index)
      return { line: index + 1, cells: cells.map(textOf), ...(faults && { faults }) }
    })
    .filter(({ cells, faults }) => faults || cells.some((cell) => cell.trim() !== ''))
  // The file may have had more rows than were read.
  if (lines.length > maxRows + 1 || read.rows.length > maxLines) return { refused: tooMany }
  const long = lines.find(({ cells }) => cells.some((cell) => cell.length > MAX_CHARACTERS))
  if (long) return { refused: `第 ${long.line} 行的内容过长，请检查引号是否成对` }
  return { lines }
}

/** What is wrong with cells, by row and column from 0. */
type Faults = Map<number, Record<number, string>>
type Rows = { rows: readonly (readonly CellValue[])[]; faults?: Faults } | { refused: string }

function readText(content: Uint8Array, maxLines: number): Rows {
  const text = decode(content)
  if (text === undefined) return { refused: '无法识别文件的文字编码，请另存为 UTF-8 编码的 CSV 后再试' }
  // One row more than allowed shows that there are too many.
  return { rows: parseCsv(text, { maxRows: maxLines + 1, delimiter: delimiterOf(text) }) }
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

async function readWorkbook(content: Uint8Array, maxLines: number): Promise<Rows> {
  try {
    const { sheets } = await readXlsx(content, { sheets: [0], maxRows: maxLines + 1 })
    const [sheet] = sheets
    if (!sheet) return { refused: '文件中没有工作表' }
    const merged = sheet.merges?.[0]
    if (merged) {
      const area = `${placeOf(merged.startRow, merged.startCol)}:${placeOf(merged.endRow, merged.endCol)}`
      return { refused: `第 ${merged.startRow + 1} 行有合并的单元格 ${area}，请取消合并并把每一行填写完整后再上传` }
    }
    return { rows: sheet.rows, faults: faultsOf(sheet.cells ?? new Map()) }
  } catch {
    return { refused: '文件已损坏或不是 Excel 工作簿，请另存为 xlsx 后再试' }
  }
}

/** Formulas count by their value. One without a value, or with an error, would be read as something it does not show. */
function faultsOf(cells: ReadonlyMap<string, Cell>): Faults {
  const faults: Faults = new Map()
  for (const [place, { type, value }] of cells) {
    const isError = type === 'error' || (type === 'formula' && typeof value === 'string' && ERROR_VALUE.test(value))
    if (!isError && (type !== 'formula' || value !== null)) continue
    const [row = 0, column = 0] = place.split(',').map(Number)
    const message = isError
      ? `公式的结果是错误 ${value}，请改正`
      : '公式没有计算结果，请用 Excel 打开并保存文件，或改为数值'
    faults.set(row, { ...faults.get(row), [column]: message })
  }
  return faults
}

/** A cell's name in Excel: B7. */
function placeOf(row: number, column: number): string {
  let letters = ''
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  return `${letters}${row + 1}`
}

function textOf(cell: CellValue): string {
  if (cell === null) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : String(cell)
}

parentPort?.postMessage(await answer(workerData as SheetQuestion))
