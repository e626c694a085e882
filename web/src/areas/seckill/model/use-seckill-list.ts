import { useQuery } from '@tanstack/react-query'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import { seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { type ActivityPhase, activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { read } from '../../../api/read.ts'
import { type Filters, givenFilters } from '../../../kit/list-page/list-state.ts'
import type { StateTab } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'

const phases = Object.keys(activityPhases) as ActivityPhase[]
type Tab = ActivityPhase | 'all'

/** The flash sales of a phase, which stays when the filters are cleared. */
export function useSeckillList() {
  const list = useList(seckill.list)
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

/** The phases with the number of flash sales that the filters find in each. */
export function useSeckillTabs(filters: Filters): StateTab<Tab>[] {
  const { data } = useQuery(read(activity.headers, { query: { type: 1, ...filters }, silent: true }))
  const countOf = (key: Tab) => data?.find(({ phase }) => phase === key)?.count
  return [
    { key: 'all', label: '全部', count: countOf('all') },
    ...phases.map((key) => ({
      key,
      label: activityPhases[key],
      count: countOf(key),
    })),
  ]
}
