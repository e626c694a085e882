import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import type { ActivityScreens } from '../../../kit/activity/activity-screens.ts'

/** The list of sessions. */
export const SESSIONS = '/marketing/bargain/list'

export const bargainScreens: ActivityScreens = {
  type: 2,
  object: 'bargain',
  word: '砍价',
  noun: '砍价商品',
  priceTitle: '起始金额',
  lowTitle: '最低价',
  list: '/marketing/bargain/goods',
  edit: '/marketing/bargain/edit',
  locks: 'running',
  routes: bargain,
  going: {
    count: 'sessionCount',
    label: '进行中的砍价',
    address: (id) => `${SESSIONS}?bargainId=${id}&status=1`,
  },
}
