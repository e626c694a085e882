import { isValidElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { showFailure } from '../feedback/feedback.ts'
import { cellOf, type ListColumn } from './columns.ts'
import type { ListRow } from './list-table.tsx'
import { onRowNews, type RowNews } from './row-news.ts'
import type { List } from './use-list.ts'

type Overtaken<Row> = RowNews & { row: Row; at: number; address: string }

/** What a list says in a row whose act was refused because it had been changed, and the way to take it as read. */
export type OvertakenLine = { text: string; onRead: () => void }

/**
 * A row that somebody changed before the user could: the refused call has fetched the list again, so the line in the row
 * says what is different now.
 */
export function useOvertaken<Row extends ListRow>(
  list: List<Row>,
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
): (row: ListRow) => OvertakenLine | undefined {
  const [overtaken, setOvertaken] = useState<Overtaken<Row>>()
  const address = JSON.stringify([list.filters, list.page, list.limit, list.sort])
  const { dataUpdatedAt } = list.query
  const take = useEffectEvent((news: RowNews) => {
    const row = rows.find(({ id }) => String(id) === news.id)
    if (!row || news.object !== list.route.object) return false
    setOvertaken({ ...news, row, at: dataUpdatedAt, address })
    return true
  })
  useEffect(() => onRowNews((news) => take(news)), [])

  const present = overtaken && rows.find(({ id }) => String(id) === overtaken.id)
  const gone = overtaken !== undefined && overtaken.address === address && !present && dataUpdatedAt > overtaken.at
  useEffect(() => {
    if (!gone || !overtaken) return
    setOvertaken(undefined)
    showFailure(`刚被${overtaken.by}改过：${overtaken.message}`)
  }, [gone, overtaken])

  if (!overtaken || overtaken.address !== address) return () => undefined
  return (row) => {
    if (String(row.id) !== overtaken.id) return undefined
    const changes = present ? changesOf(columns, overtaken.row, present) : []
    return {
      text: [`刚被${overtaken.by}改过`, changes.join('、')].filter(Boolean).join('：'),
      onRead: () => setOvertaken(undefined),
    }
  }
}

/** What columns say of a row now that they did not say before: 排序 3. */
export function changesOf<Row extends ListRow>(columns: readonly ListColumn<Row>[], before: Row, now: Row): string[] {
  return columns.flatMap((column) => {
    const value = (row: Row) => JSON.stringify((row as Record<string, unknown>)[column.name])
    if (value(before) === value(now)) return []
    const cell = column.says ? column.says(now) : cellOf(column, now)
    const words = wordsOf(cell)
    return words === undefined ? column.title : `${column.title} ${words}`
  })
}

/** What a cell says: its text, or what its component says of itself. */
function wordsOf(cell: ReactNode): string | number | undefined {
  if (typeof cell === 'string' || typeof cell === 'number') return cell
  if (!isValidElement<object>(cell)) return undefined
  return (cell.type as { says?: (props: object) => string }).says?.(cell.props)
}
