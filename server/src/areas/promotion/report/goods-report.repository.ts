import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** What the orders of an activity came to; money of paid ones alone. */
export type GoodsFigures = {
  orders: number
  paidOrders: number
  /** Of the paid ones. */
  refundedOrders: number
  participants: number
  newBuyers: number
  units: number
  gmvFen: number
  discountFen: number
  refundFen: number
  costFen: number
}
/** The paid ones of one day of Shanghai, `YYYY-MM-DD`. */
export type GoodsDay = { day: string; paidOrders: number; units: number; gmvFen: number; discountFen: number }

/** An order's own units that were not refunded, what the activity's price took off them, and their cost. */
const kept = sql`lateral (select coalesce(sum(num - refund_num), 0)::int as units,
  coalesce(sum(activity_discount_fen - activity_discount_fen * refund_num / num), 0)::bigint as discount_fen,
  coalesce(sum(cost_fen * (num - refund_num)), 0)::bigint as cost_fen
  from order_line where order_id = o.id)`

export async function sumGoods({ db }: Ctx, activityId: number): Promise<GoodsFigures> {
  const { rows } = await db.execute<GoodsFigures>(sql`
    select count(*)::int as orders, count(*) filter (where paid)::int as "paidOrders",
      count(*) filter (where paid and refund_status = 2)::int as "refundedOrders",
      count(distinct uid) filter (where paid)::int as participants,
      count(*) filter (where paid and not exists (select from store_order as before
        where before.uid = o.uid and before.paid and (before.pay_time, before.id) < (o.pay_time, o.id)))::int as "newBuyers",
      coalesce(sum(kept.units) filter (where paid), 0)::int as units,
      coalesce(sum(pay_price_fen - refund_price_fen) filter (where paid), 0)::bigint as "gmvFen",
      coalesce(sum(kept.discount_fen) filter (where paid), 0)::bigint as "discountFen",
      coalesce(sum(refund_price_fen) filter (where paid), 0)::bigint as "refundFen",
      coalesce(sum(kept.cost_fen) filter (where paid), 0)::bigint as "costFen"
    from store_order as o cross join ${kept} as kept where activity_id = ${activityId} and activity_id > 0`)
  const [row] = rows
  if (!row) throw new Error('the orders of an activity were not summed')
  return row
}

/** The days on which its orders were paid, the last ones. */
export async function listGoodsDays({ db }: Ctx, activityId: number, limit: number): Promise<GoodsDay[]> {
  const { rows } = await db.execute<GoodsDay>(sql`
    select (pay_time at time zone 'Asia/Shanghai')::date::text as day, count(*)::int as "paidOrders",
      sum(kept.units)::int as units, sum(pay_price_fen - refund_price_fen)::bigint as "gmvFen",
      sum(kept.discount_fen)::bigint as "discountFen"
    from store_order as o cross join ${kept} as kept
    where activity_id = ${activityId} and activity_id > 0 and paid group by 1 order by 1 desc limit ${limit}`)
  return rows.reverse()
}

/** When the last unit of an activity went, as long as nothing is left. */
export async function findSoldOut({ db }: Ctx, activityId: number): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select case when sum(quota) = 0 then max(sold_out_at) end as at from activity_sku
    where activity_id = ${activityId} and not is_del`)
  return rows[0]?.at ? new Date(rows[0].at) : undefined
}
