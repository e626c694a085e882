import { cellKey, type GridColumn, type GridLine } from './grid-cells.ts'
import type { Edits, Sheet } from './grid-edits.ts'
import { valueAt } from './grid-edits.ts'

/** How a price changes over the edited cells, in fen. */
export type PriceEffect = {
  field: string
  title: string
  up: number
  down: number
  least: number
  most: number
  average: number
}

/** What saving the edits would do. */
export type Effects = {
  products: number
  skus: number
  cells: number
  /** Cells with a text that could not be read: they are not saved. */
  unread: number
  prices: PriceEffect[]
  /** Units. */
  stock?: { up: number; down: number; sum: number; emptied: number }
  sorted: number
  on: number
  off: number
  /** Lines whose price is then below the cost. */
  belowCost: GridLine[]
  /** Lines whose price falls by more than half. */
  halved: GridLine[]
  /** Lines whose price is then zero. */
  free: GridLine[]
}

type Changed = { line: GridLine; column: GridColumn; was: number; now: number }

/** Sums up what the edits change. */
export function effectsOf(edits: Edits, sheet: Sheet): Effects {
  const changed = changedCells(edits, sheet)
  const of = (field: string) => changed.filter(({ column }) => column.field === field)
  const lineOf = ({ line }: Changed) => line
  const column = (field: string) => sheet.columns.find((each) => each.field === field)
  const [price, cost] = [column('price'), column('cost')]
  const priced = new Set(changed.filter(({ column: { field } }) => field === 'price' || field === 'cost').map(lineOf))
  const skus = new Set(changed.filter((cell) => !cell.column.shared).map(({ line }) => line.skuId))
  const stock = of('stock')
  const by = stock.map(({ was, now }) => now - was)
  return {
    products: new Set(changed.map(({ line }) => line.productId)).size,
    skus: skus.size,
    cells: changed.length,
    unread: edits.unread.size,
    prices: sheet.columns.filter(({ kind }) => kind === 'money').flatMap((each) => priceEffect(each, of(each.field))),
    ...(stock.length && {
      stock: {
        up: by.filter((one) => one > 0).length,
        down: by.filter((one) => one < 0).length,
        sum: total(by),
        emptied: stock.filter(({ now }) => now === 0).length,
      },
    }),
    sorted: of('sort').length,
    on: of('isShow').filter(({ now }) => now).length,
    off: of('isShow').filter(({ now }) => !now).length,
    belowCost:
      price && cost
        ? [...priced].filter((line) => Number(valueAt(edits, line, price)) < Number(valueAt(edits, line, cost)))
        : [],
    halved: of('price')
      .filter(({ was, now }) => now * 2 < was)
      .map(lineOf),
    free: of('price')
      .filter(({ now }) => now === 0)
      .map(lineOf),
  }
}

function changedCells(edits: Edits, { lines, columns }: Sheet): Changed[] {
  return lines.flatMap((line) =>
    columns.flatMap((column) => {
      if (column.shared && !line.first) return []
      const now = edits.values.get(cellKey(line, column))
      return now === undefined ? [] : [{ line, column, was: Number(line.values[column.field]), now: Number(now) }]
    }),
  )
}

function priceEffect({ field, title }: GridColumn, cells: readonly Changed[]): PriceEffect[] {
  if (!cells.length) return []
  const by = cells.map(({ was, now }) => now - was)
  return [
    {
      field,
      title,
      up: by.filter((fen) => fen > 0).length,
      down: by.filter((fen) => fen < 0).length,
      least: Math.min(...by),
      most: Math.max(...by),
      average: Math.round(total(by) / by.length),
    },
  ]
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
