import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { activityForms, activityLists } from '@zhanggui/domain/promotion/activity.ts'
import type { ActivityScreens } from '../../../kit/activity/activity-screens.ts'

/** The list of sessions. */
export const SESSIONS = '/marketing/bargain/list'

/** The page of a session. */
export const sessionAddress = (id: number): string => `/marketing/bargain/session/${id}`

/** Where friends cut the price of a session, in the buyers' shop. */
export const invitationTo = ({ bargainId, id }: { bargainId: number; id: number }): string =>
  `/bargain/${bargainId}?bargainUserId=${id}`

export const bargainScreens: ActivityScreens = {
  type: 2,
  object: 'bargain',
  word: '砍价',
  noun: '砍价商品',
  priceTitle: '起始金额',
  lowTitle: '最低价',
  list: activityLists[2],
  edit: activityForms[2],
  locks: 'running',
  routes: bargain,
  going: {
    count: 'sessionCount',
    label: '进行中的砍价',
    address: (id) => `${SESSIONS}?bargainId=${id}&status=1`,
  },
}
