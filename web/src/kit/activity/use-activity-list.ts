import { useQuery } from '@tanstack/react-query'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { type ActivityPhase, activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { read } from '../../api/read.ts'
import { type Filters, givenFilters } from '../list-page/list-state.ts'
import type { StateTab } from '../list-page/state-tabs.tsx'
import { type ListSpec, useList } from '../list-page/use-list.ts'
import type { ActivityScreens } from './activity-screens.ts'

const phases = Object.keys(activityPhases) as ActivityPhase[]
export type PhaseTab = ActivityPhase | 'all'

/** The activities of a phase, which stays when the filters are cleared. */
export function useActivityList<Spec extends ListSpec>(route: Route<Spec>) {
  const list = useList(route)
  const { phase: asked, ...filters } = list.filters
  const phase: PhaseTab = phases.find((key) => key === asked) ?? 'all'
  const open = (next: string, given: Filters) => list.search({ ...given, ...(next !== 'all' && { phase: next }) })
  return {
    ...list,
    fixed: (phase === 'all' ? {} : { phase }) as Filters,
    filters,
    phase,
    search: (next: Filters) => open(phase, givenFilters(next)),
    openTab(next: PhaseTab) {
      const { phase: _, ...given } = list.latest().filters
      open(next, given)
    },
  }
}

/** The phases with the number of activities that the filters find in each. */
export function useActivityTabs(type: ActivityScreens['type'], filters: Filters): StateTab<PhaseTab>[] {
  const { data } = useQuery(read(activity.headers, { query: { type, ...filters }, silent: true }))
  const countOf = (key: PhaseTab) => data?.find(({ phase }) => phase === key)?.count
  return [
    { key: 'all', label: '全部', count: countOf('all') },
    ...phases.map((key) => ({
      key,
      label: activityPhases[key],
      count: countOf(key),
    })),
  ]
}
