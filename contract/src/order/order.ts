import { orderChannels, orderKinds, orderTabs } from '@zhanggui/domain/order/order-state.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { exportRoute } from '../work/export.ts'
import { OrderInfo, OrderLogRow, OrderRow } from './order-info.ts'
import { orderNo } from './order-line.ts'

const flag = (title: string) => t.Optional(t.Boolean({ title }))

/** The tabs of the desk; `all` is every order that is listed at all. */
export const orderTabKeys = ['all', ...t.keysOf(orderTabs)] as const
export type OrderTabName = (typeof orderTabKeys)[number]

/** The filters of the order desk, also of its counts, sums and export. */
export const orderFilters = {
  status: t.Optional(t.OneOf(orderTabKeys, { title: '订单状态' })),
  /** An order number, phone or its last four digits, name, product, code … */
  keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 64 })),
  orderNo: t.Optional(t.String({ title: '订单号', pasted: 'number', maxLength: 24 })),
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
  /** Of whose copies one was used. */
  couponId: t.Optional(t.Id),
  /** In which it was bought. */
  activityId: t.Optional(t.Id),
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
  labels: '标记',
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
  beforePayPrice: '改价前',
  refundPrice: '已退款',
  payTypeStr: '支付方式',
  statusStr: '订单状态',
  dueTime: '处理期限',
  caseTime: '申请售后时间',
  expressName: '快递公司',
  expressNo: '快递单号',
  traceStr: '物流状态',
  storeName: '门店',
  mark: '买家备注',
  remark: '商家备注',
  tags: '标签',
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
  /** What edits took off orders and put to goods they added: in the amount, but no money that came. */
  nettedAmount: t.Amount({ title: '改单抵扣' }),
  /** There are more than were added up. */
  isLowerBound: t.Boolean(),
})
export type OrderSums = t.Static<typeof OrderSums>

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
  /** As wide as what buyers give; its masked form leaves the stored one unchanged. */
  userPhone: t.String({
    title: '收货电话',
    pasted: 'phone',
    pattern: /^((0\d{2,3}-\d{7,8})|(1[3-9]\d{9})|([\d-]{3}\*{4}[\d-]{1,9}))$/,
    hint: '请输入正确的收货电话',
    example: '13800138000',
  }),
  cityId: t.Integer({ title: '所在地区', minimum: 1, ask: '请选择所在地区' }),
  /** Left out, it stays; not where the place is another. */
  detail: t.Optional(t.String({ title: '详细地址', minLength: 1, maxLength: 256 })),
  version,
})
export type AddressChange = t.Static<typeof AddressChange>

const base = '/admin/store/order'

/** 订单: the order desk. */
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
    accepted: Asked,
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
      sort: OrderQuery.properties.sort,
      orderNos: t.Optional(t.Array(orderNo, { title: '订单号', maxItems: 500 })),
      /** A row for each order, for each line, or for each parcel. */
      mode: t.Optional(t.OneOf(['order', 'line', 'parcel'], { title: '导出方式' })),
      /** In the order of the sheet; those of the other mode are left out. All by default. */
      columns: t.Optional(t.Array(t.OneOf(orderColumnNames, { title: '导出列' }), { title: '导出列', maxItems: 60 })),
    }),
  }),
})
