import { sql } from 'drizzle-orm'

// Conditions on records of the points ledger (docs/coupons-and-points.md, Points). They are written out, for use in raw statements too.

/** Spent points that came back, of an order that was closed or refunded. */
export const isReturn = sql`(user_integral_record.type = 1 and (user_integral_record.link_type = 'refund'
  or user_integral_record.link_type = 'order' and user_integral_record.biz_key like 'order:%:return'))`

/** Points that were gained. */
export const isGain = sql`(user_integral_record.type = 1 and not coalesce(${isReturn}, false))`
