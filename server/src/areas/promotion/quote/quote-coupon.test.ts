import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addressIdOf, beginBuying, openSellingShop, placeOrder, sell } from '../../../testing/checkout.ts'
import { giveCopy } from '../../../testing/coupon-copy.ts'
import { couponCopies as copies, type couponCopies } from '../../coupon/copy/coupon-copy.tables.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { quoteBasket, rankBasket } from './quote.service.ts'

test('every reason why a copy cannot be spent stands in the trace with its code, and an order is refused with its words', async () => {
  const opened = await openSellingShop({ attrValue: [{ price: 20, cost: 8, stock: 100 }] })
  const { shop, skuId, cateId } = opened
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  const mug = await sell(opened, { storeName: '马克杯' })
  const [now, hour] = [shop.clock.now().getTime(), 3600_000]
  const give = async (fields: Partial<typeof couponCopies.$inferInsert>, uid = buyer.userId) =>
    (await giveCopy(shop.ctx, uid, fields)).id
  const used = await give({})
  await shop.ctx.db.update(copies).set({ status: 1, orderId: 999_999 }).where(eq(copies.id, used))
  const cases: [couponId: number, code: string, status: number, message: string][] = [
    [999_999, 'COUPON_MISSING', 404, '优惠券领取记录不存在！'],
    [await give({}, other.userId), 'COUPON_MISSING', 404, '优惠券领取记录不存在！'],
    [used, 'COUPON_USED', 409, '此优惠券已使用！'],
    [await give({ endTime: new Date(now - hour) }), 'COUPON_EXPIRED', 422, '此优惠券已失效！'],
    [await give({ status: 2 }), 'COUPON_EXPIRED', 422, '此优惠券已失效！'],
    [await give({ startTime: new Date(now + hour) }), 'COUPON_EARLY', 422, '此优惠券还未到达使用时间范围之内！'],
    [
      await give({ useType: 2, scopeIds: [mug.productId] }),
      ...(['COUPON_SCOPE', 422, '此优惠券为商品券，请购买相关商品之后再使用！'] as const),
    ],
    [
      await give({ useType: 3, scopeIds: [cateId + 1000] }),
      ...(['COUPON_SCOPE', 422, '此优惠券为分类券，请购买相关分类下的商品之后再使用！'] as const),
    ],
    [
      await give({ minPriceFen: 50_00 }),
      ...(['COUPON_BELOW_MIN', 422, '总金额小于优惠券最小使用金额，还差 10.00 元'] as const),
    ],
  ]
  const addressId = await addressIdOf(buyer)
  const preOrderNo = await beginBuying(buyer, skuId, 2)
  const price = async (couponId?: number) => {
    const body = { preOrderNo, addressId, shippingType: 1 as const, useIntegral: false, ...(couponId && { couponId }) }
    return (await buyer.call(frontOrder.price, { body })).body
  }
  for (const [couponId, code, status, message] of cases) {
    const priced = await price(couponId)
    expect(priced).toMatchObject({ couponFee: 0, payFee: 40, problems: [{ code, message, status }] })
    const step = { rule: 'coupon', applied: false, code, reason: message, amount: 0 }
    expect(priced.trace.filter(({ rule }) => rule === 'coupon')).toMatchObject([step])
    expect(priced.trace.find(({ rule }) => rule === 'coupon')?.lacks).toBe(code === 'COUPON_BELOW_MIN' ? 10 : undefined)
    expect(await placeOrder(buyer, preOrderNo, { couponId })).toMatchObject({ status, body: { code, message } })
  }
  const unasked = { couponFee: 0, problems: [] }
  expect(await price()).toMatchObject(unasked)
  expect((await price()).trace[1]).toMatchObject({ code: 'COUPON_UNASKED', applied: false, reason: '未使用优惠券' })
  const [whole, partly] = [await give({ useType: 3, scopeIds: [cateId] }), await give({ moneyFen: 99_00 })]
  expect(await price(whole)).toMatchObject({ couponFee: 5, payFee: 35, problems: [] })
  expect((await price(whole)).trace[1]).toMatchObject({ code: 'COUPON_APPLIED', applied: true, amount: 5 })
  expect(await price(partly)).toMatchObject({ couponFee: 40, payFee: 0, problems: [] })
  expect((await price(partly)).trace[1]).toMatchObject({ code: 'COUPON_PARTLY', applied: true, amount: 40 })
})

test('what-if: a moment, a level, points and a coupon that nobody holds change the quote and nothing else', async () => {
  const { shop, skuId } = await openSellingShop({ attrValue: [{ price: 20, cost: 8, stock: 100 }] })
  const { ctx, clock } = shop
  const buyer = await shop.buyer()
  const { id: couponUserId } = await giveCopy(ctx, buyer.userId)
  const basket = { uid: buyer.userId, items: [{ skuId, num: 2 }], shippingType: 2 as const, usePoints: true }
  expect(await quoteBasket(ctx, basket)).toMatchObject({ payFen: 40_00, points: 0 })
  expect(await quoteBasket(ctx, { ...basket, as: { points: 700 } })).toMatchObject({ payFen: 33_00, points: 700 })
  expect(await quoteBasket(ctx, { ...basket, couponUserId })).toMatchObject({ payFen: 35_00, problems: [] })
  const [level] = await ctx.db
    .insert(userLevels)
    .values({ name: '金牌', grade: 99, experience: 99_999, discount: 90, isShow: true })
    .returning({ id: userLevels.id })
  const asGold = { levelId: level?.id ?? 0 }
  expect(await quoteBasket(ctx, { ...basket, as: asGold })).toMatchObject({
    payFen: 36_00,
    trace: [{ code: 'MEMBER_PRICE', about: { name: '金牌' } }, {}, {}, {}, {}],
  })
  await ctx.db.execute(sql`update shop_user set level = ${asGold.levelId} where id = ${buyer.userId}`)
  expect(await quoteBasket(ctx, basket)).toMatchObject({ payFen: 36_00 })
  expect(await quoteBasket(ctx, { ...basket, as: { levelId: 0 } })).toMatchObject({ payFen: 40_00 })
  await ctx.db.execute(sql`update shop_user set level = 0 where id = ${buyer.userId}`)
  const later = new Date(clock.now().getTime() + 31 * 24 * 3600_000)
  expect(await quoteBasket(ctx, { ...basket, couponUserId, as: { at: later } })).toMatchObject({
    payFen: 40_00,
    problems: [{ code: 'COUPON_EXPIRED' }],
  })
  const coupon = {
    id: 0,
    couponId: 7,
    uid: buyer.userId,
    name: '试试',
    moneyFen: 8_00,
    minFen: 0,
    useType: 1 as const,
    scopeIds: [],
    status: 0 as const,
    from: clock.now(),
    to: later,
  }
  expect(await quoteBasket(ctx, { ...basket, as: { coupon } })).toMatchObject({ payFen: 32_00, problems: [] })
  const nobody = { ...basket, uid: 0 }
  expect(await quoteBasket(ctx, { ...nobody, as: { coupon: { ...coupon, uid: 0 } } })).toMatchObject({ payFen: 32_00 })
  await giveCopy(ctx, buyer.userId, { moneyFen: 9_00 })
  await giveCopy(ctx, buyer.userId, { moneyFen: 99_00, minPriceFen: 100_00 })
  const { priced, ranked } = await rankBasket(ctx, basket)
  expect(priced.payFen).toBe(40_00)
  expect(
    ranked.map(({ discountFen, payFen, problem, lacksFen }) => [discountFen, payFen, problem?.code, lacksFen]),
  ).toEqual([
    [9_00, 31_00, undefined, undefined],
    [5_00, 35_00, undefined, undefined],
    [0, 40_00, 'COUPON_BELOW_MIN', 60_00],
  ])
})
