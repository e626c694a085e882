import { limitTypes } from '@zhanggui/domain/product/product.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/api/front'
/** Pieces in a line: 1 to 999. */
export const lineNum = t.Integer({ title: '数量', minimum: 1, maximum: 999 })

/** Why a line cannot be ordered as it is: no longer there, off the shelf, for members, short, too few, or too many. */
export const lineProblems = ['GONE', 'OFF_SHELF', 'MEMBERS_ONLY', 'SOLD_OUT', 'MIN_QTY', 'LIMIT'] as const
export type LineProblem = (typeof lineProblems)[number]

/** What forbids an order; `key` is the SKU it is about. */
export const QuoteProblem = t.Object({
  code: t.String(),
  message: t.String(),
  status: t.Integer(),
  key: t.Optional(t.String()),
})

/** A line of the cart, priced as now. */
export const CartLine = t.Object({
  id: t.Id,
  productId: t.Id,
  /** The first category, for goods like it; 0 for none. */
  cid: t.Integer({ title: '商品分类' }),
  skuId: t.Id,
  num: t.Integer({ title: '数量' }),
  image: t.String({ title: '图片', maxLength: 512 }),
  storeName: t.String({ title: '商品名称' }),
  sku: t.String({ title: '规格' }),
  price: t.Amount({ title: '售价' }),
  vipPrice: t.Nullable(t.Amount({ title: '会员价' })),
  stock: t.Integer({ title: '库存' }),
  unitName: t.String({ title: '单位' }),
  minQty: t.Integer({ title: '起购数量' }),
  limitType: t.OneOfNumbers(limitTypes, { title: '限购方式' }),
  limitNum: t.Integer({ title: '限购数量' }),
  /** What the caller paid for a unit when the line was put in, or its SKU chosen anew; null for lines older than that. */
  addedPrice: t.Nullable(t.Amount({ title: '加入时的价格' })),
  /** Whether it can be ordered as it is; otherwise why not. */
  valid: t.Boolean(),
  code: t.OneOf(['', ...lineProblems], { title: '不能购买的原因代码' }),
  reason: t.String(),
})
export type CartLine = t.Static<typeof CartLine>

/** At most so many lines are priced together: as many as a checkout takes. */
const MAX_PRICED = 50

const CartPriceQuery = t.Object({
  ids: t.Optional(t.Array(t.Id, { title: '购物车商品', minItems: 1, maxItems: MAX_PRICED, example: [1] })),
  skuId: t.Optional(t.Id),
  num: t.Optional(lineNum),
})
export type CartPriceQuery = t.Static<typeof CartPriceQuery>

/** What goods come to with the best coupon at hand, and the next one that is within reach. */
export const CartPrice = t.Object({
  listFee: t.Amount({ title: '商品原价' }),
  memberFee: t.Amount({ title: '会员优惠' }),
  goodsFee: t.Amount({ title: '商品金额' }),
  /** The copy that takes off most; null where none can be spent. */
  coupon: t.Nullable(
    t.Object({ id: t.Id, name: t.String({ title: '优惠券名称' }), discount: t.Amount({ title: '可抵扣' }) }),
  ),
  /** Without freight. */
  payFee: t.Amount({ title: '应付金额' }),
  /** The coupon that lacks least: a copy that is held, or one that can be taken. */
  next: t.Nullable(
    t.Object(
      {
        couponId: t.Id,
        name: t.String({ title: '优惠券名称' }),
        money: t.Amount({ title: '优惠券面值' }),
        lacks: t.Amount({ title: '还差金额' }),
        held: t.Boolean({ title: '已领取' }),
      },
      { title: '差一点可用的优惠券' },
    ),
  ),
  problems: t.Array(QuoteProblem, { title: '不能下单的原因' }),
})
export type CartPrice = t.Static<typeof CartPrice>

/** 购物车. */
export const cart = routes('cart', {
  list: {
    method: 'GET',
    path: `${base}/cart/list`,
    permission: 'buyer',
    summary: '购物车',
    query: t.Object({ isValid: t.Optional(t.Boolean({ title: '是否有效' })) }),
    response: t.Object({ list: t.Array(CartLine) }),
  },
  /** Asked by GET, as steppers would use up the writes that a buyer may send. */
  price: {
    method: 'GET',
    path: `${base}/cart/price`,
    permission: 'buyer',
    summary: '购物车商品或一个规格的应付金额，以及差一点可用的优惠券',
    query: CartPriceQuery,
    response: CartPrice,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/cart/save`,
    permission: 'buyer',
    summary: '加入购物车',
    body: t.Object({ skuId: t.Id, num: lineNum }),
    response: t.Saved,
    errors: [409, 422],
  },
  num: {
    method: 'POST',
    path: `${base}/cart/num`,
    permission: 'buyer',
    summary: '修改购物车数量',
    body: t.Object({ id: t.Id, num: lineNum }),
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
