import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { gradient, ids, int, one, oneNumber, tone } from '../../fields.ts'

export const coupons = defineComponent({
  type: 'coupons',
  title: '优惠券',
  group: 'marketing',
  source: 'coupons',
  icon: 'M3.500 6h17v4a2 2 0 0 0 0 4v4h-17v-4a2 2 0 0 0 0-4zM14 6v12',
  props: t.Object({
    style: oneNumber('样式', [1, 2, 3, 4], ['一行三张', '横向滑动', '一行两张', '单列']),
    source: one('优惠券', { auto: '自动获取', manual: '手动选择' }),
    couponIds: ids('优惠券', 'coupon', 10, { visibleIf: { key: 'source', in: ['manual'] }, needed: true }),
    count: int('最多几张', 1, 10, { default: 5, unit: '张', visibleIf: { key: 'source', in: ['auto'] } }),
    bg: tone('券底色', { default: 'theme-2' }),
    priceTone: tone('金额颜色'),
    buttonBg: gradient('按钮颜色', '#FF7931', '#E93323', { visibleIf: { key: 'style', in: [4] } }),
  }),
})
