import { couponCopies } from '../areas/coupon/copy/coupon-copy.tables.ts'
import { couponCountDeltas, coupons } from '../areas/coupon/coupon/coupon.tables.ts'
import type { Ctx } from '../platform/http/context.ts'

type CopyInsert = typeof couponCopies.$inferInsert

const DAY_MS = 24 * 3600_000

/** A coupon for 5 yuan off anything, as it is stored; `fields` may say otherwise. */
export async function storeCoupon({ db }: Ctx, fields: Partial<typeof coupons.$inferInsert> = {}): Promise<number> {
  const [saved] = await db
    .insert(coupons)
    .values({ name: '五元券', moneyFen: 5_00, useType: 1, type: 1, day: 30, status: true, limitPerUser: 99, ...fields })
    .returning({ id: coupons.id })
  if (!saved) throw new Error('the coupon was not stored')
  return saved.id
}

/** Gives a customer a copy of a coupon of its own, received now and good for thirty days; counted as received. */
export async function giveCopy(
  ctx: Ctx,
  uid: number,
  { couponId, ...fields }: Partial<CopyInsert> = {},
): Promise<{ id: number; couponId: number }> {
  const [from, of] = [ctx.now(), couponId ?? (await storeCoupon(ctx))]
  const [saved] = await ctx.db
    .insert(couponCopies)
    .values({
      couponId: of,
      uid,
      seq: 1,
      name: '五元券',
      moneyFen: 5_00,
      minPriceFen: 0,
      useType: 1,
      scopeIds: [],
      source: 'send',
      startTime: from,
      endTime: new Date(from.getTime() + 30 * DAY_MS),
      createdAt: from,
      ...fields,
    })
    .returning({ id: couponCopies.id })
  if (!saved) throw new Error('the copy was not stored')
  await ctx.db.insert(couponCountDeltas).values({ couponId: of, received: 1 })
  return { id: saved.id, couponId: of }
}
