import { couponCopies } from '../areas/coupon/copy/coupon-copy.tables.ts'
import { type Grant, grantCoupon } from '../areas/coupon/copy/coupon-grant.service.ts'
import { couponScopes, type coupons } from '../areas/coupon/coupon/coupon.tables.ts'
import { type Ctx, inTransaction } from '../platform/http/context.ts'
import { storeCoupon } from './coupon-copy.ts'
import { makeCustomer } from './user.ts'

export type MadeCoupon = Partial<typeof coupons.$inferInsert> & { scopeIds?: readonly number[] }

/** Stores an open coupon of which each buyer takes one, unless told otherwise, past all checks. */
export async function makeCoupon(ctx: Ctx, { scopeIds = [], ...fields }: MadeCoupon = {}): Promise<number> {
  const couponId = await storeCoupon(ctx, { name: '满减券', moneyFen: 1000, day: 7, limitPerUser: 1, ...fields })
  const scope = scopeIds.map((targetId) => ({ couponId, targetId }))
  if (scope.length) await ctx.db.insert(couponScopes).values(scope)
  return couponId
}

export const grant = (ctx: Ctx, given: Grant) => inTransaction(ctx, (tx) => grantCoupon(tx, given))

/** Stores customers. Returns their ids, ascending. */
export async function makeCustomers(ctx: Ctx, count: number): Promise<number[]> {
  const uids = await Promise.all(Array.from({ length: count }, () => makeCustomer(ctx)))
  return uids.sort((a, b) => a - b)
}

export const copiesOf = ({ db }: Ctx) => db.select().from(couponCopies).orderBy(couponCopies.id)
