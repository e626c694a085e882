import { orderKinds } from '@zhanggui/domain/order/order-state.ts'
import { PayMethod } from '../payment/front-pay.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { OrderCounts } from '../user/customer-centre.ts'
import { buyerPhone } from '../user/front-sign-in.ts'
import { lineNum, QuoteProblem } from './cart.ts'
import { FrontOrder, FrontOrderRow, shippingType } from './front-order-own.ts'
import { orderNo } from './order-line.ts'
import { TraceStep } from './price-trace.ts'

const base = '/api/front'

/** Of the activity to buy in; 0 for none. */
const activity = (title: string) => t.Optional(t.Integer({ title }))

const OrderDetail = t.Object({
  cartId: t.Optional(t.Id),
  /** The SKU. */
  attrValueId: t.Optional(t.Id),
  productNum: t.Optional(lineNum),
  orderNo: t.Optional(orderNo),
  seckillId: activity('秒杀商品'),
  bargainId: activity('砍价商品'),
  /** The won session that is ordered. */
  bargainUserId: activity('砍价记录'),
  combinationId: activity('拼团商品'),
  /** The team to join; 0 opens one. */
  pinkId: activity('团'),
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
  problems: t.Array(QuoteProblem),
  /** What points would take off, whether they are asked for or not; both 0 where none may be used. */
  pointsOffer: t.Object(
    { integral: t.Integer({ title: '可用积分' }), money: t.Amount({ title: '积分可抵扣' }) },
    { title: '积分抵扣' },
  ),
})
export type FrontQuote = t.Static<typeof FrontQuote>

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
  /** In which the one line is bought; null outside of activities. */
  activity: t.Nullable(
    t.Object(
      { type: t.OneOfNumbers([1, 2, 3], { title: '活动类型' }), id: t.Id, title: t.String({ title: '活动名称' }) },
      { title: '活动' },
    ),
  ),
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

const OrderNo = t.Object({ orderNo })

/** Read before it is known who calls. */
const RUSH_BODY = 16 * 1024

/** Checkout, and the buyer's own orders. */
export const frontOrder = routes('front-order', {
  pre: {
    method: 'POST',
    path: `${base}/order/pre/order`,
    permission: 'buyer',
    summary: '预下单',
    rush: 'pre',
    bodyLimit: RUSH_BODY,
    body: PreOrderForm,
    response: t.Object({ preOrderNo: t.String() }),
    errors: [404, 409, 422],
  },
  load: {
    method: 'GET',
    path: `${base}/order/load/pre/:preOrderNo`,
    permission: 'buyer',
    summary: '预下单信息',
    rush: 'load',
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
    rush: 'price',
    bodyLimit: RUSH_BODY,
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
    rush: 'create',
    bodyLimit: RUSH_BODY,
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
      keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 64 })),
      orderKind: t.Optional(t.OneOf(orderKinds, { title: '订单类型' })),
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
  extend: {
    method: 'POST',
    path: `${base}/order/extend`,
    permission: 'buyer',
    summary: '买家延长收货',
    body: OrderNo,
    response: t.Object({ autoReceiveTime: t.DateTime }),
    errors: [404, 409, 422],
  },
})
