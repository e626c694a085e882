import { useQuery } from '@tanstack/react-query'
import { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { Route, RouteAnswer } from '@zhanggui/contract/routes.ts'
import {
  type ActivityNotice,
  type ActivityPhase,
  activityNotices,
  activityPhases,
} from '@zhanggui/domain/promotion/activity.ts'
import { read } from '../../api/read.ts'
import type { Filters } from '../list-page/list-state.ts'
import type { StateTab } from '../list-page/state-tabs.tsx'
import type { ListSpec } from '../list-page/use-list.ts'
import { useTabbedList } from '../list-page/use-tabbed-list.ts'
import type { ActivityScreens } from './activity-screens.ts'

const phases = Object.keys(activityPhases) as ActivityPhase[]
const notices = Object.keys(activityNotices) as ActivityNotice[]
export type ActivityTab = ActivityPhase | ActivityNotice | 'all'

/** The activities of a phase, or with something that staff should notice. */
export const useActivityList = <Spec extends ListSpec>(route: Route<Spec>) =>
  useTabbedList<Spec, ActivityPhase | ActivityNotice>(route, { phase: phases, notice: notices })

/** The phases, and behind a rule what staff should notice, with the number of activities that the filters find in each. */
export function useActivityTabs(type: ActivityScreens['type'], filters: Filters): StateTab<ActivityTab>[] {
  const { data } = useQuery(read(activity.headers, { query: { type, ...filters }, silent: true }))
  const countOf = (key: ActivityTab) => data?.find(({ phase }) => phase === key)?.count
  // Not offered to those who may not see costs: then it is not counted.
  const noticed = notices.filter((key) => countOf(key) !== undefined)
  return [
    { key: 'all', label: '全部', count: countOf('all') },
    ...phases.map((key) => ({ key, label: activityPhases[key], count: countOf(key) })),
    ...noticed.map((key, at) => ({
      key,
      label: activityNotices[key],
      count: countOf(key),
      apart: at === 0,
      tone: key === 'belowCost' ? ('alert' as const) : ('todo' as const),
    })),
  ]
}

export type ActivityToday = RouteAnswer<typeof activity.today>

/** What today's orders brought in the activities that filters find; undefined until it is known. */
export const useActivityToday = (type: ActivityScreens['type'], filters: Filters): ActivityToday | undefined =>
  useQuery({
    ...read(activity.today, { query: { type, ...filters }, silent: true }),
    placeholderData: (before) => before,
  }).data
