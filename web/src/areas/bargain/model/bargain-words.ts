import { type BargainRow, bargain } from '@zhanggui/contract/bargain/bargain.ts'
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

type Limits = Pick<BargainRow, 'peopleNum' | 'bargainNum' | 'num'>

/** 16 刀砍到底 · 每人发起 1 次 · 可帮 3 单 */
export const limitsText = ({ peopleNum, bargainNum, num }: Limits): string =>
  `${peopleNum} 刀砍到底 · 每人发起 ${num} 次 · 可帮 ${bargainNum} 单`
