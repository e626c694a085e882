import { useQuery } from '@tanstack/react-query'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { type CouponPhase, couponPhases } from '@zhanggui/domain/promotion/coupon.ts'
import { read } from '../../../api/read.ts'
import { type Filters, givenFilters } from '../../../kit/list-page/list-state.ts'
import type { StateTab } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'

const phases = Object.keys(couponPhases) as CouponPhase[]
type Tab = CouponPhase | 'all'

/** The coupons of a tab, which stays when the filters are cleared. */
export function useCouponList() {
  const list = useList(coupon.list)
  const { phase: asked, ...filters } = list.filters
  const phase: Tab = phases.find((key) => key === asked) ?? 'all'
  const open = (next: string, given: Filters) => list.search({ ...given, ...(next !== 'all' && { phase: next }) })
  return {
    ...list,
    fixed: (phase === 'all' ? {} : { phase }) as Filters,
    filters,
    phase,
    search: (next: Filters) => open(phase, givenFilters(next)),
    openTab(next: Tab) {
      const { phase: _, ...given } = list.latest().filters
      open(next, given)
    },
  }
}
export type CouponList = ReturnType<typeof useCouponList>

/** The phases with the number of coupons that the filters find in each. */
export function useCouponTabs(filters: Filters): StateTab<Tab>[] {
  const { data } = useQuery(read(coupon.counts, { query: filters, silent: true }))
  return [
    { key: 'all', label: '全部', count: data?.all },
    ...phases.map((key) => ({ key, label: couponPhases[key], count: data?.[key] })),
  ]
}
