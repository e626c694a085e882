import { type CellKind, findColumns, HEADING_LINES, type ImportLine, plainCell, readColumn } from '../sheet-cells.ts'
import { cutText } from '../text.ts'

/** The columns of a sheet that is read row by row, and the headings that they may have. */
export type SheetColumns<Name extends string> = Readonly<
  Record<Name, { title: string; aliases?: readonly string[]; required?: true; kind?: CellKind; most?: number }>
>

/** A row as read. `fault` says why it cannot be relied on; '' for one that can. */
export type GivenRow<Name extends string> = { row: number; given: Record<Name, string>; fault: string }

const MOST = 255

/**
 * Reads such a sheet. Columns are found by their headings, in any order; empty rows are passed over.
 * @returns undefined where no line is a heading with all columns that are required
 */
export function readBatchSheet<Name extends string>(
  lines: readonly ImportLine[],
  columns: SheetColumns<Name>,
): GivenRow<Name>[] | undefined {
  const names = Object.keys(columns) as Name[]
  const aliases = Object.fromEntries(
    names.map((name) => [name, [columns[name].title.toLowerCase(), ...(columns[name].aliases ?? [])]]),
  ) as Record<Name, string[]>
  for (const [index, { cells, fault }] of lines.slice(0, HEADING_LINES).entries()) {
    const found = findColumns(cells.map(plainCell), aliases)
    if (fault || names.some((name) => columns[name].required && !found.has(name))) continue
    return lines.slice(index + 1).flatMap((line) => {
      const given = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>
      let fault = line.fault ?? ''
      for (const [name, place] of found) {
        const { index: at, title } = place
        const { kind = 'text', most = MOST } = columns[name]
        const read = readColumn(line, place, kind)
        const text = plainCell(read.fault ? (line.cells[at] ?? '') : read.text)
        given[name] = cutText(text, most)
        if (read.fault) fault ||= `${title}：${read.fault}`
        else if ([...text].length > most) fault ||= `${title}：最多${most}个字`
      }
      const isEmpty = names.every((name) => !given[name])
      return isEmpty && !fault ? [] : [{ row: line.line, given, fault }]
    })
  }
  return undefined
}

/** Whether one of the first rows is the heading of such a sheet. */
export const hasBatchColumns = <Name extends string>(
  first: readonly ImportLine[],
  columns: SheetColumns<Name>,
): boolean => readBatchSheet(first, columns) !== undefined
