import type { TableColumnType } from 'antd'
import { createElement, type ReactNode } from 'react'
import { When } from '../text/when.tsx'

type Look = Pick<TableColumnType, 'width' | 'minWidth' | 'align' | 'ellipsis' | 'fixed' | 'className'>

/** A column of a list. Its name is the row's field, the field it sorts by, and the key in a user's saved columns. */
export type ListColumn<Row> = Look & {
  title: string
  /** The list can be sorted by this field; the route's query must have `sort`. */
  sorts?: true
  /** Hidden until a user chooses it. */
  hidden?: true
  /** The least width it can do with, px, where there is no room for all columns. */
  least?: number
  /** Left out first where there is no room for all columns. */
  low?: true
  /** On cards of phones: what the card is called, and the picture beside it; the first column is the title if omitted. */
  card?: 'title' | 'picture'
  /** What a cell that is drawn, such as a switch, says in words. */
  says?: (row: Row) => string
} & ({ name: keyof Row & string; render?: (row: Row) => ReactNode } | { name: string; render: (row: Row) => ReactNode })

/** The content of a cell; moments are in one line. */
export function cellOf<Row>({ name, render }: ListColumn<Row>, row: Row): ReactNode {
  if (render) return render(row)
  const value = (row as Record<string, unknown>)[name]
  return typeof value === 'string' && MOMENT.test(value) ? createElement(When, { at: value }) : (value as ReactNode)
}

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** One column in a user's saved order. */
export type ColumnChoice = { name: string; shown: boolean }

/**
 * The columns of a list in the user's order, each with whether it is shown. New columns come last; columns that no longer
 * exist are dropped.
 * @param kept the saved value, in any shape
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
