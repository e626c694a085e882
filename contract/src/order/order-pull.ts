import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { OrderInfo } from './order-info.ts'
import { OrderLineShares } from './order-line.ts'

const { allow: _, lines: __, ...whole } = OrderInfo.properties

/** An order for another program: the detail, with the receiver in full and the codes of what was bought. */
const PulledOrder = t.Object({
  ...whole,
  detail: t.String({ title: '详细地址', maxLength: 256 }),
  lines: t.Array(t.Object({ ...OrderLineShares.properties, skuNo: t.String({ title: '商家编码' }) }), {
    title: '商品',
  }),
})
export type PulledOrder = t.Static<typeof PulledOrder>

/** 订单推送: for ERPs, by API key (docs/integration.md). */
export const orderPull = routes('order-pull', {
  pull: {
    method: 'GET',
    path: '/admin/store/order/pull',
    permission: 'admin:order:pull',
    quiet: true,
    summary: '拉取有变化的订单',
    query: t.Object({
      /** What the call before answered; 0 for all orders. */
      cursor: t.Optional(t.Integer({ title: '游标', maximum: Number.MAX_SAFE_INTEGER })),
      limit: t.Optional(t.Integer({ title: '条数', minimum: 1 })),
    }),
    response: t.Object({
      list: t.Array(PulledOrder),
      cursor: t.Integer({ title: '游标', maximum: Number.MAX_SAFE_INTEGER }),
      /** There is more to read at once. */
      more: t.Boolean({ title: '还有更多' }),
    }),
  },
})
