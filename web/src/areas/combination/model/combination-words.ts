import { combination } from '@zhanggui/contract/combination/combination.ts'
import { activityForms, activityLists } from '@zhanggui/domain/promotion/activity.ts'
import type { ActivityScreens } from '../../../kit/activity/activity-screens.ts'

/** The list of teams. */
export const TEAMS = '/marketing/combination/list'

/** The page of a team. */
export const teamAddress = (id: number): string => `/marketing/combination/team/${id}`

/** Where friends join a team, in the buyers' shop. */
export const invitationTo = (id: number): string => `/team/${id}`

export const combinationScreens: ActivityScreens = {
  type: 3,
  object: 'combination',
  word: '拼团',
  noun: '拼团商品',
  priceTitle: '拼团价',
  list: activityLists[3],
  edit: activityForms[3],
  locks: 'running',
  routes: combination,
  going: {
    count: 'teamCount',
    label: '进行中的团',
    address: (id) => `${TEAMS}?combinationId=${id}&status=1`,
  },
}

/** 24 小时, 3 天: days from two on. */
export const hoursText = (hours: number): string =>
  hours > 24 && hours % 24 === 0 ? `${hours / 24} 天` : `${hours} 小时`

/** What becomes of teams that are not full when their time is over. */
export const fillText = (virtualRation: number): string =>
  virtualRation > 0 ? `最多补 ${virtualRation} 人` : '不补，没满就退款'
