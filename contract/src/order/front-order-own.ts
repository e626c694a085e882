import { orderKinds, pinkStatuses } from '@zhanggui/domain/order/order-state.ts'
import * as t from '../schema.ts'
import { FrontStore } from '../store/front-store.ts'
import { FrontParcel } from './front-shipment.ts'
import { OrderLine, OrderLineShares, OrderState } from './order-line.ts'
import { refundMethod } from './refund.ts'

export const shippingType = t.OneOfNumbers([1, 2], { title: '配送方式', description: '1 快递，2 到店自提' })

/** What its buyer can do with an order now. */
const acts = {
  canPay: t.Boolean(),
  canCancel: t.Boolean(),
  canTake: t.Boolean(),
  /** Its receipt may be put off, once. */
  canExtend: t.Boolean(),
  /** Some line of it may be reviewed. */
  canReview: t.Boolean(),
  canChangeAddress: t.Boolean(),
  canRemind: t.Boolean(),
  canRefund: t.Boolean(),
  /** An invoice may be asked for, and none is. */
  canInvoice: t.Boolean(),
  canDelete: t.Boolean(),
}
export type OwnActs = t.Static<t.TObject<typeof acts>>

export const FrontOrderRow = t.Object({
  id: t.Id,
  orderNo: t.String({ title: '订单号' }),
  createTime: t.DateTime,
  payPrice: t.Amount({ title: '实付金额' }),
  statusStr: OrderState,
  lines: t.Array(OrderLine),
  totalNum: t.Integer({ title: '件数' }),
  payDeadline: t.Nullable(t.DateTime),
  verifyCode: t.String({ title: '核销码' }),
  cod: t.Boolean({ title: '线下付款' }),
  orderKind: t.OneOf(orderKinds, { title: '订单类型' }),
  /** The team it is of, or is to join; 0 for none. */
  pinkId: t.Integer({ title: '团' }),
  /** The bargain that it was won in; 0 for none. */
  bargainUserId: t.Integer({ title: '砍价记录' }),
  shippingType,
  /** By when the shop means to send it; null once it is sent. */
  shipBy: t.Nullable(t.DateTime),
  /** Of the newest parcel; null before a carrier said anything. */
  lastTrace: FrontParcel.properties.lastTrace,
  serverTime: t.DateTime,
  ...acts,
})
export type FrontOrderRow = t.Static<typeof FrontOrderRow>

const { id, name, phone, address, latitude, longitude, validTime, dayTime } = FrontStore.properties
const OwnStore = t.Object({ id, name, phone, address, latitude, longitude, validTime, dayTime })

const OwnCase = t.Object({
  id: t.Id,
  salesNo: t.String({ title: '售后单号' }),
  stateStr: t.String({ title: '状态' }),
  refundAmount: t.Amount({ title: '退款金额' }),
  createTime: t.DateTime,
})

const OwnRefund = t.Object({
  amount: t.Amount({ title: '退款金额' }),
  method: refundMethod,
  /** 0 on its way, 1 succeeded, 2 failed. */
  state: t.OneOfNumbers([0, 1, 2], { title: '状态' }),
  reason: t.String({ title: '退款原因' }),
  /** Money that came twice, or too late. */
  surplus: t.Boolean({ title: '重复到账' }),
  createTime: t.DateTime,
  finishTime: t.Nullable(t.DateTime),
})

/** An order as its buyer may see it. */
export const FrontOrder = t.Object({
  ...FrontOrderRow.properties,
  lines: t.Array(OrderLineShares),
  realName: t.String({ title: '收货人' }),
  userPhone: t.String({ title: '收货电话' }),
  address: t.String({ title: '收货地址', maxLength: 512 }),
  /** Of pick-up. */
  store: t.Nullable(OwnStore),
  /** The activity it was bought in; 0 for none. */
  activityId: t.Integer({ title: '活动' }),
  pinkStatus: t.OneOfNumbers(pinkStatuses, { title: '拼团状态' }),
  proTotalPrice: t.Amount({ title: '商品总价' }),
  deductionPrice: t.Amount({ title: '积分抵扣' }),
  useIntegral: t.Integer({ title: '使用积分' }),
  couponPrice: t.Amount({ title: '优惠券' }),
  payPostage: t.Amount({ title: '运费' }),
  adjustPrice: t.Yuan,
  refundPrice: t.Amount({ title: '已退金额' }),
  gainIntegral: t.Integer({ title: '可得积分' }),
  paid: t.Boolean({ title: '已支付' }),
  payType: t.String(),
  payTypeStr: t.String({ title: '支付方式' }),
  payTime: t.Nullable(t.DateTime),
  shipTime: t.Nullable(t.DateTime),
  receiveTime: t.Nullable(t.DateTime),
  /** When it is received without the buyer saying so. */
  autoReceiveTime: t.Nullable(t.DateTime),
  completeTime: t.Nullable(t.DateTime),
  verifyTime: t.Nullable(t.DateTime),
  closeTime: t.Nullable(t.DateTime),
  mark: t.String({ title: '买家留言', maxLength: 512 }),
  closeReason: t.String({ title: '关闭原因' }),
  /** What became of its place in a team, where that is not what was asked for. */
  notice: t.String({ title: '提示' }),
  cases: t.Array(OwnCase, { title: '售后' }),
  refunds: t.Array(OwnRefund, { title: '退款' }),
  /** Withdrawn ones aside. */
  shipments: t.Array(FrontParcel, { title: '包裹' }),
  /** What an edit of the order costs more, to be paid by the calls that pay the order; null where none waits. */
  edit: t.Nullable(
    t.Object({ fee: t.Amount({ title: '应补金额' }), reason: t.String({ title: '改单原因' }), expireTime: t.DateTime }),
  ),
})
export type FrontOrder = t.Static<typeof FrontOrder>
