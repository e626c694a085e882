import { useEffect, useMemo, useState } from 'react'
import { reactToError } from '../../api/reactions.ts'
import type { ListRow } from './list-table.tsx'
import type { List } from './use-list.ts'

/** A row that an act took out of the list. */
export type LeftRow = {
  /** What was done: 已下架. */
  text: string
  /** Takes it back; omitted where that cannot be done by the user. */
  undo: (() => void) | undefined
  /** It is being taken back. */
  busy: boolean
}

type Kept<Row> = {
  row: Row
  place: number
  text: string
  undo?: () => Promise<unknown>
  busy?: true
  /** When the rows it was among were read. */
  readAt: number
}

/**
 * Rows that an act of the user took out of a list stay where they were, greyed and with 撤销, until the list is left or
 * refreshed: nothing vanishes under the pointer.
 * @returns the list with these rows in it, and the function that keeps a row
 */
export function useLeftRows<Row extends ListRow, Name extends string, L extends List<Row, Name>>(
  list: L & List<Row, Name>,
) {
  const address = JSON.stringify([list.filters, list.fixed, list.page, list.limit, list.sort])
  const [state, setState] = useState<{ address: string; kept: readonly Kept<Row>[] }>({ address, kept: [] })
  const { kept } = state
  // Other filters, another page: the list as it was has been left.
  if (state.address !== address) setState({ address, kept: [] })
  const forget = () => setState({ address, kept: [] })
  // A page in a hidden tab was left.
  useEffect(() => () => setState(({ address: at }) => ({ address: at, kept: [] })), [])

  const { rows: found, query } = list
  const rows = useMemo(() => withKept(found, kept), [found, kept])
  const change = (id: Row['id'], next?: Partial<Kept<Row>>) =>
    setState(({ address: at, kept: before }) => ({
      address: at,
      kept: before.flatMap((one) => (one.row.id !== id ? [one] : next ? [{ ...one, ...next }] : [])),
    }))

  async function takeBack({ row: { id }, undo }: Kept<Row>) {
    change(id, { busy: true })
    try {
      await undo?.()
      // The row is back before its grey copy goes.
      await query.refetch({ cancelRefetch: false })
      change(id)
    } catch (error) {
      change(id, { busy: undefined })
      reactToError(error)
    }
  }

  /** Keeps a row that the next refresh will not contain. @param undo takes the act back */
  function leave(row: Row, text: string, undo?: () => Promise<unknown>) {
    const place = rows.findIndex(({ id }) => id === row.id)
    setState((now) => {
      // The answer came after the list was left.
      if (now.address !== address) return now
      const others = now.kept.filter((one) => one.row.id !== row.id)
      return { address, kept: [...others, { row, place, text, undo, readAt: query.dataUpdatedAt }] }
    })
  }

  function left({ id }: ListRow): LeftRow | undefined {
    const one = kept.find(({ row }) => row.id === id)
    // It is of this list after all: what was read since has it.
    if (one && one.readAt < query.dataUpdatedAt && found.some((row) => row.id === id)) return undefined
    return one && { text: one.text, undo: one.undo && (() => takeBack(one)), busy: one.busy === true }
  }

  const shown: L = {
    ...list,
    rows,
    left,
    search: (filters) => {
      forget()
      list.search(filters)
    },
    query: {
      ...query,
      refetch: (options) => {
        forget()
        return query.refetch(options)
      },
    },
  }
  return { list: shown, leave }
}

/** The rows of the list, and those that left it at their former places. */
function withKept<Row extends ListRow>(found: readonly Row[], kept: readonly Kept<Row>[]): readonly Row[] {
  const absent = kept.filter(({ row }) => !found.some(({ id }) => id === row.id))
  const rows = [...found]
  for (const { row, place } of absent.toSorted((one, other) => one.place - other.place)) rows.splice(place, 0, row)
  return rows
}
