import type { Route } from '@zhanggui/contract/routes.ts'
import { useEffect, useState } from 'react'
import { sendCall } from '../../api/call.ts'
import { onLiveFrame } from '../../api/live.ts'
import type { ListRow } from './list-table.tsx'
import styles from './new-rows.module.css'
import { type List, type ListSpec, rowsOf } from './use-list.ts'

/** How often a list looks for new rows, ms; a live frame is faster. */
const LOOK_MS = 30_000
/** The most that are counted. */
const MOST = 20

/** What new rows of a list are called, and the live frame that announces one. */
export type NewRows = {
  of: string
  frame?: string
  /** How many there are, where the page knows by other means; then the list does not look itself. */
  count?: number
  /** Fetches more than the list. */
  onShow?: () => void
}

type Seen = { address: string; newest: number }

/**
 * Counts the rows that came since the list was read, so that staff fetch them when they like and no row jumps. For lists
 * whose newest row comes first; in another order new rows are not looked for.
 */
function useNewRows<Row extends ListRow>(list: List<Row>, wanted: Omit<NewRows, 'of'>): number {
  const { frame } = wanted
  const { route, fixed, filters, page, query } = list
  const address = JSON.stringify([fixed, filters])
  const watches = wanted.count === undefined && list.sort === undefined && query.isSuccess
  const [seen, setSeen] = useState<Seen>()
  const [found, setFound] = useState<{ address: string; ids: readonly number[] }>()

  const shown = watches && page === 1 && !query.isPlaceholderData ? newestOf(list.rows) : undefined
  if (shown !== undefined && (seen?.address !== address || seen.newest !== shown)) setSeen({ address, newest: shown })

  useEffect(() => {
    if (!watches) return
    const ending = new AbortController()
    const look = async () => {
      if (document.hidden) return
      const [fixedPart, filterPart] = JSON.parse(address) as [object, object]
      const input = {
        query: { ...fixedPart, ...filterPart, page: 1, limit: MOST },
        silent: true,
        signal: ending.signal,
      }
      const answer = await sendCall(route as Route<ListSpec>, input as never).catch(() => undefined)
      if (!answer || ending.signal.aborted) return
      const rows = rowsOf<ListRow>(answer)
      setFound({ address, ids: rows.map(({ id }) => Number(id)) })
      // A list that was opened at a later page knows its newest row only now.
      setSeen((before) => (before?.address === address ? before : { address, newest: newestOf(rows) }))
    }
    const timer = setInterval(look, LOOK_MS)
    const deaf = frame && onLiveFrame(frame, look)
    return () => {
      clearInterval(timer)
      if (deaf) deaf()
      ending.abort()
    }
  }, [watches, frame, route, address])

  if (wanted.count !== undefined) return wanted.count
  if (!found || found.address !== address || seen?.address !== address) return 0
  return found.ids.filter((id) => id > seen.newest).length
}

const newestOf = (rows: readonly ListRow[]) => Math.max(0, ...rows.map(({ id }) => Number(id)))

/** Watches a list for new rows; a chunk of its own, as few lists need it. */
export default function NewRowsOf<Row extends ListRow>({ list, of, ...wanted }: NewRows & { list: List<Row> }) {
  const count = useNewRows(list, wanted)
  function handleShow() {
    wanted.onShow?.()
    if (list.page === 1) list.query.refetch()
    else list.turnTo(1, list.limit)
  }
  return <NewRowsBar count={count} of={of} onShow={handleShow} />
}

/** Says above the rows that others came, and fetches them when pressed. */
export function NewRowsBar({ count, of, onShow }: { count: number; of: string; onShow: () => void }) {
  if (!count) return null
  return (
    <button type="button" className={styles.newRows} onClick={onShow}>
      有 {count >= MOST ? `${MOST}+` : count} {of}，点击刷新
    </button>
  )
}
