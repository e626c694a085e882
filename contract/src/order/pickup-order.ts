import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'
import { OrderRow } from './order-info.ts'

/** A pick-up order at the counter. */
export const PickupRow = t.Object({
  ...OrderRow.properties,
  clerkName: t.String({ title: '核销员' }),
  verifyTime: t.Nullable(t.DateTime),
  verifyCode: t.String({ title: '核销码' }),
  spreader: t.String({ title: '推荐人' }),
})
export type PickupRow = t.Static<typeof PickupRow>

export const pickupStates = ['all', 'toBeWrittenOff', 'writtenOff', 'refunding', 'refunded'] as const
export type PickupState = (typeof pickupStates)[number]
const pickupFilters = {
  storeId: t.Optional(t.Integer({ title: '门店' })),
  dateLimit: t.Optional(t.TimeRange),
  dateField: t.Optional(t.OneOf(['create', 'verify'], { title: '时间类型' })),
  keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 64 })),
  status: t.Optional(t.OneOf(pickupStates, { title: '核销状态' })),
  /** The account that verified; or the row of the stores' staff. */
  clerkId: t.Optional(t.Integer({ title: '核销账号' })),
  staffId: t.Optional(t.Integer({ title: '核销员' })),
}

export const PickupQuery = t.pageQuery(pickupFilters)
export type PickupQuery = t.Static<typeof PickupQuery>

/** 核销订单: the orders that buyers pick up. */
export const pickupOrder = routes('pickup-order', {
  list: {
    method: 'POST',
    path: '/admin/system/store/order/list',
    permission: 'admin:system:order:list',
    quiet: true,
    whileSeeing: true,
    summary: '核销订单列表',
    body: PickupQuery,
    response: t.Object({
      ...t.pageOf(PickupRow).properties,
      summary: t.Object({
        orderTotal: t.Integer({ title: '订单数量' }),
        /** Of all these orders, paid or to be collected. */
        orderTotalPrice: t.Amount({ title: '订单金额' }),
        refundTotal: t.Integer({ title: '退款单数' }),
        refundTotalPrice: t.Amount({ title: '退款金额' }),
        /** Cash taken for these orders and their edits, less what was handed back. */
        collected: t.Amount({ title: '收款金额' }),
        isLowerBound: t.Boolean(),
      }),
      statusNum: t.Map(t.Integer()),
    }),
  },
  download: exportRoute({
    path: '/admin/export/excel/store/order',
    permission: 'admin:system:order:export',
    summary: '导出核销订单',
    query: t.Object(pickupFilters),
  }),
})
