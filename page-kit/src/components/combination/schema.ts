import * as t from '@zhanggui/contract/schema.ts'
import { activityHead, priceCuts } from '../../common.ts'
import { defineComponent } from '../../define.ts'

export const combination = defineComponent({
  type: 'combination',
  title: '拼团',
  group: 'marketing',
  source: 'combination',
  icon: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.500 19c.5-3.500 2.700-5 5.500-5s5 1.500 5.500 5M16 5.500a3 3 0 0 1 0 5.500M17 14.500c2 .5 3.200 2 3.500 4.500',
  props: t.Object({ ...activityHead('超值拼团', '/pages/activity/goods_combination/index'), ...priceCuts }),
})
