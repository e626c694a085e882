import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'
import { orderLogs } from '../order/order.tables.ts'

/** The coupons that come with what is left of the products of an order and were not given for it yet, each once, by their ids. */
export function listDue({ db }: Ctx, orderId: number) {
  return db
    .select()
    .from(coupons)
    .where(
      and(
        eq(coupons.type, 3),
        eq(coupons.isDel, false),
        sql`coupon.id in (
          select gift.coupon_id from product_coupon as gift
          join order_line on order_line.product_id = gift.product_id
          where order_line.order_id = ${orderId} and order_line.refund_num < order_line.num)`,
        sql`not exists (
          select from coupon_user as given
          where given.gift_order_id = ${orderId} and given.coupon_id = coupon.id and given.source = 'buy')`,
      ),
    )
    .orderBy(asc(coupons.id))
}
export type Gift = Awaited<ReturnType<typeof listDue>>[number]

/** Whether the order's log says that a coupon was not given. */
export async function isTold({ db }: Ctx, orderId: number, couponId: number): Promise<boolean> {
  const ofCoupon = sql`${orderLogs.extra} ->> 'couponId' = ${String(couponId)}`
  return (
    (await db.$count(orderLogs, and(eq(orderLogs.orderId, orderId), eq(orderLogs.changeType, 'gift'), ofCoupon))) > 0
  )
}
