import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { freeOfForbidden, looksLikeFormula } from '@zhanggui/domain/text.ts'

/** Loads lazily: few processes ever write a sheet. */
const load = createRequire(import.meta.url)

export type Cell = string | number | boolean | null | undefined

/** A column of a sheet. */
export type SheetColumn<Row> = {
  title: string
  /** The column of the list that tells it, by its name there. */
  of?: string
  value: (row: Row) => Cell
  /** In characters; 18 by default. */
  width?: number
  /** Money: a number shown with two decimals. */
  money?: true
  /** Whether its values are whole, where others see them masked. */
  whole?: boolean
}

export type SheetFormat = 'xlsx' | 'csv'

/** Sheets hold 1,048,576 rows at most; above a million we write CSV. */
const MAX_SHEET_ROWS = 1_000_000
const USUAL_WIDTH = 18
/** The limit of an Excel cell. */
const MAX_CHARACTERS = 32_767

export const sheetTypes: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** The format for this many rows. */
export function formatFor(rows: number): SheetFormat {
  return rows > MAX_SHEET_ROWS ? 'csv' : 'xlsx'
}

/**
 * Writes rows as a sheet with a heading line, streaming: memory does not grow with their number.
 * @param name of the sheet, at most 31 characters
 */
export function writeSheet<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  format: SheetFormat,
): Readable {
  const lines = toLines(columns, rows, format)
  const headers = columns.map(({ title }) => writtenText(title, format))
  // Without a byte order mark, Excel reads CSV in the computer's default encoding.
  if (format === 'csv') {
    const { writeCsvStream } = load('hucre/csv') as typeof import('hucre/csv')
    return fromWeb(writeCsvStream(lines, { headers, bom: true, lineSeparator: '\r\n' }))
  }
  const { writeXlsxStream } = load('hucre/xlsx') as typeof import('hucre/xlsx')
  const options = {
    name: freeOfForbidden(name.replace(/[[\]:*?/\\]/g, '_').slice(0, 31)),
    columns: columns.map(({ width = USUAL_WIDTH, money }, at) => {
      return { header: headers[at] ?? '', width, ...(money && { numFmt: '0.00' }) }
    }),
    freezePane: { rows: 1 },
  }
  return fromWeb(writeXlsxStream(lines, options))
}

/** Converts a web stream; the DOM's types and Node's declare it separately. */
function fromWeb(stream: unknown): Readable {
  return Readable.fromWeb(stream as ReadableStream)
}

/** A text as the file holds it: whatever is stored, a program opens the file, and takes no text for a formula. */
function writtenText(text: string, format: SheetFormat): string {
  // Free of the half of a sign, too, that the limit of a cell may leave.
  const harmless = freeOfForbidden(harmlessText(text))
  return format === 'xlsx' ? escapeCharacters(harmless) : harmless
}

/**
 * Escapes a text so that no spreadsheet treats it as a formula.
 * @see OWASP, CSV injection
 */
export function harmlessText(text: string): string {
  const fitting = text.length > MAX_CHARACTERS - 1 ? text.slice(0, MAX_CHARACTERS - 1) : text
  return looksLikeFormula(fitting) ? `'${fitting}` : fitting
}

/** Escapes text that a workbook would read as a character code, such as `_x0041_`, and line ends that XML would change. */
function escapeCharacters(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_')
}

async function* toLines<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  format: SheetFormat,
) {
  for await (const row of rows)
    yield columns.map(({ value }) => {
      const cell = value(row)
      return typeof cell === 'string' ? writtenText(cell, format) : (cell ?? null)
    })
}
