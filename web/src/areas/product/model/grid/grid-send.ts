import {
  type GridAnswer,
  type GridEdit,
  type GridFailure,
  gridFields,
} from '@zhanggui/contract/product/product-grid.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { type CellKey, cellKey, type GridLine, type GridValue, linesOf, showValue } from './grid-cells.ts'
import type { Edits, Sheet } from './grid-edits.ts'

/** A call changes at most so many products or SKUs, so that the progress is seen to move. */
const CALL_PRODUCTS = 40
const CALL_SKUS = 200

/** What is sent: only the edited cells, in calls of some products each. */
export function callsOf(edits: Edits, sheet: Sheet): GridEdit[][] {
  const calls: GridEdit[][] = []
  let skus = CALL_SKUS
  for (const lines of Map.groupBy(sheet.lines, ({ productId }) => productId).values()) {
    const edit = editOf(edits, sheet, lines)
    if (!edit) continue
    skus += edit.skus?.length ?? 0
    const last = calls.at(-1)
    if (last && last.length < CALL_PRODUCTS && skus <= CALL_SKUS) last.push(edit)
    else {
      calls.push([edit])
      skus = edit.skus?.length ?? 0
    }
  }
  return calls
}

/** The edited cells of a product; undefined for none. */
function editOf(edits: Edits, { columns }: Sheet, lines: readonly GridLine[]): GridEdit | undefined {
  const [first] = lines
  if (!first) return undefined
  const changed = (line: GridLine, shared: boolean) =>
    columns.flatMap((column) => {
      const value = column.shared === shared ? edits.values.get(cellKey(line, column)) : undefined
      return value === undefined ? [] : [[column.field, column.kind === 'money' ? toYuan(Number(value)) : value]]
    })
  const own = changed(first, true)
  const skus = lines.flatMap((line) => {
    const cells = Object.fromEntries(changed(line, false))
    if (!Object.keys(cells).length) return []
    const base = 'stock' in cells && { stockBase: Number(line.values.stock) }
    return [{ id: line.skuId, ...cells, ...base }]
  })
  if (!own.length && !skus.length) return undefined
  return { id: first.productId, version: first.version, ...Object.fromEntries(own), ...(skus.length && { skus }) }
}

/** Why a cell was not saved, or a product, by `p` and its id. */
export type Notes = ReadonlyMap<string, string>
export const productNote = (id: number) => `p${id}`

export type Grid = { lines: readonly GridLine[]; edits: Edits; notes: Notes }

/**
 * The grid after a call: the products of the call as they are now. What was saved is no longer edited; what was refused stays
 * as typed, with the reason.
 */
export function afterCall({ lines, edits, notes: before }: Grid, columns: Sheet['columns'], answer: GridAnswer): Grid {
  const failures = new Map(answer.errors.map((failure) => [failure.id, failure]))
  const fresh = new Map(answer.rows.map((row) => [row.id, linesOf(row)]))
  const values = new Map(edits.values)
  const notes = new Map(before)
  const asked = new Set([...fresh.keys(), ...failures.keys()])
  const old = Map.groupBy(lines, ({ productId }) => productId)
  for (const id of asked) {
    const [was = [], now = []] = [old.get(id), fresh.get(id)]
    const failure = failures.get(id)
    clearNotes(notes, was, columns)
    const bySku = new Map(now.map((line) => [line.skuId, line]))
    for (const line of was)
      for (const column of columns) {
        const key = cellKey(line, column)
        const value = values.get(key)
        if (value === undefined || (column.shared && !line.first)) continue
        if (!failure || value === bySku.get(line.skuId)?.values[column.field]) values.delete(key)
      }
    if (failure) noteFailure(notes, failure, was, bySku, columns)
  }
  const next = lines.flatMap((line) => {
    const now = fresh.get(line.productId)
    if (!now) return [line]
    return line.first ? now : []
  })
  return { lines: next, edits: { values, unread: edits.unread }, notes }
}

function clearNotes(notes: Map<string, string>, lines: readonly GridLine[], columns: Sheet['columns']): void {
  for (const line of lines) {
    notes.delete(productNote(line.productId))
    for (const column of columns) notes.delete(cellKey(line, column))
  }
}

function noteFailure(
  notes: Map<CellKey, string>,
  { id, message, cells, changedBy }: GridFailure,
  was: readonly GridLine[],
  now: ReadonlyMap<number, GridLine>,
  columns: Sheet['columns'],
): void {
  const others: string[] = []
  for (const { skuId, field, message: why } of cells) {
    const column = columns.find((each) => each.field === field)
    const line = was.find((each) => (column?.shared ? each.first : each.skuId === skuId))
    if (column && line) notes.set(cellKey(line, column), why)
  }
  if (changedBy !== undefined)
    for (const line of was)
      for (const column of columns) {
        const current = now.get(line.skuId)?.values[column.field]
        const had = line.values[column.field]
        if (current === undefined || current === had || (column.shared && !line.first)) continue
        const change = `${showValue(column, had)} → ${showValue(column, current)}`
        notes.set(cellKey(line, column), `${changedBy}改过：${change}`)
        others.push(`${[line.suk, gridFields[column.field]].filter(Boolean).join(' ')} ${change}`)
      }
  notes.set(productNote(id), [message, ...others].join('；'))
}

/** An edited cell as it is kept over a reload, with the version of its product. */
export type KeptCell = { key: CellKey; value: GridValue; base: GridValue; version: number }

/** The edits with the values they were made on, so that they survive a reload. */
export function keptCells({ values }: Edits, { lines, columns }: Sheet): KeptCell[] {
  return lines.flatMap((line) =>
    columns.flatMap((column) => {
      const key = cellKey(line, column)
      const [value, base] = [values.get(key), line.values[column.field]]
      return value === undefined || base === undefined || (column.shared && !line.first)
        ? []
        : [{ key, value, base, version: line.version }]
    }),
  )
}

/**
 * Makes kept edits again. Stock that was sold meanwhile stays sold: it is edited by the same difference, unless the product has
 * another version: the page may have closed while its save was on the way, and would add the difference twice. What others
 * changed meanwhile is noted.
 */
export function revive(
  { lines, columns }: Sheet,
  kept: readonly KeptCell[],
): Pick<Grid, 'edits' | 'notes'> & { lost: number; unsure: number } {
  const cells = new Map(kept.map((cell) => [cell.key, cell]))
  const values = new Map<CellKey, GridValue>()
  const notes = new Map<string, string>()
  let unsure = 0
  for (const line of lines)
    for (const column of columns) {
      const key = cellKey(line, column)
      const [cell, now] = [cells.get(key), line.values[column.field]]
      if (!cell || now === undefined || (column.shared && !line.first)) continue
      cells.delete(key)
      const change = `${showValue(column, cell.base)} → ${showValue(column, now)}`
      if (column.field === 'stock' && cell.base !== now && cell.version !== line.version) {
        if (cell.value === now) continue
        notes.set(key, `改为 ${showValue(column, cell.value)} 可能已保存，没有恢复；此后已变：${change}，请核对`)
        unsure += 1
        continue
      }
      const difference = Number(cell.value) - Number(cell.base)
      const value = column.field === 'stock' ? Math.max(0, Number(now) + difference) : cell.value
      if (value !== now) values.set(key, value)
      if (cell.base !== now) notes.set(key, `此后已变：${change}`)
    }
  return { edits: { values, unread: new Map() }, notes, lost: cells.size, unsure }
}
