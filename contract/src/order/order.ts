import { orderLogTypes } from '@zhanggui/domain/order/order-log.ts'
import { orderChannels, orderKinds, orderTabs, payTypes } from '@zhanggui/domain/order/order-state.ts'
import { deliveryTypes } from '@zhanggui/domain/order/shipment.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'
import { OrderLineShares, OrderState, orderNo } from './order-line.ts'
import { TraceStep } from './price-trace.ts'
import { refundMethod } from './refund.ts'

const flag = (title: string) => t.Optional(t.Boolean({ title }))

/** The tabs of the desk; `all` is every order that is listed at all. */
export const orderTabKeys = ['all', ...t.keysOf(orderTabs)] as const
export type OrderTabName = (typeof orderTabKeys)[number]

/** The filters of the order desk, also of its counts, sums and export. */
export const orderFilters = {
  status: t.Optional(t.OneOf(orderTabKeys, { title: '订单状态' })),
  /** An order number, phone or its last four digits, name, product, code … (1.16). */
  keywords: t.Optional(t.String({ title: '关键字', maxLength: 64 })),
  orderNo: t.Optional(t.String({ title: '订单号', maxLength: 24 })),
  dateLimit: t.Optional(t.TimeRange),
  dateField: t.Optional(t.OneOf(['create', 'pay', 'ship', 'finish'], { title: '时间类型' })),
  /** 0 ordinary, 1 of the WeChat shop, 2 all. */
  type: t.Optional(t.OneOfNumbers([0, 1, 2], { title: '订单来源' })),
  orderKind: t.Optional(t.OneOf(orderKinds, { title: '订单类型' })),
  payType: t.Optional(t.OneOf(t.keysOf(payTypes), { title: '支付方式' })),
  channel: t.Optional(t.OneOf(orderChannels, { title: '渠道' })),
  shippingType: t.Optional(t.OneOfNumbers([1, 2], { title: '配送方式' })),
  storeId: t.Optional(t.Id),
  uid: t.Optional(t.Id),
  productId: t.Optional(t.Id),
  minPrice: t.Optional(t.Amount({ title: '最低金额' })),
  maxPrice: t.Optional(t.Amount({ title: '最高金额' })),
  tagId: t.Optional(t.Id),
  isRemind: flag('催发货'),
  hold: flag('挂起'),
  cod: flag('线下付款'),
  partShipped: flag('部分发货'),
  refunded: flag('部分退款'),
  /** The newest refund, or a part of it, failed. */
  refundFailed: flag('退款待处理'),
  source: t.Optional(t.OneOf(['front', 'draft', 'reship'], { title: '下单来源' })),
  /** 0 not, 1 yes, 2 changed since. */
  printed: t.Optional(t.OneOfNumbers([0, 1, 2], { title: '打印状态' })),
  /** Another order to ship goes to the same receiver. */
  combine: flag('可合单'),
  /** Past the time by which it should have been shipped. */
  late: flag('超时未发'),
  /** Waits for payment, and closes by itself within a quarter of an hour. */
  closing: flag('即将关闭'),
}

const orderSorts = [
  ...(['createTime', 'payTime', 'payPrice'] as const),
  ...(['createTime,asc', 'createTime,desc', 'payTime,asc', 'payTime,desc', 'payPrice,asc', 'payPrice,desc'] as const),
] as const

export const OrderQuery = t.pageQuery({
  ...orderFilters,
  /** Descending without a direction; without an order, what waits for the shop comes oldest first. */
  sort: t.Optional(t.OneOf(orderSorts, { title: '排序' })),
})
export type OrderQuery = t.Static<typeof OrderQuery>
export const OrderFilter = t.Object(orderFilters)
export type OrderFilter = t.Static<typeof OrderFilter>

/** The columns of an exported order, by name. */
export const orderColumns = {
  orderNo: '订单号',
  orderTypeText: '订单类型',
  createTime: '下单时间',
  payTime: '付款时间',
  nickname: '买家昵称',
  realName: '收货人',
  userPhone: '电话',
  address: '地址',
  lines: '商品信息',
  totalNum: '数量',
  proTotalPrice: '商品总价',
  payPostage: '运费',
  couponPrice: '优惠券',
  deductionPrice: '积分抵扣',
  adjustPrice: '改价',
  payPrice: '实付',
  refundPrice: '已退款',
  payTypeStr: '支付方式',
  statusStr: '订单状态',
  expressName: '快递公司',
  expressNo: '快递单号',
  storeName: '门店',
  mark: '买家备注',
  remark: '商家备注',
} as const
/** The columns of an exported line; `cost` for those who may see it. */
export const orderLineColumns = {
  orderNo: '订单号',
  productName: '商品',
  sku: '规格',
  barCode: '商品编号',
  unitPrice: '单价',
  num: '数量',
  lineTotal: '小计',
  couponShare: '优惠券',
  integralShare: '积分',
  adjustShare: '改价',
  payShare: '实付',
  sentNum: '已发',
  refundNum: '已退',
  refundMoney: '已退金额',
  cost: '成本',
} as const
/** The columns of an exported parcel, as couriers bill them. */
export const orderParcelColumns = {
  shipTime: '发货时间',
  orderNo: '订单号',
  expressName: '快递公司',
  expressNo: '快递单号',
  province: '省',
  city: '市',
  parcelNum: '件数',
  weight: '重量',
  traceStr: '物流状态',
} as const
const orderColumnNames = t.keysOf({ ...orderColumns, ...orderLineColumns, ...orderParcelColumns })

/** What is said beside an order's state: 部分发货, 已改价. `level` is the colour. */
const Label = t.Object({ text: t.String(), level: t.OneOf(['info', 'warning', 'danger']) })

const RowLine = t.Object({
  storeName: t.String({ title: '商品名称' }),
  image: t.String({ title: '商品图片', maxLength: 512 }),
  sku: t.String({ title: '规格' }),
  num: t.Integer({ title: '数量' }),
  unitPrice: t.Amount({ title: '单价' }),
})

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
  status: t.Integer({ title: '订单状态' }),
  statusStr: OrderState,
  refundStatus: t.Integer({ title: '退款状态' }),
  refundPrice: t.Amount({ title: '已退金额' }),
  shippingType: t.Integer({ title: '配送方式' }),
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

const OrderPage = t.Object({
  ...t.pageOf(OrderRow).properties,
  /** The filter was looked for among the newest orders only, back to this time. */
  searchedTo: t.Optional(t.DateTime),
})

/** Sums of the paid orders that match. */
export const OrderSums = t.Object({
  count: t.Integer({ title: '订单数量' }),
  amount: t.Amount({ title: '订单金额' }),
  weChatAmount: t.Amount({ title: '微信支付' }),
  yueAmount: t.Amount({ title: '余额支付' }),
  aliPayAmount: t.Amount({ title: '支付宝' }),
  offlineAmount: t.Amount({ title: '线下' }),
  /** There are more than were added up. */
  isLowerBound: t.Boolean(),
})
export type OrderSums = t.Static<typeof OrderSums>

/** What the caller may do with an order. */
export const orderActs = [
  ...(['editPrice', 'close', 'paid', 'editAddress', 'mark', 'delete', 'reveal'] as const),
  /** `addParcel`: one more parcel of what was sent. `withdraw`, `editDelivery`: some parcel of it. */
  ...(['send', 'addParcel', 'withdraw', 'editDelivery', 'verify', 'refund', 'refuse', 'apply'] as const),
  ...(['hold', 'unhold', 'tag', 'comment', 'print', 'edit', 'reship'] as const),
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
  /** Left out without admin:product:cost:view. */
  cost: t.Optional(t.Amount({ title: '成本' })),
  gainIntegral: t.Integer({ title: '赠送积分' }),
  /** Given back by refunds. */
  backIntegral: t.Integer({ title: '已退积分' }),
  refundPostage: t.Amount({ title: '已退运费' }),
  source: t.String({ title: '下单来源' }),
  /** 0 ordinary, 1 of the WeChat shop. */
  type: t.Integer({ title: '订单来源' }),
  orderKind: t.OneOf(orderKinds, { title: '订单类型' }),
  /** 0 no team, 1 waiting, 2 complete, 3 failed. */
  pinkStatus: t.Integer({ title: '拼团状态' }),
  /** Of a reship: the order it makes good. */
  fromOrderNo: t.String({ title: '原订单号' }),
  sentNum: t.Integer({ title: '已发数量' }),
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
  hold: t.Boolean({ title: '挂起' }),
  holdReason: t.String({ title: '挂起原因' }),
  /** The day, if any, until whose morning it is put aside. */
  holdUntil: t.Nullable(t.String({ title: '挂起到' })),
  printStale: t.Boolean({ title: '打印后有变更' }),
  isDel: t.Boolean({ title: '买家已删除' }),
  closeType: t.Integer({ title: '关闭类型' }),
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
  /** An edit of the order waits for its money. */
  isEdited: t.Boolean({ title: '改单待付款' }),
  customer: OrderCustomer,
  /** The promoter above the customer; '' for none. */
  spreader: t.String({ title: '推荐人' }),
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

const reason = t.String({ title: '原因', minLength: 2, maxLength: 100 })
const version = t.Version

const PriceChange = t.Object({
  orderNo,
  payPrice: t.Amount({ title: '实付金额', maximum: 999_999.99 }),
  reason: t.Optional(t.String({ title: '改价原因', maxLength: 100 })),
  version,
})
export type PriceChange = t.Static<typeof PriceChange>
const AddressChange = t.Object({
  orderNo,
  realName: t.String({ title: '收货人', minLength: 1, maxLength: 32 }),
  /** As wide as what buyers give. */
  userPhone: t.String({
    title: '收货电话',
    pattern: /^((0\d{2,3}-\d{7,8})|(1[3-9]\d{9}))$/,
    hint: '请输入正确的收货电话',
    example: '13800138000',
  }),
  cityId: t.Integer({ title: '所在地区', minimum: 1, ask: '请选择所在地区' }),
  detail: t.String({ title: '详细地址', minLength: 1, maxLength: 256 }),
  version,
})
export type AddressChange = t.Static<typeof AddressChange>

const base = '/admin/store/order'

/** 订单: the order desk (trade chapter, 1.10). */
export const order = routes('order', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:order:list',
    summary: '订单列表',
    query: OrderQuery,
    response: OrderPage,
  },
  statusNum: {
    method: 'GET',
    path: `${base}/status/num`,
    permission: ['admin:order:status:num', 'admin:order:list'],
    quiet: true,
    summary: '各状态订单数',
    query: OrderFilter,
    response: t.Map(t.Integer()),
  },
  sums: {
    method: 'GET',
    path: `${base}/list/data`,
    permission: 'admin:order:list:data',
    quiet: true,
    summary: '订单金额汇总',
    query: OrderFilter,
    response: OrderSums,
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: 'admin:order:info',
    summary: '订单详情',
    /** One of them. */
    query: t.Object({ orderNo: t.Optional(orderNo), id: t.Optional(t.Id) }),
    response: OrderInfo,
    errors: [404],
  },
  log: {
    method: 'GET',
    path: `${base}/status/list`,
    permission: 'admin:order:status:list',
    summary: '订单记录',
    query: t.pageQuery({ orderNo }),
    response: t.pageOf(OrderLogRow),
    errors: [404],
  },
  mark: {
    method: 'POST',
    path: `${base}/mark`,
    permission: 'admin:order:mark',
    summary: '备注订单',
    body: t.Object({ orderNo, remark: t.String({ title: '商家备注', maxLength: 512 }), version }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  updatePrice: {
    method: 'POST',
    path: `${base}/update/price`,
    permission: 'admin:order:update:price',
    summary: '订单改价',
    body: PriceChange,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  updateAddress: {
    method: 'POST',
    path: `${base}/update/address`,
    permission: 'admin:order:update:address',
    secret: ['detail'],
    summary: '修改收货地址',
    body: AddressChange,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  close: {
    method: 'POST',
    path: `${base}/close`,
    permission: 'admin:order:close',
    summary: '关闭订单',
    body: t.Object({
      orderNo,
      reason,
      /** Of a cod order on its way: what was sent has come back, too. */
      restock: t.Optional(t.Boolean({ title: '已发商品退回库存' })),
      version,
    }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  paid: {
    method: 'POST',
    path: `${base}/paid`,
    permission: 'admin:order:paid:offline',
    summary: '确认线下收款',
    body: t.Object({
      orderNo,
      voucher: t.Optional(t.String({ title: '收款凭证', maxLength: 255 })),
      reason,
      version,
    }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  remove: {
    method: 'POST',
    path: `${base}/delete`,
    permission: 'admin:order:delete',
    summary: '删除订单',
    body: t.Object({ orderNo, version }),
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  download: exportRoute({
    path: '/admin/export/excel/order',
    permission: 'admin:export:excel:order',
    summary: '导出订单',
    query: t.Object({
      ...orderFilters,
      orderNos: t.Optional(t.Array(orderNo, { title: '订单号', maxItems: 500 })),
      /** A row for each order, for each line, or for each parcel. */
      mode: t.Optional(t.OneOf(['order', 'line', 'parcel'], { title: '导出方式' })),
      /** In the order of the sheet; those of the other mode are left out. All by default. */
      columns: t.Optional(t.Array(t.OneOf(orderColumnNames, { title: '导出列' }), { title: '导出列', maxItems: 60 })),
    }),
  }),
})

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
  keywords: t.Optional(t.String({ title: '关键字', maxLength: 64 })),
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
    summary: '核销订单列表',
    body: PickupQuery,
    response: t.Object({
      ...t.pageOf(PickupRow).properties,
      summary: t.Object({
        orderTotal: t.Integer({ title: '订单数量' }),
        orderTotalPrice: t.Amount({ title: '订单金额' }),
        refundTotal: t.Integer({ title: '退款单数' }),
        refundTotalPrice: t.Amount({ title: '退款金额' }),
        /** Money taken at the counter. */
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
