import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { buyerPhone } from '../user/front-sign-in.ts'
import { Asked } from '../work/approval.ts'
import { orderNo } from './order-line.ts'

/** Where a draft stands: 0 draft, 1 sent (an order that waits for its money), 2 completed (paid), 3 expired, 4 cancelled. */
export const draftStates = [0, 1, 2, 3, 4] as const
export const MAX_DRAFT_LINES = 50
/** At most a week. */
const MAX_DRAFT_HOURS = 168

/** Goods of a draft; `price` is a unit price of its own, at most twice the list price. */
const DraftItem = t.Object({
  skuId: t.Id,
  num: t.Integer({ title: '数量', minimum: 1, maximum: 999 }),
  price: t.Optional(t.Amount({ title: '单价', minimum: 0.01, maximum: 999_999.99 })),
})
export type DraftItem = t.Static<typeof DraftItem>

const amount = (title: string) => t.Amount({ title, maximum: 999_999.99 })

const draftFields = {
  /** The customer; without one, whoever has `customerPhone`, who becomes a customer when the draft is saved. */
  uid: t.Optional(t.Id),
  customerPhone: t.Optional(t.String({ ...buyerPhone, title: '客户手机号' })),
  customerName: t.Optional(t.String({ title: '客户昵称', maxLength: 32 })),
  items: t.Array(DraftItem, {
    title: '商品',
    minItems: 1,
    maxItems: MAX_DRAFT_LINES,
    ask: '请选择商品',
    example: [{ skuId: 1, num: 1 }],
  }),
  discountType: t.Optional(t.OneOfNumbers([0, 1, 2], { title: '优惠方式', description: '0 无，1 减金额，2 按百分比' })),
  /** Yuan, or percent. */
  discountValue: t.Optional(amount('优惠')),
  discountReason: t.Optional(t.String({ title: '优惠原因', maxLength: 100 })),
  useIntegral: t.Optional(t.Boolean({ title: '使用积分' })),
  /** The customer's copy of a coupon. */
  couponId: t.Optional(t.Id),
  /** Null or left out: by the freight template. */
  freight: t.Optional(t.Nullable(amount('运费'))),
  shippingType: t.OneOfNumbers([1, 2], { title: '配送方式', description: '1 快递，2 到店自提' }),
  cityId: t.Optional(t.Integer({ title: '所在地区' })),
  detail: t.Optional(t.String({ title: '详细地址', maxLength: 256 })),
  storeId: t.Optional(t.Integer({ title: '自提门店' })),
  realName: t.Optional(t.String({ title: '收货人', maxLength: 32 })),
  /** As wide as what buyers give. */
  phone: t.Optional(
    t.String({
      title: '收货电话',
      pasted: 'phone',
      maxLength: 18,
      pattern: /^((0\d{2,3}-\d{7,8})|(1[3-9]\d{9}))$/,
      hint: '请输入正确的收货电话',
      example: '13800138000',
    }),
  ),
  mark: t.Optional(t.String({ title: '买家留言', maxLength: 512 })),
  remark: t.Optional(t.String({ title: '商家备注', maxLength: 512 })),
  tagIds: t.Optional(t.Array(t.Integer({ title: '标签' }), { title: '标签', maxItems: 20, uniqueItems: true })),
  /** How long the customer may pay once it is sent. */
  expireHours: t.Optional(t.Integer({ title: '付款期限', minimum: 1, maximum: MAX_DRAFT_HOURS })),
}

const DraftQuestion = t.Object(draftFields)
export type DraftQuestion = t.Static<typeof DraftQuestion>
const DraftForm = t.Object({ id: t.Optional(t.Id), version: t.Version, ...draftFields })
export type DraftForm = t.Static<typeof DraftForm>

/** Who it is for. Balance and points are null for those who see their store alone. */
const DraftCustomer = t.Object({
  uid: t.Id,
  nickname: t.String({ title: '昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  /** Masked. */
  phone: t.String({ title: '手机号' }),
  levelName: t.String({ title: '等级' }),
  nowMoney: t.Nullable(t.Amount({ title: '余额' })),
  integral: t.Nullable(t.Integer({ title: '积分' })),
})
export type DraftCustomer = t.Static<typeof DraftCustomer>

const DraftLine = t.Object({
  skuId: t.Id,
  productId: t.Id,
  storeName: t.String({ title: '商品名称' }),
  image: t.String({ title: '商品图片', maxLength: 512 }),
  sku: t.String({ title: '规格' }),
  barCode: t.String({ title: '商品编号' }),
  num: t.Integer({ title: '数量' }),
  stock: t.Integer({ title: '库存' }),
  price: t.Amount({ title: '原价' }),
  /** For this customer, as members buy. */
  quotedPrice: t.Amount({ title: '售价' }),
  /** Charged: the quoted one, or the draft's own. */
  unitPrice: t.Amount({ title: '单价' }),
  couponShare: t.Amount({ title: '优惠券' }),
  integralShare: t.Amount({ title: '积分抵扣' }),
  /** Signed: what own prices and the discount put on it. */
  adjustShare: t.Yuan,
  payShare: t.Amount({ title: '实付' }),
})
export type DraftLine = t.Static<typeof DraftLine>

/** What a draft comes to now. */
export const DraftQuote = t.Object({
  lines: t.Array(DraftLine, { title: '商品' }),
  /** At quoted prices; at charged prices, before the discount. */
  goods: t.Amount({ title: '商品金额' }),
  ownGoods: t.Amount({ title: '改后商品金额' }),
  discount: t.Amount({ title: '优惠' }),
  couponFee: t.Amount({ title: '优惠券' }),
  deductionPrice: t.Amount({ title: '积分抵扣' }),
  usedIntegral: t.Integer({ title: '使用积分' }),
  /** By the template; charged. */
  templateFreight: t.Amount({ title: '模板运费' }),
  freightPending: t.Boolean(),
  freight: t.Amount({ title: '运费' }),
  payFee: t.Amount({ title: '应付' }),
  gainIntegral: t.Integer({ title: '赠送积分' }),
  /** What own prices and the discount take off the goods, in percent, and what a caller without the permission may. */
  offPercent: t.Number({ title: '优惠比例' }),
  limitPercent: t.Integer({ title: '优惠上限' }),
  /** Not empty: it cannot be sent as it is. */
  problems: t.Array(t.Object({ code: t.String(), message: t.String(), skuId: t.Optional(t.Id) })),
  /** What is worth a second look. */
  warnings: t.Array(t.String()),
  /** Null while nobody is named, or for a phone that no customer has. */
  customer: t.Nullable(DraftCustomer),
})
export type DraftQuote = t.Static<typeof DraftQuote>

/** A draft in the list; the phone is masked. */
const DraftRow = t.Object({
  id: t.Id,
  version: t.Integer(),
  draftNo: t.String({ title: '单号' }),
  state: t.OneOfNumbers(draftStates, { title: '状态' }),
  stateStr: t.String({ title: '状态' }),
  uid: t.Id,
  nickname: t.String({ title: '客户' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  realName: t.String({ title: '收货人' }),
  phone: t.String({ title: '收货电话' }),
  shippingType: t.OneOfNumbers([1, 2], { title: '配送方式' }),
  /** The first product, and how many units there are of all. */
  storeName: t.String({ title: '商品名称' }),
  image: t.String({ title: '商品图片', maxLength: 512 }),
  lineCount: t.Integer({ title: '商品种数' }),
  totalNum: t.Integer({ title: '件数' }),
  payPrice: t.Amount({ title: '应付' }),
  discountReason: t.String({ title: '优惠原因' }),
  remark: t.String({ title: '商家备注' }),
  orderNo: t.String({ title: '订单号' }),
  creatorName: t.String({ title: '开单人' }),
  createTime: t.DateTime,
  expireTime: t.Nullable(t.DateTime),
})
export type DraftRow = t.Static<typeof DraftRow>

/** A draft as its form shows it. Phone and address are in full until it is sent: the order's page reveals them afterwards. */
const DraftInfo = t.Object({
  ...DraftRow.properties,
  items: t.Array(DraftItem, { title: '商品' }),
  discountType: t.OneOfNumbers([0, 1, 2], { title: '优惠方式' }),
  discountValue: t.Amount({ title: '优惠' }),
  useIntegral: t.Boolean({ title: '使用积分' }),
  couponId: t.Integer({ title: '优惠券' }),
  freight: t.Nullable(t.Amount({ title: '运费' })),
  cityId: t.Integer({ title: '所在地区' }),
  /** The codes from the province down, for the form. */
  area: t.Array(t.Integer()),
  detail: t.String({ title: '详细地址' }),
  storeId: t.Integer({ title: '自提门店' }),
  mark: t.String({ title: '买家留言', maxLength: 512 }),
  tagIds: t.Array(t.Integer(), { title: '标签' }),
  expireHours: t.Integer({ title: '付款期限' }),
})
export type DraftInfo = t.Static<typeof DraftInfo>

/** Where the customer pays, as a link and a QR code (a data address); both '' while the shop has no address for buyers. */
export const PayLink = {
  payUrl: t.String({ title: '付款链接', maxLength: 512 }),
  qrcode: t.String({ title: '付款二维码', maxLength: 100_000 }),
}

const filters = {
  state: t.Optional(t.OneOfNumbers(draftStates, { title: '状态' })),
  keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 64 })),
  uid: t.Optional(t.Id),
}
const DraftFilter = t.Object(filters)
export type DraftFilter = t.Static<typeof DraftFilter>
export const DraftQuery = t.pageQuery(filters)
export type DraftQuery = t.Static<typeof DraftQuery>

const Count = t.Integer({ title: '数量' })
/** How many drafts the filters leave in each state, each at most 10,000. */
const DraftCounts = t.Object({
  all: Count,
  draft: Count,
  sent: Count,
  completed: Count,
  expired: Count,
  cancelled: Count,
})
export type DraftCounts = t.Static<typeof DraftCounts>

const Reship = t.Object({
  orderNo,
  lines: t.Array(
    t.Object({
      lineId: t.Id,
      num: t.Integer({ title: '数量', minimum: 1, maximum: 99_999 }),
      /** Another SKU of the same product in its place. */
      skuId: t.Optional(t.Id),
    }),
    { title: '补发商品', minItems: 1, maxItems: 50, ask: '请选择补发商品', example: [{ lineId: 1, num: 1 }] },
  ),
  reason: t.String({ title: '补发原因', minLength: 2, maxLength: 100 }),
})
export type Reship = t.Static<typeof Reship>

const base = '/admin/store/order/draft'
const permission = 'admin:order:create'
const named = { id: t.Id, version: t.Version }

/** 代客下单: orders that staff compose for customers. */
export const draftOrder = routes('draft-order', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission,
    summary: '代客订单列表，新的在前',
    query: DraftQuery,
    response: t.pageOf(DraftRow),
  },
  /** The list's filters; `state` is ignored. */
  num: {
    method: 'GET',
    path: `${base}/num`,
    permission,
    quiet: true,
    summary: '各状态代客订单数',
    query: DraftFilter,
    response: DraftCounts,
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission,
    summary: '代客订单详情',
    query: t.Object({ id: t.Id }),
    response: DraftInfo,
    errors: [404],
  },
  compute: {
    method: 'POST',
    path: `${base}/compute`,
    permission,
    quiet: true,
    whileSeeing: true,
    summary: '代客订单试算',
    secret: ['detail', 'phone', 'customerPhone'],
    body: DraftQuestion,
    response: DraftQuote,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission,
    summary: '保存代客订单',
    secret: ['detail', 'phone', 'customerPhone'],
    body: DraftForm,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  send: {
    method: 'POST',
    path: `${base}/send`,
    permission,
    summary: '发送代客订单给买家付款',
    body: t.Object(named),
    response: t.Object({ ...t.SavedVersion.properties, orderNo, ...PayLink }),
    accepted: Asked,
    errors: [404, 409, 422],
  },
  convert: {
    method: 'POST',
    path: `${base}/convert`,
    /** Besides that of every draft: it books money. */
    permission: 'admin:order:paid:offline',
    summary: '代客订单确认收款',
    /** At least one of both: cash has no receipt. */
    body: t.Object({
      ...named,
      reason: t.Optional(t.String({ title: '怎么收的', minLength: 2, maxLength: 100 })),
      voucher: t.Optional(t.String({ title: '收款凭证', maxLength: 255 })),
    }),
    response: t.Object({ ...t.SavedVersion.properties, orderNo }),
    accepted: Asked,
    errors: [404, 409, 422],
  },
  cancel: {
    method: 'POST',
    path: `${base}/cancel`,
    permission,
    summary: '取消代客订单',
    body: t.Object(named),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  copy: {
    method: 'POST',
    path: `${base}/copy`,
    permission,
    summary: '复制为代客订单',
    /** One of them. */
    body: t.Object({ id: t.Optional(t.Id), orderNo: t.Optional(orderNo) }, { example: { id: 1 } }),
    response: t.SavedVersion,
    errors: [404, 422],
  },
  reship: {
    method: 'POST',
    path: `${base}/reship`,
    permission,
    summary: '补发商品',
    body: Reship,
    response: t.Object({ ...t.SavedVersion.properties, orderNo }),
    errors: [404, 409, 422],
  },
})
