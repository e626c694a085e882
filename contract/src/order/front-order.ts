import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { OrderCounts } from '../user/customer-centre.ts'
import { buyerPhone } from '../user/front-sign-in.ts'
import { FrontParcel } from './front-shipment.ts'
import { OrderLine, OrderLineShares, OrderState, orderNo } from './order-line.ts'
import { TraceStep } from './price-trace.ts'

const base = '/api/front'
const num = t.Integer({ title: '数量', minimum: 1, maximum: 999 })

/** A line of the cart, priced as now. */
export const CartLine = t.Object({
  id: t.Id,
  productId: t.Id,
  skuId: t.Id,
  num: t.Integer({ title: '数量' }),
  image: t.String({ title: '图片', maxLength: 512 }),
  storeName: t.String({ title: '商品名称' }),
  sku: t.String({ title: '规格' }),
  price: t.Amount({ title: '售价' }),
  vipPrice: t.Nullable(t.Amount({ title: '会员价' })),
  stock: t.Integer({ title: '库存' }),
  /** Whether it can be ordered as it is; otherwise why not. */
  valid: t.Boolean(),
  reason: t.String(),
})
export type CartLine = t.Static<typeof CartLine>

/** 购物车 (trade chapter, 11.3). */
export const cart = routes('cart', {
  list: {
    method: 'GET',
    path: `${base}/cart/list`,
    permission: 'buyer',
    summary: '购物车',
    query: t.Object({ isValid: t.Optional(t.Boolean({ title: '是否有效' })) }),
    response: t.Object({ list: t.Array(CartLine) }),
  },
  save: {
    method: 'POST',
    path: `${base}/cart/save`,
    permission: 'buyer',
    summary: '加入购物车',
    body: t.Object({ skuId: t.Id, num }),
    response: t.Saved,
    errors: [409, 422],
  },
  num: {
    method: 'POST',
    path: `${base}/cart/num`,
    permission: 'buyer',
    summary: '修改购物车数量',
    body: t.Object({ id: t.Id, num }),
    response: t.Done,
    errors: [404, 409],
  },
  remove: {
    method: 'POST',
    path: `${base}/cart/delete`,
    permission: 'buyer',
    summary: '删除购物车商品',
    body: t.Object({ ids: t.Ids }),
    response: t.Done,
    errors: [404],
  },
  reset: {
    method: 'POST',
    path: `${base}/cart/reset`,
    permission: 'buyer',
    summary: '购物车重选规格',
    body: t.Object({ id: t.Id, skuId: t.Id }),
    response: t.Saved,
    errors: [404, 409],
  },
  count: {
    method: 'GET',
    path: `${base}/cart/count`,
    permission: 'buyer',
    summary: '购物车数量',
    /** Lines, or units. */
    query: t.Object({ type: t.Optional(t.OneOf(['total', 'sum'], { title: '统计方式' })) }),
    response: t.Object({ count: t.Integer() }),
  },
})

/** Of the activity to buy in; 0 for none. */
const activity = (title: string) => t.Optional(t.Integer({ title }))

const OrderDetail = t.Object({
  cartId: t.Optional(t.Id),
  /** The SKU. */
  attrValueId: t.Optional(t.Id),
  productNum: t.Optional(num),
  orderNo: t.Optional(orderNo),
  ...{ seckillId: activity('秒杀商品'), bargainId: activity('砍价商品'), combinationId: activity('拼团商品') },
})
const PreOrderForm = t.Object({
  preOrderType: t.OneOf(['shoppingCart', 'buyNow', 'again'], { title: '下单方式' }),
  orderDetails: t.Array(OrderDetail, {
    title: '下单商品',
    minItems: 1,
    maxItems: 50,
    ask: '请选择要购买的商品',
    example: [{ cartId: 1 }],
  }),
})
export type PreOrderForm = t.Static<typeof PreOrderForm>

const preOrderNo = t.String({
  title: '预下单号',
  pattern: /^[pf][0-9a-zA-Z]{1,39}$/,
  example: 'p0123456789abcdef0123456789abcdef',
  hint: '预下单信息已失效，请重新提交',
})
const shippingType = t.OneOfNumbers([1, 2], { title: '配送方式', description: '1 快递，2 到店自提' })

const PriceForm = t.Object({
  preOrderNo,
  addressId: t.Optional(t.Id),
  couponId: t.Optional(t.Id),
  shippingType,
  useIntegral: t.Boolean({ title: '使用积分' }),
})
export type PriceForm = t.Static<typeof PriceForm>

const QuotedLine = t.Object({
  skuId: t.Id,
  productId: t.Id,
  storeName: t.String(),
  image: t.String({ maxLength: 512 }),
  sku: t.String(),
  price: t.Amount(),
  unitPrice: t.Amount(),
  num: t.Integer(),
  lineTotal: t.Amount(),
  /** What coupon and points take off the line. */
  couponShare: t.Amount({ title: '优惠券分摊' }),
  integralShare: t.Amount({ title: '积分分摊' }),
  payShare: t.Amount(),
})
/** What the basket costs; `problems` says why no order can be made of it. */
export const FrontQuote = t.Object({
  proTotalFee: t.Amount({ title: '商品金额' }),
  couponFee: t.Amount({ title: '优惠券' }),
  deductionPrice: t.Amount({ title: '积分抵扣' }),
  usedIntegral: t.Integer({ title: '使用积分' }),
  surplusIntegral: t.Integer({ title: '剩余积分' }),
  freightFee: t.Amount({ title: '运费' }),
  freightPending: t.Boolean(),
  payFee: t.Amount({ title: '应付金额' }),
  lines: t.Array(QuotedLine),
  trace: t.Array(TraceStep),
  problems: t.Array(
    t.Object({ code: t.String(), message: t.String(), status: t.Integer(), key: t.Optional(t.String()) }),
  ),
})
export type FrontQuote = t.Static<typeof FrontQuote>

const PayMethod = t.Object({
  payType: t.OneOf(['weixin', 'alipay', 'yue', 'offline'], { title: '支付方式' }),
  label: t.String({ title: '名称' }),
  open: t.Boolean({ title: '是否可用' }),
  reason: t.Optional(t.String({ title: '不可用的原因' })),
})
export type PayMethod = t.Static<typeof PayMethod>

export const LoadedPreOrder = t.Object({
  preOrderNo: t.String(),
  quote: FrontQuote,
  addressId: t.Integer(),
  realName: t.String(),
  phone: t.String(),
  address: t.String(),
  userIntegral: t.Integer(),
  userBalance: t.Amount(),
  /** Buyers may pick up at a store. */
  storeSelfMention: t.Boolean(),
  methods: t.Array(PayMethod),
  /** Those of the quote. */
  lines: t.Array(QuotedLine),
})
export type LoadedPreOrder = t.Static<typeof LoadedPreOrder>

const OrderForm = t.Object({
  preOrderNo,
  shippingType,
  addressId: t.Optional(t.Id),
  couponId: t.Optional(t.Id),
  useIntegral: t.Optional(t.Boolean({ title: '使用积分' })),
  mark: t.Optional(t.String({ title: '买家留言', maxLength: 512 })),
  /** For pick-up: the store, and who comes. */
  storeId: t.Optional(t.Id),
  realName: t.Optional(t.String({ title: '提货人', maxLength: 32 })),
  phone: t.Optional(buyerPhone),
  /** What the buyer was shown; refused when it costs something else now. */
  payFee: t.Optional(t.Amount({ title: '应付金额' })),
})
export type OrderForm = t.Static<typeof OrderForm>

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
})
export type FrontOrderRow = t.Static<typeof FrontOrderRow>

/** An order as its buyer may see it. */
export const FrontOrder = t.Object({
  ...FrontOrderRow.properties,
  lines: t.Array(OrderLineShares),
  realName: t.String({ title: '收货人' }),
  userPhone: t.String({ title: '收货电话' }),
  address: t.String({ title: '收货地址', maxLength: 512 }),
  shippingType,
  store: t.Nullable(t.Object({ id: t.Id, name: t.String(), phone: t.String(), address: t.String({ maxLength: 512 }) })),
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
  mark: t.String({ title: '买家留言', maxLength: 512 }),
  closeReason: t.String({ title: '关闭原因' }),
  /** Withdrawn ones aside. */
  shipments: t.Array(FrontParcel, { title: '包裹' }),
  canCancel: t.Boolean(),
  canTake: t.Boolean(),
  /** Some line of it may be reviewed. */
  canReview: t.Boolean(),
  canChangeAddress: t.Boolean(),
  canRemind: t.Boolean(),
  canDelete: t.Boolean(),
  /** What an edit of the order costs more, to be paid by the calls that pay the order; null where none waits. */
  edit: t.Nullable(
    t.Object({ fee: t.Amount({ title: '应补金额' }), reason: t.String({ title: '改单原因' }), expireTime: t.DateTime }),
  ),
})
export type FrontOrder = t.Static<typeof FrontOrder>

const OrderNo = t.Object({ orderNo })

/** Checkout, and the buyer's own orders (trade chapter, 11.4). */
export const frontOrder = routes('front-order', {
  pre: {
    method: 'POST',
    path: `${base}/order/pre/order`,
    permission: 'buyer',
    summary: '预下单',
    body: PreOrderForm,
    response: t.Object({ preOrderNo: t.String() }),
    errors: [404, 409, 422],
  },
  load: {
    method: 'GET',
    path: `${base}/order/load/pre/:preOrderNo`,
    permission: 'buyer',
    summary: '预下单信息',
    params: t.Object({ preOrderNo }),
    response: LoadedPreOrder,
    errors: [404],
  },
  price: {
    method: 'POST',
    path: `${base}/order/computed/price`,
    permission: 'buyer',
    quiet: true,
    summary: '计算订单价格',
    body: PriceForm,
    response: FrontQuote,
    errors: [404],
  },
  create: {
    method: 'POST',
    path: `${base}/order/create`,
    permission: 'buyer',
    // The claim of the checkout answers a repetition.
    unkept: true,
    summary: '提交订单',
    body: OrderForm,
    response: t.Object({ orderNo: t.String(), payFee: t.Amount(), paid: t.Boolean() }),
    errors: [404, 409, 422],
  },
  list: {
    method: 'GET',
    path: `${base}/order/list`,
    permission: 'buyer',
    summary: '我的订单',
    query: t.pageQuery({
      type: t.Optional(t.OneOfNumbers([0, 1, 2, 3, 4, -1, -2, -3], { title: '订单状态' })),
      keywords: t.Optional(t.String({ title: '关键字', maxLength: 64 })),
    }),
    response: t.pageOf(FrontOrderRow),
  },
  detail: {
    method: 'GET',
    path: `${base}/order/detail/:orderNo`,
    permission: 'buyer',
    summary: '我的订单详情',
    params: OrderNo,
    response: FrontOrder,
    errors: [404],
  },
  counts: {
    method: 'GET',
    path: `${base}/order/data`,
    permission: 'buyer',
    summary: '我的订单统计',
    response: OrderCounts,
  },
  cancel: {
    method: 'POST',
    path: `${base}/order/cancel`,
    permission: 'buyer',
    summary: '买家取消订单',
    body: OrderNo,
    response: t.Done,
    errors: [404, 409],
  },
  remove: {
    method: 'POST',
    path: `${base}/order/del`,
    permission: 'buyer',
    summary: '买家删除订单',
    body: OrderNo,
    response: t.Done,
    errors: [404, 409],
  },
  remind: {
    method: 'POST',
    path: `${base}/order/remind`,
    permission: 'buyer',
    summary: '买家催发货',
    body: OrderNo,
    response: t.Done,
    errors: [404, 409, 422],
  },
  address: {
    method: 'POST',
    path: `${base}/order/address`,
    permission: 'buyer',
    summary: '买家修改收货地址',
    body: t.Object({ orderNo, addressId: t.Id }),
    response: t.Done,
    errors: [404, 409, 422],
  },
})

const PayForm = t.Object({
  orderNo,
  payType: t.OneOf(['weixin', 'alipay', 'yue', 'offline'], { title: '支付方式' }),
  channel: t.OneOf(['routine', 'wechat', 'h5', 'app'], { title: '支付渠道' }),
})
export type PayForm = t.Static<typeof PayForm>

export const PayAnswer = t.Object({
  paid: t.Boolean({ title: '已支付' }),
  payType: t.String({ title: '支付方式' }),
  outTradeNo: t.String({ title: '支付单号' }),
  provider: t.String({ title: '支付渠道' }),
  /** What the buyer's client needs; of the simulated gateway `mwebUrl`, the address of its page. */
  jsConfig: t.Optional(t.Map(t.String({ maxLength: 2000 }), { title: '调起支付的参数' })),
})
export type PayAnswer = t.Static<typeof PayAnswer>

/** 支付 (trade chapter, 11.4). */
export const frontPay = routes('front-pay', {
  config: {
    method: 'GET',
    path: `${base}/pay/get/config`,
    permission: 'buyer',
    summary: '支付方式',
    response: t.Object({
      methods: t.Array(PayMethod, { title: '支付方式' }),
      userBalance: t.Amount({ title: '余额' }),
      simOpen: t.Boolean({ title: '模拟支付已开启' }),
    }),
  },
  pay: {
    method: 'POST',
    path: `${base}/pay/payment`,
    permission: 'buyer',
    unkept: true,
    summary: '支付订单',
    body: PayForm,
    response: PayAnswer,
    errors: [404, 409, 422, 502],
  },
  query: {
    method: 'POST',
    path: `${base}/pay/queryPayResult`,
    permission: 'buyer',
    quiet: true,
    summary: '查询支付结果',
    body: OrderNo,
    response: t.Object({ paid: t.Boolean({ title: '已支付' }) }),
    errors: [404],
  },
})

/** The simulated gateway's page of a payment, and its buttons (11.8). */
export const simPay = routes('sim-pay', {
  page: {
    method: 'GET',
    path: `${base}/pay/sim/page/:outTradeNo`,
    permission: 'visitor',
    summary: '模拟支付页',
    params: t.Object({ outTradeNo: t.String({ title: '支付单号', maxLength: 40 }) }),
    response: t.File,
    errors: [404],
  },
  act: {
    method: 'POST',
    path: `${base}/pay/sim/:outTradeNo`,
    permission: 'visitor',
    summary: '模拟支付结果',
    params: t.Object({ outTradeNo: t.String({ title: '支付单号', maxLength: 40 }) }),
    body: t.Object({
      result: t.OneOf(['success', 'fail'], { title: '支付结果' }),
      duplicate: t.Optional(t.Integer({ title: '回调次数', minimum: 1, maximum: 5 })),
      delayMs: t.Optional(t.Integer({ title: '延迟毫秒', maximum: 10_000 })),
      /** Another amount than was asked for. */
      amount: t.Optional(t.Amount({ title: '支付金额' })),
    }),
    response: t.Done,
    errors: [404, 409],
  },
})

/** What payment providers call (11.7). */
export const payCallback = routes('pay-callback', {
  pay: {
    method: 'POST',
    path: '/api/callback/pay/:provider',
    permission: 'provider',
    raw: true,
    summary: '支付结果通知',
    params: t.Object({ provider: t.String({ title: '支付渠道', maxLength: 20 }) }),
    response: t.Json(),
    errors: [401, 404],
  },
  refund: {
    method: 'POST',
    path: '/api/callback/refund/:provider',
    permission: 'provider',
    raw: true,
    summary: '退款结果通知',
    params: t.Object({ provider: t.String({ title: '支付渠道', maxLength: 20 }) }),
    response: t.Json(),
    errors: [401, 404],
  },
})
