import { frontOrderCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../platform/security/random.ts'
import { openSellingShop, sell } from '../../../testing/checkout.ts'
import { storeCoupon } from '../../../testing/coupon-copy.ts'
import { couponCopies } from '../../coupon/copy/coupon-copy.tables.ts'
import { quoteBasket } from './quote.service.ts'

const DAY_MS = 24 * 3600_000

test('of more copies than are listed the best ones are, whenever they end: each as a quote with it alone says', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 8, stock: 100 }] })
  const { shop, cateId, productId, skuId } = opened
  const { ctx } = shop
  const mug = await sell(opened, { storeName: '马克杯', attrValue: [{ price: 35.5, cost: 9, stock: 50 }] })
  const [buyer, couponId, now] = [await shop.buyer(), await storeCoupon(ctx), +shop.clock.now()]
  const random = randomFrom(20_261_123)
  const below = (most: number) => Math.floor(random() * most)
  const scopes = [
    ...[
      { useType: 1, scopeIds: [] },
      { useType: 2, scopeIds: [productId] },
      { useType: 2, scopeIds: [mug.productId] },
    ],
    ...[
      { useType: 2, scopeIds: [999_999] },
      { useType: 3, scopeIds: [cateId] },
      { useType: 3, scopeIds: [999_999] },
    ],
  ] as const
  const drawn = Array.from({ length: 239 }, () => ({
    ...(scopes[below(scopes.length)] as (typeof scopes)[number]),
    moneyFen: 1 + below(70_00),
    minPriceFen: below(120_00),
    startTime: new Date(now + (below(8) ? -DAY_MS : DAY_MS)),
  }))
  const best = { useType: 1 as const, scopeIds: [], moneyFen: 88_00, minPriceFen: 0, startTime: new Date(now) }
  // The dearest of all ends last.
  const copies = [...drawn, best].map((copy, at) => ({
    couponId,
    uid: buyer.userId,
    seq: at + 1,
    name: `券${at}`,
    source: 'receive' as const,
    ...copy,
    scopeIds: [...copy.scopeIds],
    endTime: new Date(now + (2 + at) * DAY_MS),
  }))
  const stored = await ctx.db
    .insert(couponCopies)
    .values(copies)
    .returning({ id: couponCopies.id, endTime: couponCopies.endTime })
  const items = [
    { skuId, num: 2 },
    { skuId: mug.skuId, num: 1 },
  ]
  const basket = { uid: buyer.userId, items, shippingType: 2 as const, usePoints: false }
  const alone = await Promise.all(
    stored.map(async ({ id, endTime }) => {
      const { payFen, couponFen } = await quoteBasket(ctx, { ...basket, couponUserId: id })
      return { id, payFen, couponFen, ends: +endTime }
    }),
  )
  const usable = alone.filter(({ couponFen }) => couponFen).sort((a, b) => a.payFen - b.payFen || a.ends - b.ends)
  expect(usable.length).toBeGreaterThan(60)
  const { body: begun } = await buyer.call(frontOrder.pre, {
    body: {
      preOrderType: 'buyNow',
      orderDetails: items.map(({ skuId: attrValueId, num: productNum }) => ({ attrValueId, productNum })),
    },
  })
  const rank = async (all: boolean) =>
    (await buyer.call(frontOrderCoupon.rank, { params: { preOrderNo: begun.preOrderNo }, query: { all } })).body.list
  const listed = await rank(false)
  expect(listed.map(({ id }) => id)).toEqual(usable.slice(0, 100).map(({ id }) => id))
  expect(listed[0]).toMatchObject({ name: '券239', discount: 75.5 })
  const every = await rank(true)
  expect(every).toHaveLength(100)
  expect(every.slice(0, listed.length)).toEqual(listed)
})
