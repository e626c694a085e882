import { useQuery } from '@tanstack/react-query'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { type ActivityPhase, activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { read } from '../../api/read.ts'
import type { Filters } from '../list-page/list-state.ts'
import type { StateTab } from '../list-page/state-tabs.tsx'
import type { ListSpec } from '../list-page/use-list.ts'
import { useTabbedList } from '../list-page/use-tabbed-list.ts'
import type { ActivityScreens } from './activity-screens.ts'

const phases = Object.keys(activityPhases) as ActivityPhase[]
export type PhaseTab = ActivityPhase | 'all'

/** The activities of a phase. */
export const useActivityList = <Spec extends ListSpec>(route: Route<Spec>) => useTabbedList(route, 'phase', phases)

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
