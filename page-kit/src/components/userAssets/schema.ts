import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { many } from '../../fields.ts'

export const userAssets = defineComponent({
  type: 'userAssets',
  title: '我的资产',
  group: 'user',
  most: 1,
  pageTypes: [4],
  source: 'user',
  icon: 'M4 7h13.500v3M4 7v11.500h16V10H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h10M16.500 14.300h.01',
  props: t.Object({
    show: many('显示', { balance: '余额', points: '积分', coupons: '优惠券', favourites: '收藏', commission: '佣金' }, [
      'balance',
      'points',
      'coupons',
      'favourites',
    ]),
  }),
  box: { radius: 12 },
})
