import type { GridAnswer } from '@zhanggui/contract/product/product-grid.ts'
import { createStore } from 'zustand/vanilla'
import { type GridColumn, type GridLine, isEditable } from './grid-cells.ts'
import {
  applyFormula,
  copyText,
  type Edits,
  type Formula,
  fillDown,
  NO_EDITS,
  type Outcome,
  paste,
  restore,
  type Sheet,
  type,
} from './grid-edits.ts'
import { at, type Block, blockOf, type Selection, within } from './grid-select.ts'
import { afterCall, type KeptCell, keptCells, type Notes, revive } from './grid-send.ts'

/** Steps that can be undone. */
const STEPS = 200

export type GridState = {
  lines: readonly GridLine[]
  edits: Edits
  /** Why cells and products were not saved. */
  notes: Notes
  selection: Selection
  past: readonly Edits[]
  future: readonly Edits[]
}
export type GridStore = ReturnType<typeof createGridStore>

/** The grid and all operations on it, kept outside React. */
export function createGridStore(lines: readonly GridLine[], columns: readonly GridColumn[]) {
  const store = createStore<GridState>(() => ({
    lines,
    edits: NO_EDITS,
    notes: new Map(),
    past: [],
    future: [],
    selection: at({ row: 0, column: 0 }),
  }))
  const { getState, setState } = store
  const sheet = (): Sheet => ({ lines: getState().lines, columns })

  /** Takes an edit as a step that can be undone. */
  function keep(outcome: Outcome): Outcome {
    const { edits, past } = getState()
    if (outcome.done + outcome.unread)
      setState({ edits: outcome.edits, past: [...past, edits].slice(-STEPS), future: [] })
    return outcome
  }
  const selected = (): Block => blockOf(getState().selection)
  const whole = (column: number): Block => ({
    top: 0,
    bottom: getState().lines.length - 1,
    left: column,
    right: column,
  })

  return {
    ...store,
    columns,
    sheet,
    select: (selection: Selection) => setState({ selection }),
    /** Takes a text into a cell, or into all selected ones. */
    type: (text: string, block: Block) => keep(type(getState().edits, sheet(), block, text)),
    paste: (texts: readonly (readonly string[])[]) => keep(paste(getState().edits, sheet(), selected(), texts)),
    fillDown: () => keep(fillDown(getState().edits, sheet(), selected())),
    restore: (block = selected()) => keep(restore(getState().edits, sheet(), block)),
    /** Applies a formula to the selection, or to a column. */
    calculate: (formula: Formula, column?: number) =>
      keep(applyFormula(getState().edits, sheet(), column === undefined ? selected() : whole(column), formula)),
    copy: () => copyText(getState().edits, sheet(), selected()),
    /** Gives all cells back what is stored. */
    discard: () => keep({ edits: NO_EDITS, done: 1, unread: 0, skipped: 0 }),

    undo() {
      const { edits, past, future } = getState()
      const before = past.at(-1)
      if (before) setState({ edits: before, past: past.slice(0, -1), future: [edits, ...future] })
    },
    redo() {
      const { edits, past, future } = getState()
      const [next, ...rest] = future
      if (next) setState({ edits: next, past: [...past, edits], future: rest })
    },

    /** Takes the answer of a call. What is stored has changed, so no step before it can be undone in the grid. */
    receive(answer: GridAnswer) {
      const { lines: was, edits, notes } = getState()
      setState({ ...afterCall({ lines: was, edits, notes }, columns, answer), past: [], future: [] })
    },
    /** Shows the products as they are now; nothing may be edited. */
    renew(now: readonly GridLine[]) {
      const { selection } = getState()
      const size = { rows: now.length, columns: columns.length }
      const kept = { active: within(selection.active, size), end: within(selection.end, size) }
      setState({ lines: now, selection: kept, notes: new Map(), past: [], future: [] })
    },
    kept: (): KeptCell[] => keptCells(getState().edits, sheet()),
    /** @returns how many of the kept edits have no cell here any more, and how many may have been saved */
    revive(cells: readonly KeptCell[]): { lost: number; unsure: number } {
      const { lost, unsure, ...rest } = revive(sheet(), cells)
      setState({ ...rest, past: [...getState().past, getState().edits] })
      return { lost, unsure }
    },
    mayEdit(row: number, column: number): boolean {
      const [line, of] = [getState().lines[row], columns[column]]
      return Boolean(line && of && isEditable(line, of))
    },
  }
}

/** Whether anything was typed that is not saved. */
export const isDirty = ({ edits: { values, unread } }: GridState) => values.size + unread.size > 0
