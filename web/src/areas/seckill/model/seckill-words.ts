import { type SeckillRow, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { activityForms, activityLists } from '@zhanggui/domain/promotion/activity.ts'
import type { ActivityScreens } from '../../../kit/activity/activity-screens.ts'

export const seckillScreens: ActivityScreens = {
  type: 1,
  object: 'seckill',
  word: '秒杀',
  noun: '秒杀商品',
  priceTitle: '秒杀价',
  list: activityLists[1],
  edit: activityForms[1],
  locks: 'open',
  routes: seckill,
}

/** 每人每天 1 次 · 每单 2 件 · 活动共 4 件 */
export const limitsText = ({ num, onceNum, totalNum }: Pick<SeckillRow, 'num' | 'onceNum' | 'totalNum'>): string =>
  [`每人每天 ${num} 次`, onceNum > 0 && `每单 ${onceNum} 件`, totalNum > 0 && `活动共 ${totalNum} 件`]
    .filter(Boolean)
    .join(' · ')
