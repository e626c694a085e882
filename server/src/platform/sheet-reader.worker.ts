import { parentPort, workerData } from 'node:worker_threads'
import { parseCsv } from 'hucre/csv'
import { type CellValue, readXlsx } from 'hucre/xlsx'
import type { SheetAnswer, SheetLine, SheetQuestion } from './sheet-reader.ts'

/** Characters a cell of Excel holds; in CSV a stray quote makes more of the rest of the file. */
const MOST_CHARACTERS = 1_000_000

async function answer({ extension, content, mostRows }: SheetQuestion): Promise<SheetAnswer> {
  const read = extension === 'csv' ? readText(content, mostRows) : await readWorkbook(content, mostRows)
  if ('refused' in read) return read
  const lines = read.rows
    .map((cells, index): SheetLine => ({ line: index + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (lines.length > mostRows + 1) return { refused: tooMany(mostRows) }
  const long = lines.find(({ cells }) => cells.some((cell) => cell.length > MOST_CHARACTERS))
  if (long) return { refused: `第 ${long.line} 行的内容过长，请检查引号是否成对` }
  return { lines }
}

type Rows = { rows: readonly (readonly CellValue[])[] } | { refused: string }

function readText(content: Uint8Array, mostRows: number): Rows {
  const text = decode(content)
  if (text === undefined) return { refused: '无法识别文件的文字编码，请另存为 UTF-8 编码的 CSV 后再试' }
  // One more than fits, and the heading, tell that there are too many.
  return { rows: parseCsv(text, { maxRows: mostRows + 2, delimiter: delimiterOf(text) }) }
}

/** Of the separators in use, the one that is most often in the heading. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, 20_000).split(/\r?\n/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: heading.split(sign).length }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign
}

/** Text in the encodings that shops bring: what Excel calls CSV in China is GB 18030, and Unicode text is UTF-16. */
function decode(content: Uint8Array): string | undefined {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content)
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(content)
    } catch {
      // The next one.
    }
  return undefined
}

async function readWorkbook(content: Uint8Array, mostRows: number): Promise<Rows> {
  try {
    const { sheets } = await readXlsx(content, { sheets: [0], maxRows: mostRows + 2 })
    const [sheet] = sheets
    if (!sheet) return { refused: '文件中没有工作表' }
    const merged = sheet.merges?.[0]
    if (merged) return { refused: `第 ${merged.startRow + 1} 行有合并的单元格，请取消合并并把每一行填写完整后再上传` }
    return { rows: sheet.rows }
  } catch {
    return { refused: '文件已损坏或不是 Excel 工作簿，请另存为 xlsx 后再试' }
  }
}

function textOf(cell: CellValue): string {
  if (cell === null) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : String(cell)
}

function tooMany(mostRows: number): string {
  return `一次最多导入 ${mostRows.toLocaleString('en')} 行，请拆分文件后分次导入`
}

parentPort?.postMessage(await answer(workerData as SheetQuestion))
