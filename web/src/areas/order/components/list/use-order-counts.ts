import { useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import { useEffect, useState } from 'react'
import { onLiveFrame, useLive } from '../../../../api/live.ts'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import type { OrderList } from './use-order-list.ts'

/** How often the counts are read again while the page is looked at. */
const POLL_MS = 15_000

/**
 * The number of orders in each tab, read again quietly, and how many more than when the rows were read: those are told in a
 * bar above the rows, which never jump.
 */
export function useOrderCounts(list: OrderList) {
  const allowed = useCan(order.statusNum)
  const query = useQuery({
    ...read(order.statusNum, { query: list.filters, silent: true }),
    enabled: allowed,
    placeholderData: (before) => before,
    refetchInterval: POLL_MS,
  })
  const { data, refetch, dataUpdatedAt, isPlaceholderData } = query

  // What the socket tells may be a new order: its notice comes first, its count after it.
  const todo = useLive(({ todo: counts }) => JSON.stringify(counts))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what waits for staff changes
  useEffect(() => {
    if (allowed) refetch()
  }, [todo])
  useEffect(() => (allowed ? onLiveFrame('order', () => refetch()) : undefined), [allowed, refetch])

  const { dataUpdatedAt: rowsAt, isPlaceholderData: oldRows } = list.query
  const address = JSON.stringify([list.filters, list.tab])
  const now = isPlaceholderData || oldRows ? undefined : data?.[list.tab]
  const [known, setKnown] = useState<{ address: string; rowsAt: number; count: number }>()
  // The first count after the rows were read is theirs; orders that leave the tab later are no news.
  const isNew = known?.address !== address || known.rowsAt !== rowsAt
  if (now !== undefined && rowsAt && (isNew ? dataUpdatedAt + SAME_MS >= rowsAt : now < known.count))
    setKnown({ address, rowsAt, count: now })
  const more = now === undefined || isNew || list.page > 1 ? 0 : Math.max(0, now - known.count)
  return { counts: data, more, refresh: () => void refetch() }
}

/** Rows and counts of one look are read at about the same time. */
const SAME_MS = 2000
