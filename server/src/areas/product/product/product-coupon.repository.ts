import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'
import { productCoupons } from './product-coupon.tables.ts'

/** Coupons that are not deleted, and that are given with products. */
const isGift = and(eq(coupons.type, 3), eq(coupons.isDel, false))

/** The coupons that a product gives away, in their order. Those of a deleted coupon went with it. */
export async function listOf({ db }: Ctx, productId: number): Promise<number[]> {
  const rows = await db
    .select({ id: productCoupons.couponId })
    .from(productCoupons)
    .where(eq(productCoupons.productId, productId))
    .orderBy(asc(productCoupons.position))
  return rows.map(({ id }) => id)
}

/** The coupons that products can give away, by name. */
export function listNames({ db }: Ctx) {
  return db.select({ id: coupons.id, name: coupons.name }).from(coupons).where(isGift)
}

/** Those of the coupons that products can give away, locked against deletion until the transaction ends. */
export async function lockLive({ db }: Ctx, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(inArray(coupons.id, [...ids]), isGift))
    .orderBy(asc(coupons.id))
    .for('key share')
  return rows.map(({ id }) => id)
}

/** Replaces the coupons that a product gives away. */
export async function replace({ db }: Ctx, productId: number, ids: readonly number[]): Promise<void> {
  await db.delete(productCoupons).where(eq(productCoupons.productId, productId))
  if (!ids.length) return
  await db.insert(productCoupons).values(ids.map((couponId, position) => ({ productId, couponId, position })))
}
