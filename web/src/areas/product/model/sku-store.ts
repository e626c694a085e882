import type { Attr } from '@zhanggui/domain/product/product-sku.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { readCell } from '../../../kit/sku-grid/cells.ts'
import type { SkuColumn } from './sku-columns.ts'
import { changeRow, fillRows, pasteBlock, type UnreadCell } from './sku-edits.ts'
import {
  attrProblem,
  checkRows,
  type Matrix,
  makeRow,
  type Problems,
  problemKey,
  type SkuCells,
  type SkuRow,
  singleRow,
  withAllCombinations,
  withAttrs,
} from './sku-matrix.ts'

/** The SKUs of a form during editing. */
export type SkuState = {
  /** 多规格 */
  specType: boolean
  /** 单独设置佣金 */
  isSub: boolean
  /** The rows if there are specifications. */
  matrix: Matrix
  /** The row if there are none. */
  single: SkuRow
  /** Keys of the ticked rows. */
  checked: ReadonlySet<string>
  /** Cells with an invalid text, by row and field. */
  unread: ReadonlyMap<string, UnreadCell>
  /** Problems found on saving, by row and field. */
  problems: Problems
}

export type SkuSeed = Pick<SkuState, 'specType' | 'isSub'> & { matrix?: Matrix; single?: SkuRow }
export type SkuStore = ReturnType<typeof createSkuStore>

const NONE = new Map<string, never>()

/** The SKUs of one form and all operations on them, kept outside React so that a keystroke redraws one cell only. */
export function createSkuStore({ specType, isSub, matrix, single }: SkuSeed) {
  const store: StoreApi<SkuState> = createStore(() => ({
    specType,
    isSub,
    matrix: matrix ?? { attrs: [], rows: [] },
    single: single ?? singleRow(),
    checked: new Set<string>(),
    unread: NONE,
    problems: NONE,
  }))
  const { getState, setState } = store

  function setRows(rows: readonly SkuRow[]) {
    const { specType: many, matrix: before } = getState()
    setState(many ? { matrix: { ...before, rows } } : { single: rows[0] ?? getState().single })
  }

  return {
    ...store,
    rows: () => rowsOf(getState()),
    setSpecType: (many: boolean) => setState({ specType: many, problems: NONE, unread: NONE, checked: new Set() }),
    setSub: (sub: boolean) => setState({ isSub: sub }),
    setAttrs: (attrs: readonly Attr[]) => setState({ matrix: withAttrs(getState().matrix, attrs) }),
    addMissing: () => setState({ matrix: withAllCombinations(getState().matrix) }),
    tick: (keys: ReadonlySet<string>) => setState({ checked: keys }),

    /** Stores the text typed into a cell: its value, or the text with its problem. */
    type(key: string, column: SkuColumn, text: string) {
      const at = problemKey(key, column.field)
      const unread = new Map(getState().unread)
      const problems = new Map(getState().problems)
      const read = readCell(column, text)
      unread.delete(at)
      problems.delete(at)
      if ('problem' in read) unread.set(at, { key, field: column.field, text, problem: read.problem })
      else setRows(changeRow(rowsOf(getState()), key, { [column.field]: read.value }))
      setState({ unread, problems })
    },

    /** @returns the number of cells pasted, and the number that could not be read */
    paste(columns: readonly SkuColumn[], at: { row: number; column: number }, block: readonly (readonly string[])[]) {
      const { rows, pasted, unread: more } = pasteBlock(rowsOf(getState()), columns, at, block)
      const unread = new Map(getState().unread)
      for (const key of rows.slice(at.row, at.row + block.length).map((row) => row.key))
        for (const { field } of columns.slice(at.column, at.column + (block[0]?.length ?? 0)))
          unread.delete(problemKey(key, field))
      for (const cell of more) unread.set(problemKey(cell.key, cell.field), cell)
      setRows(rows)
      setState({ unread })
      return { pasted, unread: more.length }
    },

    /** Fills the ticked rows, or all of them. */
    fill: (cells: Partial<SkuCells & { image: string }>) =>
      setRows(fillRows(rowsOf(getState()), getState().checked, cells)),
    setImage: (key: string, image: string) => setRows(changeRow(rowsOf(getState()), key, { image })),

    remove(keys: ReadonlySet<string>) {
      setRows(rowsOf(getState()).filter(({ key }) => !keys.has(key)))
      setState({ checked: getState().checked.difference(keys) })
    },

    /** Sets the current stock, by SKU id. */
    setStocks(stocks: ReadonlyMap<number, number>) {
      const now = (row: SkuRow) => ({ ...row, stock: stocks.get(row.id ?? 0) ?? row.stock })
      const { matrix: before, single: one } = getState()
      setState({ matrix: { ...before, rows: before.rows.map(now) }, single: now(one) })
    },

    showProblems: (problems: Problems) => setState({ problems }),

    /** Looks for all that keeps the SKUs from being saved, and shows it on the cells. */
    check(): SkuFault[] {
      setState({ problems: checkRows(rowsOf(getState()), getState().isSub) })
      return skuFaults(getState())
    },
  }
}

/** What keeps SKUs from being saved, with the cell where there is one. */
export type SkuFault = { message: string; key?: string; field?: string }

export function skuFaults(state: SkuState): SkuFault[] {
  const { specType, matrix, isSub, unread } = state
  const wrong = specType ? attrProblem(matrix) : undefined
  return [
    ...(wrong ? [{ message: wrong }] : []),
    ...[...unread.values()].map(({ problem, key, field }) => ({ message: problem, key, field })),
    ...[...checkRows(rowsOf(state), isSub)].map(([at, message]) => {
      const [key = '', field = ''] = at.split(' ')
      return { message, key, field }
    }),
  ]
}

/** The rows being edited; a single one without specifications. */
export function rowsOf({ specType, matrix, single }: SkuState): readonly SkuRow[] {
  return specType ? matrix.rows : [single]
}

/** Restores the SKUs of an unfinished form; rows that are not stored get new keys. */
export function revive(kept: Pick<SkuState, 'specType' | 'isSub' | 'matrix' | 'single'>): Partial<SkuState> {
  const again = (row: SkuRow) => (row.id === undefined ? makeRow(row.attrValue, row) : row)
  const { matrix, single, ...flags } = kept
  const rows = matrix.rows.map(again)
  return {
    ...flags,
    matrix: { attrs: matrix.attrs, rows },
    single: again(single),
    checked: new Set(),
    unread: NONE,
    problems: NONE,
  }
}
