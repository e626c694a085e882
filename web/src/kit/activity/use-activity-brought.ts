import { useQuery } from '@tanstack/react-query'
import { activityReport, type GoodsRank } from '@zhanggui/contract/promotion/activity-report.ts'
import { read } from '../../api/read.ts'
import { useCan } from '../access/can.tsx'

/** As many as one page of a list. */
const MAX_ROWS = 100

export type ActivityBrought = {
  of: (row: { id: number }) => GoodsRank | undefined
  isKnown: boolean
  seesCost: boolean
}

/** What each of the activities brought so far; undefined for those who may not see it. Nothing is known yet while it is read. */
export function useActivityBrought(rows: readonly { id: number }[]): ActivityBrought | undefined {
  const allowed = useCan(activityReport.goodsList)
  const ids = rows.map(({ id }) => id)
  const { data, error } = useQuery({
    ...read(activityReport.goodsList, { query: { ids, limit: MAX_ROWS }, silent: true }),
    enabled: allowed && ids.length > 0,
    placeholderData: (before) => before,
  })
  // Who sees some stores alone is refused the figures of the whole shop.
  if (!allowed || error) return undefined
  const found = new Map(data?.list.map((row) => [row.id, row]))
  const seesCost = data?.list.some(({ cost }) => cost !== undefined) ?? false
  return { of: ({ id }) => found.get(id), isKnown: data !== undefined, seesCost }
}
