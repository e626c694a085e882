import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** With the first sheet: few processes ever write one. */
const load = createRequire(import.meta.url)

export type Cell = string | number | boolean | null | undefined

/** A column of a sheet. */
export type SheetColumn<Row> = {
  title: string
  value: (row: Row) => Cell
  /** Characters; 18 unless said. */
  width?: number
  /** Money: a number that is shown with two decimals. */
  money?: true
}

export type SheetFormat = 'xlsx' | 'csv'

/** Sheets hold 1,048,576 rows at most; above a million we write CSV (3.17). */
const MAX_SHEET_ROWS = 1_000_000
const USUAL_WIDTH = 18
/** More does not fit into a cell of Excel. */
const MAX_CHARACTERS = 32_767

export const sheetTypes: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** What so many rows are written as. */
export function formatFor(rows: number): SheetFormat {
  return rows > MAX_SHEET_ROWS ? 'csv' : 'xlsx'
}

/**
 * Writes rows as a sheet with a heading line, as they come: memory does not grow with them.
 * @param name of the sheet, at most 31 characters
 */
export function writeSheet<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  format: SheetFormat,
): Readable {
  const lines = toLines(columns, rows, format)
  const headers = columns.map(({ title }) => title)
  // Excel reads CSV without a byte order mark in the computer's own encoding.
  if (format === 'csv') {
    const { writeCsvStream } = load('hucre/csv') as typeof import('hucre/csv')
    return fromWeb(writeCsvStream(lines, { headers, bom: true, lineSeparator: '\r\n' }))
  }
  const { writeXlsxStream } = load('hucre/xlsx') as typeof import('hucre/xlsx')
  const options = {
    name: name.replace(/[[\]:*?/\\]/g, '_').slice(0, 31),
    columns: columns.map(({ title, width = USUAL_WIDTH, money }) => {
      return { header: title, width, ...(money && { numFmt: '0.00' }) }
    }),
    freezePane: { rows: 1 },
  }
  return fromWeb(writeXlsxStream(lines, options))
}

/** The stream of the web, which a program with a browser's types has two of. */
function fromWeb(stream: unknown): Readable {
  return Readable.fromWeb(stream as ReadableStream)
}

/**
 * A text that no spreadsheet takes for a formula (SEC-28).
 * @see OWASP, CSV injection
 */
export function harmlessText(text: string): string {
  const fitting = text.length > MAX_CHARACTERS - 1 ? text.slice(0, MAX_CHARACTERS - 1) : text
  return /^[=+\-@\t\r]/.test(fitting) ? `'${fitting}` : fitting
}

/** Text that a workbook would read as the number of a character: `_x0041_`; and what XML has of its own for line ends. */
function escapeCharacters(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_')
}

async function* toLines<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  format: SheetFormat,
) {
  const write = format === 'xlsx' ? (text: string) => escapeCharacters(harmlessText(text)) : harmlessText
  for await (const row of rows)
    yield columns.map(({ value }) => {
      const cell = value(row)
      return typeof cell === 'string' ? write(cell) : (cell ?? null)
    })
}
