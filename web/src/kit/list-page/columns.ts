import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'

type Look = Pick<TableColumnType, 'width' | 'minWidth' | 'align' | 'ellipsis' | 'fixed' | 'className'>

/** A column of a list. Its name is the row's field, the field it sorts by, and what a user's choice of columns remembers. */
export type ListColumn<Row> = Look & {
  title: string
  /** The field may be sorted by; the route's query must know `sort`. */
  sorts?: true
  /** Not shown until a user chooses it. */
  hidden?: true
} & ({ name: keyof Row & string; render?: (row: Row) => ReactNode } | { name: string; render: (row: Row) => ReactNode })

/** One column in a user's choice, in his order. */
export type ColumnChoice = { name: string; shown: boolean }

/**
 * The columns of a list in a user's order, each with whether it is shown. Columns he has never seen come last; those
 * that are gone are forgotten.
 * @param kept what was remembered, whatever it is
 */
export function arrangeColumns(columns: readonly { name: string; hidden?: true }[], kept: unknown): ColumnChoice[] {
  const usual = columns.map(({ name, hidden }) => ({ name, shown: !hidden }))
  const chosen = (Array.isArray(kept) ? kept : []).filter(isChoice)
  const known = chosen.filter(({ name }) => usual.some((column) => column.name === name))
  return [...known, ...usual.filter(({ name }) => !known.some((column) => column.name === name))]
}

function isChoice(entry: unknown): entry is ColumnChoice {
  if (typeof entry !== 'object' || entry === null) return false
  return 'name' in entry && typeof entry.name === 'string' && 'shown' in entry && typeof entry.shown === 'boolean'
}
