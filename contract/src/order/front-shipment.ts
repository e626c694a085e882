import { deliveryTypes } from '@zhanggui/domain/order/shipment.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { orderNo } from './order-line.ts'

const base = '/api/front/order'

/** A parcel as its buyer sees it. */
export const FrontParcel = t.Object({
  deliveryNo: t.String({ title: '发货单号' }),
  deliveryType: t.OneOf(t.keysOf(deliveryTypes), { title: '发货方式' }),
  expressName: t.String({ title: '快递公司' }),
  expressNo: t.String({ title: '快递单号' }),
  deliveryName: t.String({ title: '送货人' }),
  deliveryTel: t.String({ title: '送货电话' }),
  shipTime: t.DateTime,
  signTime: t.Nullable(t.DateTime),
  /** What the carrier said last; null before it said anything. */
  traceState: t.Nullable(t.Integer({ title: '物流状态' })),
  lastTrace: t.Nullable(t.Object({ time: t.String(), status: t.String({ maxLength: 500 }) })),
  /** None of a further parcel of the same goods. */
  lines: t.Array(t.Object({ lineId: t.Id, num: t.Integer({ title: '数量' }) })),
})
export type FrontParcel = t.Static<typeof FrontParcel>

const TracedParcel = t.Object({
  ...FrontParcel.properties,
  /** Newest first. */
  list: t.Array(t.Object({ time: t.String(), status: t.String({ maxLength: 500 }) })),
})
export type TracedParcel = t.Static<typeof TracedParcel>

const score = (title: string) => t.Integer({ title, minimum: 1, maximum: 5 })
const Review = t.Object({
  orderNo,
  lineId: t.Id,
  productScore: score('商品评分'),
  serviceScore: score('服务评分'),
  comment: t.String({ title: '评价内容', minLength: 1, maxLength: 512 }),
  pics: t.Optional(
    t.Array(
      t.String({
        title: '评价图片',
        maxLength: 512,
        pattern: /^(https?:\/\/|\/file\/|public\/)\S+$/,
        hint: '评价图片的地址不正确',
        example: 'https://m.example/a.jpg',
      }),
      { title: '评价图片', maxItems: 9 },
    ),
  ),
})
export type Review = t.Static<typeof Review>

const OrderNo = t.Object({ orderNo })

/** What buyers do once their order is on its way. */
export const frontShipment = routes('front-shipment', {
  take: {
    method: 'POST',
    path: `${base}/take`,
    permission: 'buyer',
    summary: '确认收货',
    body: OrderNo,
    response: t.Done,
    errors: [404, 409, 422],
  },
  comment: {
    method: 'POST',
    path: `${base}/comment`,
    permission: 'buyer',
    summary: '评价商品',
    body: Review,
    response: t.Done,
    errors: [404, 409],
  },
  express: {
    method: 'GET',
    path: `${base}/express/:orderNo`,
    permission: 'buyer',
    quiet: true,
    summary: '查看物流',
    params: OrderNo,
    response: t.Object({ list: t.Array(TracedParcel) }),
    errors: [404],
  },
})
