import { useQuery } from '@tanstack/react-query'
import type { Coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { activityReport, type RankRow } from '@zhanggui/contract/promotion/activity-report.ts'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'

const COUPONS = 4
/** So many coupons are summed up for the line beside the name of the page. */
const MAX_SUMMED = 100

/** What each of the coupons brought so far; undefined for those who may not see it. Nothing is known yet while it is read. */
export function useBrought(rows: readonly Coupon[]) {
  const allowed = useCan(activityReport.list)
  const ids = rows.map(({ id }) => id)
  const { data, error } = useQuery({
    ...read(activityReport.list, { query: { type: COUPONS, ids, limit: MAX_SUMMED }, silent: true }),
    enabled: allowed && ids.length > 0,
    placeholderData: (before) => before,
  })
  // Who sees some stores alone is refused the figures of the whole shop.
  if (!allowed || error) return undefined
  const found = new Map(data?.list.map((row) => [row.id, row]))
  return { of: ({ id }: Coupon) => found.get(id), isKnown: data !== undefined }
}

/** What all coupons brought in the last thirty days. */
export function useBroughtLately() {
  const { data } = useQuery({
    ...read(activityReport.list, {
      query: { type: COUPONS, dateLimit: ['lately30'], limit: MAX_SUMMED },
      silent: true,
    }),
    enabled: useCan(activityReport.list),
  })
  if (!data || data.total > MAX_SUMMED) return undefined
  const sum = (of: (row: RankRow) => number) =>
    data.list.reduce((total, row) => total + Math.round(of(row) * 100), 0) / 100
  return {
    used: sum(({ used }) => used),
    orderAmount: sum((row) => row.orderAmount),
    discount: sum((row) => row.discount),
  }
}
