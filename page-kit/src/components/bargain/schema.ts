import * as t from '@zhanggui/contract/schema.ts'
import { activityHead, priceCuts } from '../../common.ts'
import { defineComponent } from '../../define.ts'

export const bargain = defineComponent({
  type: 'bargain',
  title: '砍价',
  group: 'marketing',
  source: 'bargain',
  icon: 'M7 8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM7 20.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 7.500L19 18M9 16.500L19 6',
  props: t.Object({ ...activityHead('砍价免费拿', '/pages/activity/goods_bargain/index'), ...priceCuts }),
})
