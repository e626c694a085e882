import { readCell } from '../../../kit/sku-grid/cells.ts'
import type { SkuColumn } from './sku-columns.ts'
import type { SkuCells, SkuField, SkuRow } from './sku-matrix.ts'

/** A typed or pasted text that is not a valid value for its cell. */
export type UnreadCell = { key: string; field: SkuField; text: string; problem: string }

/** Whether a cell is editable: the stock of a stored SKU is changed in a drawer of its own. */
export function isEditable(row: SkuRow, { field }: SkuColumn): boolean {
  return field !== 'stock' || row.id === undefined
}

/** The rows, with some cells of one row changed. */
export function changeRow(rows: readonly SkuRow[], key: string, change: Partial<SkuRow>): SkuRow[] {
  return rows.map((row) => (row.key === key ? { ...row, ...change } : row))
}

/**
 * 批量设置: writes the same cells to many rows.
 * @param keys of the rows; all rows if empty
 */
export function fillRows(
  rows: readonly SkuRow[],
  keys: ReadonlySet<string>,
  cells: Partial<SkuCells & { image: string }>,
): SkuRow[] {
  const { stock, ...others } = cells
  return rows.map((row) => {
    if (keys.size && !keys.has(row.key)) return row
    return { ...row, ...others, ...(stock !== undefined && row.id === undefined && { stock }) }
  })
}

/**
 * Pastes a block copied from a spreadsheet to the right of and below a cell. Cells beyond the table are dropped.
 * @param at the row and the index into `columns` of the block's first cell
 * @returns the rows, the number of cells pasted, and the cells that could not be read
 */
export function pasteBlock(
  rows: readonly SkuRow[],
  columns: readonly SkuColumn[],
  at: { row: number; column: number },
  block: readonly (readonly string[])[],
): { rows: SkuRow[]; pasted: number; unread: UnreadCell[] } {
  const unread: UnreadCell[] = []
  let pasted = 0
  const next = rows.map((row, index) => {
    const cells = block[index - at.row]
    if (!cells) return row
    const change: Record<string, unknown> = {}
    for (const [offset, text] of cells.entries()) {
      const column = columns[at.column + offset]
      if (!column || !isEditable(row, column)) continue
      const read = readCell(column, text)
      if ('problem' in read) unread.push({ key: row.key, field: column.field, text, problem: read.problem })
      else {
        change[column.field] = read.value
        pasted += 1
      }
    }
    return { ...row, ...change }
  })
  return { rows: next, pasted, unread }
}
