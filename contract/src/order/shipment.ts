import { deliveryTypes } from '@zhanggui/domain/order/shipment.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { OrderShipment } from './order-info.ts'
import { orderNo } from './order-line.ts'

const base = '/admin/store/order'

/** The number of a parcel's shipment. */
export const deliveryNo = t.String({
  title: '发货单号',
  pasted: 'number',
  pattern: /^D\d{20}$/,
  example: 'D20261123101500123456',
  hint: '发货单号不正确',
})

/** How goods leave; what a way needs beyond its name is asked for by the domain. */
const parcel = {
  deliveryType: t.OneOf(t.keysOf(deliveryTypes), { title: '发货方式', ask: '请选择发货方式' }),
  /** Of a carrier: its code and the number on the parcel. */
  expressCode: t.Optional(t.String({ title: '快递公司', maxLength: 50, ask: '请选择快递公司' })),
  expressNumber: t.Optional(
    t.String({ title: '快递单号', pasted: 'parcel', maxLength: 80, example: 'SF1234567890123' }),
  ),
  /** Of the shop's own courier. */
  deliveryName: t.Optional(t.String({ title: '送货人', maxLength: 16 })),
  deliveryTel: t.Optional(t.String({ title: '送货电话', pasted: 'phone', maxLength: 18 })),
  mark: t.Optional(t.String({ title: '发货备注', maxLength: 255 })),
  /** The number may also be on an order that goes elsewhere. */
  confirmSame: t.Optional(t.Boolean({ title: '确认单号重复' })),
}

/** What is sent of an order, and how. */
export const ShipCommand = t.Object({
  version: t.Version,
  ...parcel,
  /** All that is left if omitted; none: one more parcel of what was sent already. */
  lines: t.Optional(
    t.Array(t.Object({ lineId: t.Id, num: t.Integer({ title: '发货数量', minimum: 1, maximum: 100_000 }) }), {
      title: '发货商品',
      maxItems: 50,
    }),
  ),
})
export type ShipCommand = t.Static<typeof ShipCommand>

export const ShipOrder = t.Object(
  {
    orderNo,
    ...ShipCommand.properties,
    /** Other orders to the same receiver that leave in the same parcel, all of each; not with `lines`. */
    withOrders: t.Optional(t.Array(orderNo, { title: '合单订单', maxItems: 9, example: ['20261123101500123457'] })),
  },
  {
    example: {
      orderNo: '20261123101500123456',
      deliveryType: 'express',
      expressCode: 'SF',
      expressNumber: 'SF1234567890123',
      withOrders: ['20261123101500123457'],
    },
  },
)
export type ShipOrder = t.Static<typeof ShipOrder>

const ShipmentChange = t.Object({ deliveryNo, version: t.Version, ...parcel })
export type ShipmentChange = t.Static<typeof ShipmentChange>

/** An order that leaves with another, or why it did not. */
const Other = t.Object({ orderNo, ok: t.Boolean(), message: t.String() })

export const Traces = t.Object({
  expressName: t.String({ title: '快递公司' }),
  number: t.String({ title: '快递单号' }),
  /** 0 collected, 1 on the way, 2 delivering, 3 signed, 4 failed, 5 problem, 6 returned; null before the carrier said anything. */
  state: t.Nullable(t.Integer({ title: '物流状态' })),
  issign: t.Boolean({ title: '已签收' }),
  /** Newest first. */
  list: t.Array(t.Object({ time: t.String(), status: t.String({ maxLength: 500 }) })),
  /** When the carrier was asked; null: never. */
  updateTime: t.Nullable(t.DateTime),
})
export type Traces = t.Static<typeof Traces>

/** An order to ship that goes to the same receiver. */
const Neighbour = t.Object({
  orderNo,
  totalNum: t.Integer({ title: '件数' }),
  /** Its first product. */
  storeName: t.String({ title: '商品名称' }),
  createTime: t.DateTime,
})

/** 发货: what leaves the shop, and where it is. */
export const shipment = routes('shipment', {
  send: {
    method: 'POST',
    path: `${base}/send`,
    permission: 'admin:order:send',
    summary: '订单发货',
    body: ShipOrder,
    response: t.Object({
      ...t.SavedVersion.properties,
      deliveryNo: t.String({ title: '发货单号' }),
      /** '' unless a label was printed for it. */
      labelUrl: t.String(),
      others: t.Optional(t.Array(Other)),
    }),
    errors: [404, 409, 422],
  },
  update: {
    method: 'POST',
    path: `${base}/update/tracking/number`,
    permission: 'admin:order:tracking:number:update',
    summary: '修改物流',
    body: ShipmentChange,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  withdraw: {
    method: 'POST',
    path: `${base}/delivery/withdraw`,
    permission: 'admin:order:send',
    summary: '撤回发货',
    body: t.Object({ deliveryNo, version: t.Version }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  list: {
    method: 'GET',
    path: `${base}/delivery/list`,
    permission: 'admin:order:info',
    summary: '订单的包裹',
    query: t.Object({ orderNo }),
    response: t.Object({ list: t.Array(OrderShipment) }),
    errors: [404],
  },
  neighbours: {
    method: 'GET',
    path: `${base}/delivery/combine`,
    permission: 'admin:order:send',
    quiet: true,
    summary: '可合单的订单',
    query: t.Object({ orderNo }),
    response: t.Object({ list: t.Array(Neighbour) }),
    errors: [404],
  },
  trace: {
    method: 'GET',
    path: `${base}/getLogisticsInfo`,
    permission: 'admin:order:logistics:info',
    quiet: true,
    summary: '物流信息',
    query: t.Object({ deliveryNo }),
    response: Traces,
    errors: [404, 422, 502],
  },
})
