import { type CouponDraft, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Ctx } from '../platform/http/context.ts'
import { type Caller, openShop, type Shop, type ShopOptions } from './shop.ts'

/** A shop, and staff with all permissions for coupons. */
export type CouponShop = { shop: Shop; staff: Caller }

export async function openCouponShop(options: ShopOptions = {}): Promise<CouponShop> {
  const shop = await openShop(options)
  return { shop, staff: await shop.signIn({ can: Object.values(coupon) }) }
}

/** The form of an open coupon of 10 yuan for any goods, without limits, that can be used for a week. */
export function couponDraft(change: Partial<CouponDraft> = {}): CouponDraft {
  return { name: '十元券', money: 10, day: 7, status: true, ...change }
}

/** Stores a coupon. @returns its id */
export async function makeCoupon(staff: Caller, change: Partial<CouponDraft> = {}): Promise<number> {
  const { status, body } = await staff.call(coupon.save, { body: couponDraft(change) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

export async function readCoupon(staff: Caller, id: number) {
  const { status, body } = await staff.call(coupon.info, { body: { id } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.coupon
}

/** How many copies of a coupon were received and are used, counted in the copies. */
export async function countCopies({ db }: Ctx, couponId: number): Promise<{ received: number; used: number }> {
  const { rows } = await db.execute<{ received: number; used: number }>(sql`
    select count(*)::int as received, (count(*) filter (where status = 1))::int as used
    from coupon_user where coupon_id = ${couponId} and seq is not null`)
  return rows[0] ?? { received: 0, used: 0 }
}
