import { setTimeout as sleep } from 'node:timers/promises'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fileProduct, openShelves } from '../../../testing/category.ts'
import { draw } from '../../../testing/chance.ts'
import { copiesOf, grant, makeCoupon } from '../../../testing/coupon-grant.ts'
import { makeCategory } from '../../../testing/product.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { userSegments } from '../../user/segment/user-segment.tables.ts'
import { coupons } from '../coupon/coupon.tables.ts'
import { couponCopies } from './coupon-copy.tables.ts'

const DAY_MS = 86_400_000
/** How many claim a tenth of as many copies; the acceptance asks for 10,000. */
const CLAIMS = Number(process.env.COUPON_CLAIMS ?? 100)
const { open, receive, list } = frontCoupon
const bought = { name: '买过的', query: { payCount: 1 } }

test('a coupon is refused for the first reason there is', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const buyer = await shop.buyer()
  const [segment] = await ctx.db.insert(userSegments).values(bought).returning({ id: userSegments.id })
  const [past, future] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms))
  const soldOut = { isLimited: true, total: 1, received: 1 }
  const kept = { segmentId: segment?.id ?? 0, ...soldOut }
  const missing = '优惠券信息不存在或者已失效！'
  for (const [fields, status, message] of [
    [{ status: false, type: 3 }, 404, missing],
    [{ isDel: true, type: 3 }, 404, missing],
    [{ type: 2, receiveStart: future }, 422, '该优惠券不支持领取'],
    [{ receiveStart: future, ...kept }, 422, '还未达到优惠券领取时间！'],
    [{ receiveEnd: past, ...kept }, 422, '已超过优惠券领取最后期限！'],
    [{ isFixedTime: true, useStart: past, useEnd: past }, 422, '已超过优惠券领取最后期限！'],
    [kept, 422, '该优惠券仅限指定用户领取'],
    [soldOut, 409, '此优惠券已经被领完了！'],
  ] as const) {
    const answer = await buyer.call(receive, { body: { couponId: await makeCoupon(ctx, fields) } })
    expect(answer, message).toMatchObject({ status, body: { message } })
  }
  expect(await buyer.call(receive, { body: { couponId: 999_999 } })).toMatchObject({ status: 404 })
  const couponId = await makeCoupon(ctx, { isLimited: true, total: 1 })
  expect(await buyer.call(receive, { body: { couponId } })).toMatchObject({ status: 200 })
  const again = { status: 409, body: { message: '当前用户已经领取过此优惠券了！' } }
  expect(await buyer.call(receive, { body: { couponId } })).toMatchObject(again)
  expect(await copiesOf(ctx)).toHaveLength(1)
})

test('a coupon is taken from its first second to the last, both included', async () => {
  const shop = await openShop()
  const { ctx, clock } = shop
  const buyer = await shop.buyer()
  const couponId = await makeCoupon(ctx, { limitPerUser: 99 })
  const secondNow = () => Math.floor(clock.now().getTime() / 1000) * 1000
  /** Takes it in a window from and to so many seconds after the present one, which does not end meanwhile. */
  const takeIn = async (from: number, to: number): Promise<[listed: number, status: number]> => {
    for (;;) {
      const second = secondNow()
      const [receiveStart, receiveEnd] = [from, to].map((each) => new Date(second + each * 1000)) as [Date, Date]
      await ctx.db.update(coupons).set({ receiveStart, receiveEnd }).where(eq(coupons.id, couponId))
      const listed = (await shop.visitor().call(open, { query: {} })).body.total
      const { status } = await buyer.call(receive, { body: { couponId } })
      if (secondNow() === second) return [listed, status]
    }
  }
  expect(await takeIn(-9, -1)).toEqual([0, 422])
  expect(await takeIn(-9, 0)).toEqual([1, 200])
  expect(await takeIn(0, 9)).toEqual([1, 200])
  expect(await takeIn(1, 9)).toEqual([0, 422])
})

test('two taps take one copy, ten with a limit of 3 take three', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  for (const [limitPerUser, taps] of [
    [1, 2],
    [3, 10],
  ] as const) {
    const couponId = await makeCoupon(shop.ctx, { limitPerUser, isLimited: true, total: 9 })
    const answers = await Promise.all(Array.from({ length: taps }, () => buyer.call(receive, { body: { couponId } })))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual(Array.from({ length: taps }, (_, tap) => (tap < limitPerUser ? 200 : 409)))
    const [coupon] = await shop.ctx.db.select().from(coupons).where(eq(coupons.id, couponId))
    expect(coupon?.received).toBe(limitPerUser)
  }
})

/** Claims as a client does that is told to try again: of thousands at once the server puts some off. */
async function claimPatiently(buyer: Caller, couponId: number): Promise<string> {
  for (;;) {
    const { status, body } = await buyer.call(receive, { body: { couponId } })
    if (status === 200) return 'taken'
    if (status !== 503) return `${status} ${(body as { code?: string }).code}`
    await sleep(draw(500))
  }
}

test('200 buyers at once take the 50 copies there are', async () => {
  const shop = await openShop()
  const couponId = await makeCoupon(shop.ctx, { isLimited: true, total: 50 })
  const buyers = await Promise.all(Array.from({ length: 200 }, () => shop.buyer()))
  const told = await Promise.all(buyers.map((buyer) => claimPatiently(buyer, couponId)))
  expect(told.toSorted()).toEqual([...Array(150).fill('409 SOLD_OUT'), ...Array(50).fill('taken')])
  const [coupon] = await shop.ctx.db.select().from(coupons)
  expect([coupon?.received, (await copiesOf(shop.ctx)).length]).toEqual([50, 50])
})

test('ten times as many buyers at once as there are copies take each of them once, and all others hear that none is left', async () => {
  const shop = await openShop()
  const [claims, total] = [CLAIMS, CLAIMS / 10]
  const couponId = await makeCoupon(shop.ctx, { isLimited: true, total })
  const buyers: Caller[] = []
  while (buyers.length < claims) buyers.push(...(await Promise.all(Array.from({ length: 50 }, () => shop.buyer()))))
  const told = new Map<string, number>()
  for (const what of await Promise.all(buyers.map((buyer) => claimPatiently(buyer, couponId))))
    told.set(what, (told.get(what) ?? 0) + 1)
  expect(Object.fromEntries(told)).toEqual({ taken: total, '409 SOLD_OUT': claims - total })
  const copies = await copiesOf(shop.ctx)
  const [coupon] = await shop.ctx.db.select().from(coupons)
  expect([coupon?.received, copies.length, new Set(copies.map(({ uid }) => uid)).size]).toEqual([total, total, total])
})

test('what can be taken is shown, with whether the buyer has it; what is kept for a segment only to its customers', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [segment] = await ctx.db.insert(userSegments).values(bought).returning({ id: userSegments.id })
  const buyer = await shop.buyer()
  await makeCoupon(ctx, { name: '专属', segmentId: segment?.id ?? 0 })
  const couponId = await makeCoupon(ctx, {
    name: '商品',
    useType: 2,
    scopeIds: [7],
    isLimited: true,
    total: 3,
    sort: 1,
  })
  await makeCoupon(ctx, { type: 2 })
  await makeCoupon(ctx, { isLimited: true, total: 1, received: 1 })
  await buyer.call(receive, { body: { couponId } })
  const all = (await buyer.call(open, { query: { type: 0 } })).body
  expect(all).toMatchObject({ total: 1, list: [{ name: '商品', isUse: true, scopeIds: [7], lastTotal: 2, money: 10 }] })
  expect((await buyer.call(open, { query: { type: 1 } })).body.total).toBe(0)
  expect((await buyer.call(open, { query: { couponId } })).body).toMatchObject({ total: 1, list: [{ id: couponId }] })
  expect((await buyer.call(open, { query: { couponId: couponId - 1 } })).body.list).toEqual([])
  expect((await shop.visitor().call(open, { query: {} })).body.list).toMatchObject([{ name: '商品', isUse: false }])
  const regular = await shop.buyer({ uid: await makeCustomer(ctx, { payCount: 1 }) })
  expect((await regular.call(open, { query: {} })).body.list.map(({ name }) => name)).toEqual(['商品', '专属'])
})

test('a product shows the coupons that can be spent on it: for anything, for it, for its categories and those above', async () => {
  const { shop, staff } = await openShelves()
  const above = await makeCategory(staff, '家电')
  const cateId = await makeCategory(staff, '冰箱', above)
  const other = await makeCategory(staff, '图书')
  const productId = await fileProduct(staff, '双门冰箱', [cateId])
  const make = (name: string, useType: 1 | 2 | 3, scopeIds: number[] = []) =>
    makeCoupon(shop.ctx, { name, useType, scopeIds })
  await make('通用', 1)
  await make('这件', 2, [productId])
  await make('家电', 3, [above])
  await make('图书', 3, [other, productId])
  await make('别的', 2, [productId + 1, above])
  const answer = await shop.visitor().call(open, { query: { productId } })
  expect(answer.body.list.map(({ name }) => name)).toEqual(['家电', '这件', '通用'])
})

test('a buyer sees the own copies, usable by the clock and not by what a job has noted', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  const give = async (name: string, change: Partial<typeof couponCopies.$inferInsert> = {}) => {
    const couponId = await makeCoupon(ctx, { name })
    const { granted } = await grant(ctx, { couponId, uids: [buyer.userId], source: 'receive' })
    await ctx.db
      .update(couponCopies)
      .set({ voidReason: '', ...change })
      .where(eq(couponCopies.id, granted[0]?.id ?? 0))
  }
  const [past, future] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms))
  await give('可用')
  await give('将来', { startTime: future as Date })
  await give('过期', { endTime: past as Date })
  await give('作废', { status: 2, voidReason: '发错了' })
  await give('用了', { status: 1, orderId: 1, useTime: past as Date })
  const seen = async (type?: 'usable' | 'unusable' | 'used' | 'over') =>
    (await buyer.call(list, { query: { type } })).body.list.map(({ name, status, validStr }) => [
      name,
      status,
      validStr,
    ])
  const usable = [
    ['将来', 0, 'notStart'],
    ['可用', 0, 'usable'],
  ]
  const over = [
    ['用了', 1, 'unusable'],
    ['作废', 2, 'overdue'],
    ['过期', 2, 'overdue'],
  ]
  expect(await seen('used')).toEqual(over.slice(0, 1))
  expect(await seen('over')).toEqual(over.slice(1))
  expect(await seen('usable')).toEqual(usable)
  expect((await buyer.call(customerCentre.account)).body.couponCount).toBe(usable.length)
  expect(await seen('unusable')).toEqual(over)
  expect(await seen()).toEqual([...over, ...usable])
  expect((await other.call(list, { query: {} })).body.total).toBe(0)
})
