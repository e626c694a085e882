import * as t from '@zhanggui/contract/schema.ts'
import { defineComponent } from '../../define.ts'
import { image, text } from '../../fields.ts'

export const orderKinds = {
  unpaid: '待付款',
  unsent: '待发货',
  sent: '待收货',
  unreviewed: '待评价',
  refunds: '退换',
} as const

/** Kinds without a picture of their own are drawn with a usual one. */
export const userOrders = defineComponent({
  type: 'userOrders',
  title: '我的订单',
  group: 'user',
  most: 1,
  pageTypes: [4],
  source: 'user',
  icon: 'M6 3.500h12v17l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  props: t.Object({
    title: text('标题', 8, { default: '我的订单' }),
    unpaid: image('待付款图标', [64, 64]),
    unsent: image('待发货图标', [64, 64]),
    sent: image('待收货图标', [64, 64]),
    unreviewed: image('待评价图标', [64, 64]),
    refunds: image('退换图标', [64, 64]),
  }),
  box: { radius: 12 },
})
