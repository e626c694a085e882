import { MAX_CELL_TEXT, MAX_COLUMNS, UnreadableSheet } from './sheet-limits.ts'

/** More separators in a row than Excel has columns; blank cells at its end are no fault up to there. */
const MAX_SEPARATORS = 16_384
/** Quotes within a cell are written twice. */
const MAX_LENGTH = 2 * MAX_CELL_TEXT
/** Each may be looked for to the end of the file. */
const MAX_OPEN = 100

const HEADING_ROWS = 5

/** A row of a CSV file. `isOpen`: one of its quotes has no partner, and its cells end where the line does. */
export type CsvRow = { cells: string[]; isOpen: boolean }

/**
 * Reads a CSV text row by row. A quote without a partner does not swallow the lines below: its row is told, the others are read.
 * @throws {UnreadableSheet} for rows of more cells, cells of more text and more open quotes than any shop's sheet has
 */
export function* readCsv(text: string, separator: string): Generator<CsvRow> {
  const reader = new CsvReader(text, separator)
  for (let row = reader.next(); row; row = reader.next()) yield row
}

class CsvReader {
  private at = 0
  private row = 0
  private opened = 0
  /** Of the heading, above which some tools put a title. */
  private separators = 0
  private readonly text: string
  private readonly separator: string

  constructor(text: string, separator: string) {
    this.text = text
    this.separator = separator
  }

  next(): CsvRow | undefined {
    const { text, separator } = this
    if (this.at >= text.length) return undefined
    this.row++
    const row: CsvRow = { cells: [], isOpen: false }
    for (;;) {
      if (row.cells.length > MAX_SEPARATORS)
        throw new UnreadableSheet(`第 ${this.row} 行超过 ${MAX_COLUMNS} 列，请删除多余的列`)
      row.cells.push(this.readCell(row))
      if (text[this.at] !== separator) break
      this.at++
    }
    this.at += text.startsWith('\r\n', this.at) ? 2 : 1
    if (this.row <= HEADING_ROWS) this.separators = Math.max(this.separators, row.cells.length - 1)
    if (row.isOpen && ++this.opened > MAX_OPEN)
      throw new UnreadableSheet(
        `第 ${this.row} 行等超过 ${MAX_OPEN} 行的引号不成对，请用 Excel 打开文件，另存为 xlsx 后再上传`,
      )
    return row
  }

  private readCell(row: CsvRow): string {
    const { text, at } = this
    if (text[at] !== '"') return this.readPlain()
    const quoted = this.readQuoted()
    if (quoted && !this.isSwallowing(quoted, row.cells)) {
      this.at = quoted.end
      return quoted.value + this.readPlain()
    }
    row.isOpen = true
    return this.readPlain()
  }

  /** The text up to the next separator or end of line. */
  private readPlain(): string {
    const { text, separator, at } = this
    const sign = separator.charCodeAt(0)
    let end = at
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === sign || code === 10 || code === 13) break
    }
    this.refuseLong(end)
    this.at = end
    return text.slice(at, end)
  }

  private readQuoted(): { value: string; end: number } | undefined {
    const { text } = this
    let value = ''
    for (let from = this.at + 1; ; ) {
      const quote = text.indexOf('"', from)
      this.refuseLong(quote < 0 ? text.length : quote, quote < 0 ? MAX_CELL_TEXT : MAX_LENGTH)
      if (quote < 0) return undefined
      value += text.slice(from, quote)
      if (text[quote + 1] !== '"') return { value, end: quote + 1 }
      value += '"'
      from = quote + 2
    }
  }

  private refuseLong(end: number, max = MAX_LENGTH): void {
    if (end - this.at > max) throw new UnreadableSheet(`第 ${this.row} 行的内容过长，请检查引号是否成对`)
  }

  /** Whether a cell of several lines took the quote of another cell for its own end: something follows it, or a line of it is a row. */
  private isSwallowing({ value, end }: { value: string; end: number }, before: readonly string[]): boolean {
    const { text, separator } = this
    if (!/[\r\n]/.test(value)) return false
    if (end < text.length && ![separator, '\r', '\n'].includes(text[end] ?? '')) return true
    const rest = text.slice(end).search(/[\r\n]/)
    const [, ...lines] = text.slice(this.at, rest < 0 ? text.length : end + rest).split(/\r\n|\r|\n/)
    return lines.some((line) => this.isLikeRow(line.split(separator), before))
  }

  /** Whether cells are as many as those of the heading, and the first of them of the same kind as those of this row. */
  private isLikeRow(cells: readonly string[], before: readonly string[]): boolean {
    const kinds = before.map(kindOf)
    return (
      cells.length === this.separators + 1 &&
      kinds.some((kind) => kind === 'number' || kind === 'code') &&
      kinds.every((kind, column) => kind === kindOf(cells[column] ?? ''))
    )
  }
}

function kindOf(cell: string): string {
  const bare = cell.replace(/[\s"'=]/g, '')
  if (!bare) return 'blank'
  if (/^[\d.+-]+$/.test(bare)) return 'number'
  return /^[\u0021-\u007E]*\d[\u0021-\u007E]*$/.test(bare) ? 'code' : 'text'
}
