import { coupon as couponRoutes } from '@zhanggui/contract/coupon/coupon.ts'
import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Ctx } from '../../../platform/http/context.ts'
import { copiesOf, grant, makeCoupon, makeCustomers } from '../../../testing/coupon-grant.ts'
import { openShop } from '../../../testing/shop.ts'
import { couponCountDeltas, coupons } from '../coupon/coupon.tables.ts'

const DAY_MS = 86_400_000

async function receivedOf({ db }: Ctx): Promise<number | undefined> {
  const [coupon] = await db.select({ received: coupons.received }).from(coupons)
  return coupon?.received
}

test('a limited coupon is not granted to more than are left, and then to nobody', async () => {
  const { ctx } = await openShop()
  const couponId = await makeCoupon(ctx, { isLimited: true, total: 2 })
  const uids = await makeCustomers(ctx, 3)
  await expect(grant(ctx, { couponId: 999, uids, source: 'send' })).rejects.toMatchObject({ status: 404 })
  const refused = { status: 409, code: 'SOLD_OUT', message: '此优惠券已经被领完了！' }
  await expect(grant(ctx, { couponId, uids, source: 'send' })).rejects.toMatchObject(refused)
  expect([await receivedOf(ctx), await copiesOf(ctx)]).toEqual([0, []])
})

test('a copy keeps the terms of its receipt; who is unknown or holds one is skipped', async () => {
  const { ctx } = await openShop()
  const couponId = await makeCoupon(ctx, { useType: 2, minPriceFen: 5000, scopeIds: [9, 4] })
  const [first, second] = (await makeCustomers(ctx, 2)) as [number, number]
  await grant(ctx, { couponId, uids: [first], source: 'receive' })
  const given = await grant(ctx, { couponId, uids: [first, 999_999, second, second], source: 'code' })
  expect(given).toEqual({ granted: [{ id: expect.any(Number), uid: second }], skipped: [first, 999_999] })
  const terms = { name: '满减券', moneyFen: 1000, minPriceFen: 5000, useType: 2, scopeIds: [4, 9], seq: 1, status: 0 }
  expect(await copiesOf(ctx)).toMatchObject([
    { uid: first, source: 'receive', ...terms },
    { uid: second, source: 'code', ...terms },
  ])
  expect(await ctx.db.select().from(couponCountDeltas)).toMatchObject([{ received: 1 }, { received: 1 }])
})

test('an event gives a customer one copy, whatever the limit', async () => {
  const { ctx } = await openShop()
  const couponId = await makeCoupon(ctx, { limitPerUser: 9, isLimited: true, total: 9 })
  const uids = await makeCustomers(ctx, 1)
  for (const event of [
    { source: 'new' },
    { source: 'send', sendId: 5 },
    { source: 'send', sendId: 6 },
    { source: 'buy', giftOrderId: 5 },
    { source: 'buy', giftOrderId: 6 },
  ] as const)
    for (const granted of [1, 0])
      expect((await grant(ctx, { couponId, uids, ...event })).granted, JSON.stringify(event)).toHaveLength(granted)
  expect((await copiesOf(ctx)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(await receivedOf(ctx)).toBe(5)
})

test.each([true, false])(
  'two grants at once make one copy; ten with a limit of 3 make three (limited: %s)',
  async (isLimited) => {
    const { ctx } = await openShop()
    for (const [limitPerUser, taps] of [
      [1, 2],
      [3, 10],
    ] as const) {
      const couponId = await makeCoupon(ctx, { limitPerUser, isLimited, total: 20 })
      const uids = await makeCustomers(ctx, 1)
      const given = await Promise.all(
        Array.from({ length: taps }, () => grant(ctx, { couponId, uids, source: 'receive' })),
      )
      expect(given.flatMap(({ granted }) => granted)).toHaveLength(limitPerUser)
      const held = (await copiesOf(ctx)).filter((copy) => copy.couponId === couponId)
      expect(held.map(({ seq }) => seq).sort()).toEqual([1, 2, 3].slice(0, limitPerUser))
      const { rows } = await ctx.db.execute(sql`
      select received + (select coalesce(sum(received), 0)::int from coupon_count_delta where coupon_id = ${couponId}) as received
      from coupon where id = ${couponId}`)
      expect(rows).toEqual([{ received: limitPerUser }])
    }
  },
)

test('of 100 buyers at once, as many get a copy as there are, and no more is counted', async () => {
  const { ctx } = await openShop()
  const couponId = await makeCoupon(ctx, { isLimited: true, total: 25 })
  const uids = await makeCustomers(ctx, 100)
  const given = await Promise.allSettled(uids.map((uid) => grant(ctx, { couponId, uids: [uid], source: 'receive' })))
  expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
  for (const each of given) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'SOLD_OUT' })
  expect([await receivedOf(ctx), (await copiesOf(ctx)).length]).toEqual([25, 25])
})

test('a copy is good for its days of 24 hours from the second of its receipt, or for the fixed time', async () => {
  const { ctx, clock } = await openShop()
  const [useStart, useEnd] = [new Date('2027-01-01T00:00:00Z'), new Date('2027-01-31T15:59:59Z')]
  const uids = await makeCustomers(ctx, 1)
  clock.advance(200 * DAY_MS)
  await grant(ctx, { couponId: await makeCoupon(ctx, { day: 999 }), uids, source: 'receive' })
  const fixed = await makeCoupon(ctx, { day: 0, isFixedTime: true, useStart, useEnd })
  await grant(ctx, { couponId: fixed, uids, source: 'receive' })
  const [counted, limited] = await copiesOf(ctx)
  const from = counted?.startTime.getTime() ?? 0
  expect(from % 1000).toBe(0)
  expect(Math.abs(ctx.now().getTime() - from)).toBeLessThan(30_000)
  expect(counted?.endTime.getTime()).toBe(from + 999 * DAY_MS)
  expect(limited).toMatchObject({ startTime: useStart, endTime: useEnd })
})

test('a coupon of which more are given out, and more to each, while buyers claim it is claimed up to the new limits and no further', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const staff = await shop.signIn({ can: [couponRoutes.info, couponRoutes.update] })
  const couponId = await makeCoupon(ctx, { isLimited: true, total: 10 })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.buyer()))
  const claimAll = () => buyers.map((buyer) => buyer.call(frontCoupon.receive, { body: { couponId } }))
  const raise = async () => {
    const { version } = (await staff.call(couponRoutes.info, { body: { id: couponId } })).body.coupon
    return staff.call(couponRoutes.update, { body: { id: couponId, version, total: 30, limitPerUser: 2 } })
  }
  const [raised, ...claims] = await Promise.all([raise(), ...claimAll(), ...claimAll()])
  expect(raised.status).toBe(200)
  const taken = claims.filter(({ status }) => status === 200).length
  const held = async () => (await copiesOf(ctx)).map(({ uid }) => uid)
  expect([taken, await receivedOf(ctx)]).toEqual([(await held()).length, taken])
  for (let round = 0; round < 2; round++) await Promise.all(claimAll())
  const owners = await held()
  expect([owners.length, await receivedOf(ctx)]).toEqual([30, 30])
  expect(buyers.every(({ userId }) => owners.filter((uid) => uid === userId).length <= 2)).toBe(true)
})
