import { orderActs as judgedActs } from '@zhanggui/domain/order/order-acts.ts'
import { orderLogTypes } from '@zhanggui/domain/order/order-log.ts'
import {
  closeTypes,
  orderChannels,
  orderKinds,
  orderSources,
  orderStatuses,
  pinkStatuses,
  refundStatuses,
  shippingTypes,
} from '@zhanggui/domain/order/order-state.ts'
import { deliveryTypes } from '@zhanggui/domain/order/shipment.ts'
import * as t from '../schema.ts'
import { OrderCommission } from './order-commission.ts'
import { OrderLineShares, OrderState } from './order-line.ts'
import { TraceStep } from './price-trace.ts'
import { refundMethod } from './refund.ts'

/** What is said beside an order's state: 部分发货, 已改价. `level` is the colour. */
const Label = t.Object({ text: t.String(), level: t.OneOf(['info', 'warning', 'danger']) })

const RowLine = t.Object({
  storeName: t.String({ title: '商品名称' }),
  image: t.String({ title: '商品图片', maxLength: 512 }),
  sku: t.String({ title: '规格' }),
  num: t.Integer({ title: '数量' }),
  unitPrice: t.Amount({ title: '单价' }),
})

/** What decides, with the states of an order, which acts it allows: `judgeActs` of the domain. Rows leave out what is usual. */
const facts = {
  closeType: t.OneOfNumbers(closeTypes, { title: '关闭类型' }),
  isDel: t.Boolean({ title: '买家已删除' }),
  orderKind: t.OneOf(orderKinds, { title: '订单类型' }),
  /** 0 no team, 1 waiting, 2 complete, 3 failed. */
  pinkStatus: t.OneOfNumbers(pinkStatuses, { title: '拼团状态' }),
  source: t.OneOf(orderSources, { title: '下单来源' }),
  sentNum: t.Integer({ title: '已发数量' }),
  hold: t.Boolean({ title: '挂起' }),
  /** An edit of the order waits for its money. */
  isEdited: t.Boolean({ title: '改单待付款' }),
  isPriceFixed: t.Boolean({ title: '不能再改价' }),
}

/** An order in the list; the phone is masked. */
export const OrderRow = t.Object({
  id: t.Id,
  version: t.Integer(),
  orderNo: t.String({ title: '订单号' }),
  uid: t.Id,
  nickname: t.String({ title: '买家昵称' }),
  avatar: t.String({ title: '买家头像', maxLength: 512 }),
  realName: t.String({ title: '收货人' }),
  userPhone: t.String({ title: '收货电话' }),
  payPrice: t.Amount({ title: '实付金额' }),
  beforePayPrice: t.Nullable(t.Amount({ title: '改价前金额' })),
  payType: t.String({ title: '支付方式' }),
  payTypeStr: t.String({ title: '支付方式' }),
  paid: t.Boolean({ title: '已支付' }),
  cod: t.Boolean({ title: '线下付款' }),
  createTime: t.DateTime,
  payTime: t.Nullable(t.DateTime),
  payDeadline: t.Nullable(t.DateTime),
  status: t.OneOfNumbers(orderStatuses, { title: '订单状态' }),
  statusStr: OrderState,
  refundStatus: t.OneOfNumbers(refundStatuses, { title: '退款状态' }),
  refundPrice: t.Amount({ title: '已退金额' }),
  shippingType: t.OneOfNumbers(shippingTypes, { title: '配送方式' }),
  closeType: t.Optional(facts.closeType),
  isDel: t.Optional(facts.isDel),
  orderKind: t.Optional(facts.orderKind),
  pinkStatus: t.Optional(facts.pinkStatus),
  source: t.Optional(facts.source),
  sentNum: t.Optional(facts.sentNum),
  hold: t.Optional(facts.hold),
  isEdited: t.Optional(facts.isEdited),
  isPriceFixed: t.Optional(facts.isPriceFixed),
  /** 省 市 区; of pick-up ''. */
  area: t.String({ title: '地区' }),
  storeName: t.String({ title: '自提门店' }),
  /** When it should have been shipped; null unless it waits for that. */
  shipBy: t.Nullable(t.DateTime),
  printTime: t.Nullable(t.DateTime),
  orderTypeText: t.String({ title: '订单类型' }),
  channel: t.OneOf(orderChannels, { title: '渠道' }),
  labels: t.Array(Label, { title: '标记' }),
  tagIds: t.Array(t.Integer(), { title: '标签' }),
  remark: t.String({ title: '商家备注', maxLength: 512 }),
  mark: t.String({ title: '买家留言', maxLength: 512 }),
  /** The first two. */
  lines: t.Array(RowLine, { title: '商品' }),
  lineCount: t.Integer({ title: '商品种数' }),
  totalNum: t.Integer({ title: '件数' }),
  /** What the customer asked for, where a case is open. */
  refund: t.Optional(
    t.Object({
      reason: t.String({ title: '原因' }),
      explain: t.String({ title: '说明', maxLength: 500 }),
      images: t.Array(t.String({ title: '图片', maxLength: 512 }), { title: '图片' }),
      time: t.DateTime,
    }),
  ),
  /** The last parcel that was not withdrawn, in words: 中通快递 派送中. */
  parcel: t.Optional(t.String({ title: '最近包裹' })),
})
export type OrderRow = t.Static<typeof OrderRow>

/** What the caller may do with an order. */
export const orderActs = [
  ...judgedActs,
  /** Some parcel of it is taken back; which is said there. */
  'withdraw',
] as const
export type OrderAct = (typeof orderActs)[number]
const Allow = t.Object(
  Object.fromEntries(orderActs.map((act) => [act, t.Boolean()])) as Record<OrderAct, ReturnType<typeof t.Boolean>>,
)

/** A parcel, or what was handed over without one. */
export const OrderShipment = t.Object({
  deliveryNo: t.String({ title: '发货单号' }),
  deliveryType: t.OneOf(t.keysOf(deliveryTypes), { title: '发货方式' }),
  expressCode: t.String({ title: '快递公司编码' }),
  expressName: t.String({ title: '快递公司' }),
  expressNo: t.String({ title: '快递单号' }),
  deliveryName: t.String({ title: '送货人' }),
  deliveryTel: t.String({ title: '送货电话' }),
  mark: t.String({ title: '发货备注', maxLength: 255 }),
  /** 0 on its way, 1 received, 2 withdrawn. */
  state: t.Integer({ title: '状态' }),
  /** What the carrier said last; null before it said anything. */
  traceState: t.Nullable(t.Integer({ title: '物流状态' })),
  lastTrace: t.Nullable(t.Object({ time: t.String(), status: t.String() })),
  shipTime: t.DateTime,
  signTime: t.Nullable(t.DateTime),
  /** None of a further parcel of the same goods. */
  lines: t.Array(t.Object({ lineId: t.Id, num: t.Integer({ title: '数量' }) })),
  canEdit: t.Boolean(),
  canWithdraw: t.Boolean(),
})
export type OrderShipment = t.Static<typeof OrderShipment>

/** A case of an order, in short. */
const OrderCase = t.Object({
  id: t.Id,
  salesNo: t.String({ title: '售后单号' }),
  /** 0 refund only, 1 return and refund. */
  serviceType: t.Integer({ title: '售后类型' }),
  state: t.Integer({ title: '状态' }),
  salesState: t.Integer({ title: '结果' }),
  refundAmount: t.Amount({ title: '退款金额' }),
  reason: t.String({ title: '原因' }),
  createTime: t.DateTime,
})

const OrderPayment = t.Object({
  id: t.Id,
  outTradeNo: t.String({ title: '商户单号' }),
  provider: t.String({ title: '支付渠道' }),
  payType: t.String({ title: '支付方式' }),
  payTypeStr: t.String({ title: '支付方式' }),
  amount: t.Amount({ title: '金额' }),
  /** 0 created, 1 paid, 2 closed, 3 failed. */
  state: t.Integer({ title: '状态' }),
  surplus: t.Boolean({ title: '重复到账' }),
  transactionId: t.String({ title: '支付交易单号' }),
  failMsg: t.String({ title: '失败原因' }),
  createTime: t.DateTime,
  payTime: t.Nullable(t.DateTime),
})

const OrderRefund = t.Object({
  refundNo: t.String({ title: '退款单号' }),
  amount: t.Amount({ title: '退款金额' }),
  /** What of it is freight. */
  postage: t.Amount({ title: '退运费' }),
  method: refundMethod,
  /** The sum in words, as the calculator showed it. */
  text: t.String({ title: '计算' }),
  operatorName: t.String({ title: '操作人' }),
  /** 0 on its way, 1 succeeded, 2 failed. */
  state: t.Integer({ title: '状态' }),
  reason: t.String({ title: '退款原因' }),
  failMsg: t.String({ title: '失败原因' }),
  surplus: t.Boolean({ title: '重复到账' }),
  createTime: t.DateTime,
  finishTime: t.Nullable(t.DateTime),
  /** What was refused can go again. */
  canRetry: t.Boolean(),
  /** Its provider has been silent for a day: staff who look there may record how it ended. */
  canMark: t.Boolean(),
})
export type OrderRefund = t.Static<typeof OrderRefund>

const OrderCustomer = t.Object({
  uid: t.Id,
  nickname: t.String({ title: '昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  levelName: t.String({ title: '等级' }),
  payCount: t.Integer({ title: '消费次数' }),
  /** Null for those who see their store alone. */
  consumeMoney: t.Nullable(t.Amount({ title: '消费金额' })),
  refundMoney: t.Nullable(t.Amount({ title: '退款金额' })),
  tags: t.Array(t.Object({ id: t.Id, name: t.String() })),
  mark: t.String({ title: '用户备注' }),
})

/** An order, complete. */
export const OrderInfo = t.Object({
  ...OrderRow.properties,
  ...facts,
  /** The team it is of, or is to join; 0 for none. */
  pinkId: t.Integer({ title: '团' }),
  /** The bargain that it was won in; 0 for none. */
  bargainUserId: t.Integer({ title: '砍价记录' }),
  lines: t.Array(OrderLineShares, { title: '商品' }),
  province: t.String({ title: '省' }),
  city: t.String({ title: '市' }),
  district: t.String({ title: '区' }),
  /** Up to the district; the whole is revealed on request. */
  address: t.String({ title: '收货地址' }),
  cityId: t.Integer({ title: '地区编号' }),
  proTotalPrice: t.Amount({ title: '商品总价' }),
  /** The goods at list prices. */
  listPrice: t.Amount({ title: '商品原价' }),
  couponPrice: t.Amount({ title: '优惠券' }),
  useIntegral: t.Integer({ title: '使用积分' }),
  deductionPrice: t.Amount({ title: '积分抵扣' }),
  freightPrice: t.Amount({ title: '运费' }),
  payPostage: t.Amount({ title: '实收运费' }),
  /** Signed: what changes of the price put on the goods. */
  adjustPrice: t.Yuan,
  priceChanges: t.Integer({ title: '改价次数' }),
  priceChangesLeft: t.Integer({ title: '剩余改价次数' }),
  /** The lowest price the caller may give it; null without a limit. */
  lowestPrice: t.Nullable(t.Amount({ title: '最低可改为' })),
  /** Left out without admin:product:cost:view. */
  cost: t.Optional(t.Amount({ title: '成本' })),
  gainIntegral: t.Integer({ title: '赠送积分' }),
  /** Given back by refunds. */
  backIntegral: t.Integer({ title: '已退积分' }),
  refundPostage: t.Amount({ title: '已退运费' }),
  /** 0 ordinary, 1 of the WeChat shop. */
  type: t.Integer({ title: '订单来源' }),
  /** Of a reship: the order it makes good. */
  fromOrderNo: t.String({ title: '原订单号' }),
  storeId: t.Integer({ title: '自提门店编号' }),
  storePhone: t.String({ title: '门店电话' }),
  storeAddress: t.String({ title: '门店地址' }),
  /** The last four digits until it is verified. */
  verifyCode: t.String({ title: '核销码' }),
  verifyTime: t.Nullable(t.DateTime),
  clerkName: t.String({ title: '核销员' }),
  shipTime: t.Nullable(t.DateTime),
  receiveTime: t.Nullable(t.DateTime),
  completeTime: t.Nullable(t.DateTime),
  autoReceiveTime: t.Nullable(t.DateTime),
  autoCompleteTime: t.Nullable(t.DateTime),
  isRemind: t.Boolean({ title: '催发货' }),
  remindTime: t.Nullable(t.DateTime),
  holdReason: t.String({ title: '挂起原因' }),
  /** The day, if any, until whose morning it is put aside. */
  holdUntil: t.Nullable(t.String({ title: '挂起到' })),
  printStale: t.Boolean({ title: '打印后有变更' }),
  closeTime: t.Nullable(t.DateTime),
  closeReason: t.String({ title: '关闭原因' }),
  payments: t.Array(OrderPayment, { title: '支付记录' }),
  refunds: t.Array(OrderRefund, { title: '退款记录' }),
  shipments: t.Array(OrderShipment, { title: '包裹' }),
  cases: t.Array(OrderCase, { title: '售后' }),
  /** Orders that make good what of this one was lost or broken. */
  reships: t.Array(t.String({ title: '补发订单号' })),
  /** The coupon of which a copy was used; 0 for none. */
  couponId: t.Integer({ title: '优惠券编号' }),
  /** How its price came about when it was made; empty of orders that were not priced by the engine. */
  trace: t.Array(TraceStep, { title: '优惠明细' }),
  customer: OrderCustomer,
  /** The promoter above the customer; '' for none. */
  spreader: t.String({ title: '推荐人' }),
  /** What it earned for promoters; left out without admin:retail:spread:order:list, and for those who see their store alone. */
  commission: t.Optional(t.Array(OrderCommission, { title: '推广佣金' })),
  /** Why it earned nothing, or not on both levels; '' where there is nothing to say. */
  commissionNote: t.Optional(t.String({ title: '未返佣原因' })),
  allow: Allow,
})
export type OrderInfo = t.Static<typeof OrderInfo>

/** An entry of an order's log. */
export const OrderLogRow = t.Object({
  id: t.Id,
  changeType: t.OneOf(t.keysOf(orderLogTypes), { title: '操作类型' }),
  typeStr: t.String({ title: '操作' }),
  /** With the whole calculation of a refund. */
  message: t.String({ title: '操作内容' }),
  operatorType: t.OneOf(['buyer', 'admin', 'system'], { title: '操作人类型' }),
  operatorName: t.String({ title: '操作人' }),
  createTime: t.DateTime,
})
export type OrderLogRow = t.Static<typeof OrderLogRow>
