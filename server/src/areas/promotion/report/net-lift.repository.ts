import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** A product's lines of a day of Shanghai that were paid, less what went back: those of an activity, and those of none. */
export type LiftDay = {
  day: string
  activityFen: number
  activityCostFen: number
  /** Points given with its units. */
  points: number
  usualFen: number
  usualCostFen: number
}

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** The days between two moments on which something was paid for a product. Reships are no sale. */
export async function listLiftDays(
  { db }: Ctx,
  { activityId, productId, from, to }: { activityId: number; productId: number; from: Date; to: Date },
): Promise<LiftDay[]> {
  const { rows } = await db.execute<LiftDay>(sql`
    select (o.pay_time at time zone 'Asia/Shanghai')::date::text as day,
      coalesce(sum(kept.fen) filter (where o.activity_id > 0), 0)::bigint as "activityFen",
      coalesce(sum(kept.cost_fen) filter (where o.activity_id > 0), 0)::bigint as "activityCostFen",
      coalesce(sum(kept.points) filter (where o.activity_id > 0), 0)::bigint as points,
      coalesce(sum(kept.fen) filter (where o.activity_id = 0), 0)::bigint as "usualFen",
      coalesce(sum(kept.cost_fen) filter (where o.activity_id = 0), 0)::bigint as "usualCostFen"
    from store_order as o join order_line as line on line.order_id = o.id
    cross join lateral (select line.pay_share_fen - line.refund_money_fen as fen, line.cost_fen * (line.num - line.refund_num) as cost_fen,
      line.give_integral * (line.num - line.refund_num) as points) as kept
    where line.product_id = ${productId} and o.activity_id in (0, ${activityId}) and o.paid and o.source <> 'reship'
      and o.pay_time >= ${moment(from)} and o.pay_time < ${moment(to)}
    group by 1 order by 1`)
  return rows
}

/** What the coupons that came with an activity's orders, paid before a moment, may take off others. */
export async function sumGiftedFen({ db }: Ctx, activityId: number, to: Date): Promise<number> {
  const { rows } = await db.execute<{ fen: number }>(sql`
    select coalesce(sum(money_fen), 0)::bigint as fen from store_order as o join coupon_user as copy on copy.gift_order_id = o.id
    where o.activity_id = ${activityId} and o.activity_id > 0 and o.paid and o.pay_time < ${moment(to)}
      and copy.source = 'buy' and copy.void_time is null`)
  return rows[0]?.fen ?? 0
}
