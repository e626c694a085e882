import { dayStart } from '@zhanggui/domain/promotion/activity.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { inOwnStores } from '../../user/scope/told-order.parts.ts'
import { keptUnits } from './activity.parts.ts'
import { type ActivityFilter, matched } from './activity.repository.ts'

const todayStart = (now: Date) => sql`${dayStart(now).toISOString()}::timestamptz`

/** What orders of today brought; money less what went back. */
export type TodaySums = { orderCount: number; units: number; payFen: number; discountFen: number }

/** The sums over today's paid orders in the activities of a list. */
export async function sumToday({ db, now }: Ctx, filter: ActivityFilter): Promise<TodaySums> {
  const { rows: found } = await db.execute<TodaySums>(sql`
    select count(*)::int as "orderCount", coalesce(sum(kept.units), 0)::int as units,
      coalesce(sum(pay_price_fen - refund_price_fen), 0)::bigint as "payFen",
      coalesce(sum(kept.discount_fen), 0)::bigint as "discountFen"
    from store_order as o cross join ${keptUnits} as kept
    where paid and pay_time >= ${todayStart(now())} and activity_id > 0
      and activity_id in (select activity.id from ${matched(filter, now())})`)
  const [row] = found
  if (!row) throw new Error('the orders of today were not summed')
  return row
}

/** What today's paid orders of activities brought, in fen, by activity; those without any are missing. */
export async function listTodayFen({ db, now }: Ctx, ids: readonly number[]): Promise<Map<number, number>> {
  if (!ids.length) return new Map()
  const { rows: found } = await db.execute<{ activityId: number; payFen: number }>(sql`
    select activity_id as "activityId", sum(pay_price_fen - refund_price_fen)::bigint as "payFen" from store_order
    where paid and pay_time >= ${todayStart(now())} and activity_id > 0 and activity_id = any(${sql.param([...ids])})
    group by activity_id`)
  return new Map(found.map(({ activityId, payFen }) => [activityId, payFen]))
}

/** How many orders of an activity wait for their money. */
export async function countUnpaid({ db }: Ctx, activityId: number): Promise<number> {
  const { rows: found } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from store_order where activity_id = ${activityId} and activity_id > 0 and tab = 1`,
  )
  return found[0]?.count ?? 0
}

/** What the orders of an activity came to. */
export type ActivityMoney = { orderCount: number; buyerCount: number; payFen: number; refundFen: number }

export async function sumOrders({ db }: Ctx, activityId: number): Promise<ActivityMoney> {
  const { rows: found } = await db.execute<ActivityMoney>(sql`
    select count(*) filter (where paid)::int as "orderCount", count(distinct uid) filter (where paid)::int as "buyerCount",
      coalesce(sum(pay_price_fen - refund_price_fen) filter (where paid), 0)::bigint as "payFen",
      coalesce(sum(refund_price_fen) filter (where paid), 0)::bigint as "refundFen"
    from store_order where activity_id = ${activityId} and activity_id > 0`)
  const [row] = found
  if (!row) throw new Error('the orders of an activity were not summed')
  return { ...row, payFen: Number(row.payFen), refundFen: Number(row.refundFen) }
}

/** The newest orders of an activity in the caller's stores. */
export async function listOrders(ctx: Ctx, activityId: number, limit: number) {
  const { rows: found } = await ctx.db.execute<{
    id: number
    orderNo: string
    nickname: string
    num: number
    payFen: number
    tab: number
    refundStatus: number
    createdAt: string
  }>(sql`
    select o.id, o.order_no as "orderNo", coalesce(nullif(nickname, ''), '') as nickname, total_num as num,
      pay_price_fen as "payFen", tab, refund_status as "refundStatus", o.created_at as "createdAt"
    from store_order as o join shop_user on shop_user.id = uid
    where activity_id = ${activityId} and activity_id > 0 and ${inOwnStores(ctx)} order by o.id desc limit ${limit}`)
  return found
}
