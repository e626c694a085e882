import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fromHeading, type ImportLine } from '@zhanggui/domain/sheet-cells.ts'
import { freeOfForbidden } from '@zhanggui/domain/text.ts'
import { readSheet, UnreadableSheet } from '../../../platform/content/sheet-reader.ts'
import { sheetTypes, writeSheet } from '../../../platform/content/sheets.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { tellWait } from '../../../platform/work/sheet-wait.ts'
import { openKeptFile } from '../file/file.service.ts'

// What imports of whole sheets share: reading the file that came, the one that was kept, the template and the rows that failed.

/** The number of template rows with drop-down lists. */
const CHOOSABLE_ROWS = 5000
/** The maximum length of a drop-down list inside a cell's validation rule in Excel. */
const MAX_LIST = 250

export type SheetRules = {
  /** Without the heading. */
  maxRows: number
  /** Whether a row is the heading, above which there may be a title. */
  isHeading: (cells: readonly string[]) => boolean
  /** Whether a sheet of several is the one to read. @param lines from its heading on */
  hasColumns: (lines: readonly ImportLine[]) => boolean
}

/**
 * The rows of a sheet from its heading on; callers wait for one another and learn how many are before them.
 * @param use what is done with them before the next file is read
 * @throws 400 when it cannot be read, or its heading is hidden
 */
export async function readImportLines<Result>(
  ctx: Ctx,
  { path, extension }: Pick<ReceivedFile, 'path' | 'extension'>,
  rules: SheetRules,
  use: (lines: readonly ImportLine[]) => Result | Promise<Result>,
): Promise<Result> {
  const { maxRows, isHeading, hasColumns } = rules
  const options = {
    maxRows,
    onWait: tellWait(ctx),
    hasColumns: (first: readonly ImportLine[]) => hasColumns(fromHeading(first, isHeading)),
  }
  try {
    return await readSheet(path, extension === 'csv' ? 'csv' : 'xlsx', options, (lines) => {
      const read = fromHeading(lines, isHeading)
      const [heading] = read
      if (heading?.fault) throw new UnreadableSheet(`第 ${heading.line} 行是表头：${heading.fault}`)
      return use(read)
    })
  } catch (error) {
    if (error instanceof UnreadableSheet) throw badFields([{ field: 'file', message: error.message }])
    throw error
  }
}

/** The rows of a file that was kept. @throws 404 when it is gone */
export async function readKeptLines(ctx: Ctx, kept: { fileId: number; fileName: string }, rules: SheetRules) {
  const file = await openKeptFile(ctx, kept.fileId)
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-import-'))
  try {
    const path = join(folder, 'file')
    await pipeline(await file.open(), createWriteStream(path, { mode: 0o600 }))
    const extension = kept.fileName.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx'
    return await readImportLines(ctx, { path, extension }, rules, (lines) => lines)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export type ImportTemplate = {
  /** Of the sheet to fill in. */
  name: string
  /** `choices`: offered as a drop-down list, as far as they fit. */
  columns: readonly { title: string; choices?: readonly string[] }[]
  notes: readonly string[]
}

/** A workbook to fill in, with a sheet of notes. */
export async function makeTemplateFile({ name, columns, notes }: ImportTemplate, saveAs: string): Promise<FileAnswer> {
  const dataValidations = columns.flatMap(({ choices = [] }, column) => {
    const values = fitting(choices.map(freeOfForbidden))
    const letter = letterOf(column)
    return values.length
      ? [{ type: 'list' as const, values, allowBlank: true, range: `${letter}2:${letter}${CHOOSABLE_ROWS}` }]
      : []
  })
  const titles = columns.map(({ title }) => title)
  const { writeXlsx } = await import('hucre/xlsx')
  const content = await writeXlsx({
    sheets: [
      { name, rows: [titles], columns: titles.map((header) => ({ header, width: 14 })), dataValidations },
      { name: '填写说明', rows: notes.map((note) => [note]), columns: [{ header: '填写说明', width: 100 }] },
    ],
  })
  return workbookAnswer(Buffer.from(content), saveAs)
}

/** The values that fit into Excel's list; those with a comma would be split in two. */
function fitting(values: readonly string[]): string[] {
  let length = 0
  return values.filter((value) => {
    if (/[,"]/.test(value)) return false
    length += value.length + 1
    return length <= MAX_LIST
  })
}

function letterOf(column: number): string {
  const [first, second] = [Math.floor(column / 26), column % 26]
  return `${first ? String.fromCharCode(64 + first) : ''}${String.fromCharCode(65 + second)}`
}

/** Why rows of a file were not imported, by their numbers; an empty list for a row that goes with another. */
export type RowFaults = ReadonlyMap<number, readonly { column: string; message: string }[]>

/**
 * A workbook with the rows of a file that were not imported, with their numbers before and the reasons behind their cells.
 * @param shown a cell as the caller may see it
 */
export async function makeErrorSheet(
  [heading, ...lines]: readonly ImportLine[],
  faults: RowFaults,
  shown: (cell: string) => string = (cell) => cell,
): Promise<Buffer> {
  type Row = Pick<ImportLine, 'line' | 'cells'>
  const reasonOf = ({ line }: Row) =>
    (faults.get(line) ?? []).map(({ column, message }) => (column ? `${column}：${message}` : message)).join('；')
  const columns = [
    { title: '行号', value: ({ line }: Row) => line, width: 8 },
    ...(heading?.cells ?? []).map((title, index) => ({
      title,
      value: ({ cells }: Row) => shown(cells[index] ?? ''),
    })),
    { title: '错误原因', value: reasonOf, width: 60 },
  ]
  const rows = lines.filter(({ line }) => faults.has(line))
  return buffer(writeSheet('错误行', columns, rows, 'xlsx'))
}

/** What the rows that failed are saved as. */
export const errorSheetName = (fileName: string): string => `错误行-${fileName.replace(/\.\w+$/, '')}.xlsx`

/** A workbook as the answer of a call. */
export function workbookAnswer(content: Buffer, saveAs: string): FileAnswer {
  return { mime: sheetTypes.xlsx, bytes: content.length, open: async () => Readable.from([content]), saveAs }
}
