import { BadInput } from '@zhanggui/domain/errors.ts'
import { toFen } from '@zhanggui/domain/money.ts'
import { type Reprice, recount, reprice } from '@zhanggui/domain/product/product-price.ts'
import {
  type CellKey,
  cellKey,
  type GridColumn,
  type GridLine,
  type GridValue,
  isEditable,
  type Reading,
  readValue,
  showValue,
} from './grid-cells.ts'
import type { Block, Place } from './grid-select.ts'

/** A text that is no value of its cell. */
export type Unread = { text: string; problem: string }

/** What was typed: values that differ from the stored ones, and texts that could not be read. */
export type Edits = {
  values: ReadonlyMap<CellKey, GridValue>
  unread: ReadonlyMap<CellKey, Unread>
}
export const NO_EDITS: Edits = { values: new Map(), unread: new Map() }

/** The lines and columns that edits are made in. */
export type Sheet = { lines: readonly GridLine[]; columns: readonly GridColumn[] }

/** The outcome of an edit: how many cells took a value, could not be read, or cannot be edited. */
export type Outcome = { edits: Edits; done: number; unread: number; skipped: number }

/** The value of a cell as edited. */
export function valueAt({ values }: Edits, line: GridLine, column: GridColumn): GridValue | undefined {
  return values.get(cellKey(line, column)) ?? line.values[column.field]
}

/** The text of a cell as edited: what was typed, if it could not be read. */
export function textAt(edits: Edits, line: GridLine, column: GridColumn): string {
  if (column.shared && !line.first) return ''
  return edits.unread.get(cellKey(line, column))?.text ?? showValue(column, valueAt(edits, line, column))
}

type Input = { text: string } | { value: GridValue } | { problem: string; text: string }

/** Collects edits of cells into one step. */
function collect({ values: was, unread: wasUnread }: Edits) {
  const values = new Map(was)
  const unread = new Map(wasUnread)
  const count = { done: 0, unread: 0, skipped: 0 }
  return {
    put(line: GridLine | undefined, column: GridColumn | undefined, input: Input) {
      if (!line || !column || !isEditable(line, column)) {
        count.skipped += 1
        return
      }
      const key = cellKey(line, column)
      const read = allowed(line, column, 'problem' in input || 'value' in input ? input : readValue(column, input.text))
      if ('problem' in read) {
        values.delete(key)
        const text = 'text' in input ? input.text : 'value' in input ? showValue(column, input.value) : ''
        unread.set(key, { text, problem: read.problem })
        count.unread += 1
        return
      }
      unread.delete(key)
      if (read.value === line.values[column.field]) values.delete(key)
      else values.set(key, read.value)
      count.done += 1
    },
    outcome: (): Outcome => ({ edits: { values, unread }, ...count }),
  }
}

/** Refuses a value that the user may not set. */
function allowed(line: GridLine, column: GridColumn, read: Reading): Reading {
  const { only, field } = column
  if ('problem' in read || only === undefined || read.value === only || read.value === line.values[field]) return read
  return { problem: only ? '没有下架的权限' : '没有上架的权限' }
}

function* cellsOf({ lines, columns }: Sheet, { top, bottom, left, right }: Block) {
  for (let row = top; row <= bottom; row++)
    for (let place = left; place <= right; place++) {
      const [line, column] = [lines[row], columns[place]]
      if (line && column) yield { line, column, row, place }
    }
}

/**
 * Takes a text typed into one cell, or into all of a block; a blank one restores what is stored, one with a sign changes the
 * numbers that are there: +10%, +20, -5.
 */
export function type(edits: Edits, sheet: Sheet, block: Block, text: string): Outcome {
  if (!text.trim()) return restore(edits, sheet, block)
  const formula = changeIn(text)
  const step = collect(edits)
  for (const { line, column } of cellsOf(sheet, block)) {
    const value = formula && valueAt(edits, line, column)
    const input = formula && typeof value === 'number' ? calculate(column, value, formula) : { text }
    step.put(line, column, 'problem' in input ? { ...input, text } : input)
  }
  return step.outcome()
}

/** The change that a text with a sign asks for. */
function changeIn(text: string): Formula | undefined {
  const [, sign, digits, percent] =
    /^([+-])(\d{1,8}(?:\.\d{1,2})?)(%?)$/.exec(text.normalize('NFKC').replace(/\s/g, '')) ?? []
  if (!digits) return undefined
  const value = toFen(digits)
  return { mode: percent ? 'percent' : 'add', value: sign === '-' ? -value : value, round: 'none' }
}

/** Gives cells back the values that are stored. */
export function restore(edits: Edits, sheet: Sheet, block: Block): Outcome {
  const step = collect(edits)
  for (const { line, column } of cellsOf(sheet, block)) {
    const value = line.values[column.field]
    if (value !== undefined) step.put(line, column, { value })
  }
  return step.outcome()
}

/**
 * Pastes texts to the right of and below the corner of a block, again and again if the block is a multiple of them. Blank texts
 * change nothing; what would lie beyond the grid counts as skipped.
 */
export function paste(edits: Edits, sheet: Sheet, block: Block, texts: readonly (readonly string[])[]): Outcome {
  const [rows, columns] = [texts.length, Math.max(0, ...texts.map((row) => row.length))]
  const step = collect(edits)
  if (!rows || !columns) return step.outcome()
  const [high, wide] = [block.bottom - block.top + 1, block.right - block.left + 1]
  const repeats = high % rows === 0 && wide % columns === 0
  for (let row = 0; row < (repeats ? high : rows); row++)
    for (let place = 0; place < (repeats ? wide : columns); place++) {
      const text = texts[row % rows]?.[place % columns]
      if (text?.trim()) step.put(sheet.lines[block.top + row], sheet.columns[block.left + place], { text })
    }
  return step.outcome()
}

/** Fills a block with the values of its first line; a single line with those above it. */
export function fillDown(edits: Edits, sheet: Sheet, block: Block): Outcome {
  const step = collect(edits)
  const from = block.top === block.bottom ? block.top - 1 : block.top
  for (let place = block.left; place <= block.right; place++) {
    const column = sheet.columns[place]
    if (!column) continue
    let value: GridValue | undefined
    for (let row = Math.max(0, from); row <= block.bottom; row++) {
      const line = sheet.lines[row]
      if (!line || !isEditable(line, column)) continue
      // Cells of a product are taken from its first line, which need not be the first of the block.
      if (value === undefined) value = valueAt(edits, line, column)
      else step.put(line, column, { value })
    }
  }
  return step.outcome()
}

/** A change by a formula; `round` matters for prices only. */
export type Formula = Reprice

/** Applies a formula to the edited values of a block; flags are left out. */
export function applyFormula(edits: Edits, sheet: Sheet, block: Block, formula: Formula): Outcome {
  const step = collect(edits)
  for (const { line, column } of cellsOf(sheet, block)) {
    const value = valueAt(edits, line, column)
    if (column.kind === 'flag' || typeof value !== 'number') continue
    if (isEditable(line, column)) step.put(line, column, calculate(column, value, formula))
  }
  return step.outcome()
}

function calculate({ kind, max, title }: GridColumn, value: number, formula: Formula): Input {
  const { mode, value: by } = formula
  const whole = mode === 'set' || mode === 'add'
  try {
    if (kind === 'money') return { value: reprice(value, formula) }
    if (whole && by % 100) return { problem: `${title}应为整数`, text: String(by / 100) }
    return { value: recount(value, { mode, value: whole ? by / 100 : by }, max) }
  } catch (error) {
    if (error instanceof BadInput) return { problem: error.message, text: showValue({ kind }, value) }
    throw error
  }
}

/** The texts of a block as a spreadsheet takes them: columns separated by tabs. */
export function copyText(edits: Edits, { lines, columns }: Sheet, { top, bottom, left, right }: Block): string {
  const chosen = columns.slice(left, right + 1)
  return lines
    .slice(top, bottom + 1)
    .map((line) => chosen.map((column) => textAt(edits, line, column)).join('\t'))
    .join('\n')
}

/** The next cell with a text that could not be read, after a place; the first one after the last. */
export function nextUnread({ unread }: Edits, { lines, columns }: Sheet, after: Place): Place | undefined {
  const places = lines.flatMap((line, row) =>
    columns.flatMap((column, place) => {
      const shown = !column.shared || line.first
      return shown && unread.has(cellKey(line, column)) ? [{ row, column: place }] : []
    }),
  )
  return places.find(({ row, column }) => row > after.row || (row === after.row && column > after.column)) ?? places[0]
}
