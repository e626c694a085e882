import * as t from '@zhanggui/contract/schema.ts'
import { activityHead } from '../../common.ts'
import { defineComponent } from '../../define.ts'
import { int, many, oneNumber, tone } from '../../fields.ts'

export const seckill = defineComponent({
  type: 'seckill',
  title: '秒杀',
  group: 'marketing',
  source: 'seckill',
  icon: 'M13 3L6 13.500h5L10 21l7.500-11H12z',
  props: t.Object({
    ...activityHead('限时秒杀', '/pages/activity/goods_seckill/index'),
    style: oneNumber('摆法', [1, 2], ['三个一排', '单列']),
    show: many('显示', { name: '名称', price: '价格', bar: '进度条' }, ['name', 'price', 'bar']),
    count: int('最多几款', 1, 20, { default: 6, unit: '款', help: '画的是现在这场，没有场次时这一块不出现' }),
    priceTone: tone('价格颜色'),
  }),
})
