import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { copiesOf, makeCoupon } from '../../../testing/coupon-grant.ts'
import { openShop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'

test('a new customer gets each open coupon meant for them once, however often it is told and whichever fails', async () => {
  const { app, ctx } = await openShop()
  const past = new Date(ctx.now().getTime() - 60_000)
  await makeCoupon(ctx, { type: 2, status: false })
  await makeCoupon(ctx, { type: 2, receiveEnd: past })
  await makeCoupon(ctx, { type: 2, isLimited: true, total: 1, received: 1 })
  await makeCoupon(ctx, { type: 2, isFixedTime: true, useStart: new Date(past.getTime() - 60_000), useEnd: past })
  await makeCoupon(ctx, { type: 1 })
  const first = await makeCoupon(ctx, { type: 2, limitPerUser: 9 })
  // A copy of it cannot be stored: it has no time in which it could be spent.
  await makeCoupon(ctx, { type: 2, isFixedTime: true })
  const last = await makeCoupon(ctx, { type: 2, isLimited: true, total: 5 })
  const uid = await makeCustomer(ctx)
  for (const _ of [1, 2]) await inTransaction(ctx, (tx) => emit(tx, 'user.registered', { uid, channel: 'h5' }))
  await app.work()
  const left = async () => (await ctx.db.execute(sql`select event from outbox where consumer = 'coupon-new-user'`)).rows
  await expect.poll(left).toEqual([])
  const given = (await copiesOf(ctx)).map((copy) => [copy.uid, copy.couponId, copy.source])
  expect(given).toEqual([
    [uid, first, 'new'],
    [uid, last, 'new'],
  ])
})
