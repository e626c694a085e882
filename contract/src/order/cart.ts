import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/api/front'
/** Pieces in a line: 1 to 999. */
export const lineNum = t.Integer({ title: '数量', minimum: 1, maximum: 999 })

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
