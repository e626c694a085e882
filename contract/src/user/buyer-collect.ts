import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** How many products may be added or taken off at once. */
const MAX_AT_ONCE = 100

const productId = t.Integer({ title: '商品', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '请选择商品' })

/** A favourite; `valid` is false for a product that cannot be bought now. */
export const Favourite = t.Object({
  id: t.Id,
  productId: t.Id,
  image: t.String(),
  storeName: t.String(),
  price: t.Yuan,
  otPrice: t.Yuan,
  stock: t.Integer(),
  sales: t.Integer(),
  unitName: t.String(),
  valid: t.Boolean({ title: '可购买' }),
  createTime: t.DateTime,
})
export type Favourite = t.Static<typeof Favourite>

const base = '/api/front/collect'

/** 商品收藏 of a buyer. */
export const buyerCollect = routes('buyer-collect', {
  list: {
    method: 'GET',
    path: `${base}/user`,
    permission: 'buyer',
    summary: '收藏的商品，新收藏在前',
    query: t.pageQuery({}),
    response: t.pageOf(Favourite),
  },
  add: {
    method: 'POST',
    path: `${base}/add`,
    permission: 'buyer',
    summary: '收藏商品',
    body: t.Object({ productId }),
    response: t.Done,
  },
  addAll: {
    method: 'POST',
    path: `${base}/all`,
    permission: 'buyer',
    summary: '批量收藏商品',
    body: t.Object({
      productIds: t.Array(t.Id, {
        title: '商品',
        minItems: 1,
        maxItems: MAX_AT_ONCE,
        uniqueItems: true,
        ask: '请选择商品',
        example: [1],
      }),
    }),
    response: t.Done,
  },
  remove: {
    method: 'POST',
    path: `${base}/delete`,
    permission: 'buyer',
    summary: '批量取消收藏',
    body: t.Object({
      ids: t.Array(t.Id, {
        title: '收藏',
        minItems: 1,
        maxItems: MAX_AT_ONCE,
        uniqueItems: true,
        ask: '请选择要取消的收藏',
        example: [1],
      }),
    }),
    response: t.Done,
  },
  cancel: {
    method: 'POST',
    path: `${base}/cancel/:productId`,
    permission: 'buyer',
    summary: '取消收藏一个商品',
    params: t.Object({ productId }),
    response: t.Done,
  },
})
