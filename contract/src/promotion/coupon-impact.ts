import { couponUseType } from '../coupon/coupon.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** How many SKUs are looked at, those with the thinnest margins first. */
export const IMPACT_LOOKED = 20_000

/** A SKU that a coupon would bring below cost. */
const BelowSku = t.Object({
  productId: t.Id,
  storeName: t.String({ title: '商品名称' }),
  skuId: t.Id,
  suk: t.String({ title: '规格' }),
  price: t.Amount({ title: '售价' }),
  cost: t.Amount({ title: '成本价' }),
  lowest: t.Amount({ title: '最低到手价' }),
})

/** What a coupon would do to the prices of what is for sale. */
export const CouponImpact = t.Object({
  /** How many SKUs it could bring below their cost; null for those who may not see costs. */
  below: t.Nullable(t.Integer({ title: '低于成本的规格数' })),
  /** Whether there may be more: of very many SKUs those with the thinnest margins are looked at. */
  isLowerBound: t.Boolean({ title: '数量为下限' }),
  /** The 20 of them that fall furthest. */
  list: t.Array(BelowSku),
})
export type CouponImpact = t.Static<typeof CouponImpact>

/** 影响预估 of the coupon's form (docs/prices.md, The lowest price). */
export const couponImpact = routes('coupon-impact', {
  estimate: {
    method: 'GET',
    path: '/admin/marketing/activity/impact',
    permission: ['admin:coupon:save', 'admin:marketing:calendar'],
    summary: '优惠券影响预估',
    query: t.Object({
      useType: couponUseType,
      scopeIds: t.Optional(t.Array(t.Id, { title: '适用范围', maxItems: 500 })),
      money: t.Amount({ title: '面值', minimum: 0.01, maximum: 99_999.99 }),
      minPrice: t.Optional(t.Amount({ title: '最低消费', maximum: 99_999.99 })),
    }),
    response: CouponImpact,
  },
})
