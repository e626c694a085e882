import type { ActivityType } from '@zhanggui/domain/promotion/activity.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { keptUnits } from '../activity/activity.parts.ts'

/** What the paid orders of an activity came to. */
export type GoodsFigures = {
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
  /** Given with the units: points, and copies of coupons that were not taken back. */
  points: number
  coupons: number
}
/** Those of one day of Shanghai, `YYYY-MM-DD`. */
export type GoodsDay = Pick<GoodsFigures, 'paidOrders' | 'units' | 'gmvFen' | 'discountFen'> & { day: string }

/** What was given with the units of an order `o` that were not refunded, and the coupons with the order, as a row to join. */
const gifts = sql`lateral (select coalesce(sum(give_integral * (num - refund_num)), 0)::bigint as points,
  (select count(*) from coupon_user where gift_order_id = o.id and source = 'buy' and void_time is null)::int as coupons
  from order_line where order_id = o.id)`
/** Paid orders `o` with what is left of their units, and the gifts. */
const paidOrders = sql`store_order as o cross join ${keptUnits} as kept cross join ${gifts} as gifts`

/** The sums over {@link paidOrders}, as columns of {@link GoodsFigures}. */
const sums = sql`count(*)::int as "paidOrders", count(*) filter (where refund_status = 2)::int as "refundedOrders",
  count(distinct uid)::int as participants,
  count(*) filter (where not exists (select from store_order as before
    where before.uid = o.uid and before.paid and (before.pay_time, before.id) < (o.pay_time, o.id)))::int as "newBuyers",
  sum(kept.units)::int as units, sum(pay_price_fen - refund_price_fen)::bigint as "gmvFen", sum(kept.discount_fen)::bigint as "discountFen",
  sum(refund_price_fen)::bigint as "refundFen", sum(kept.cost_fen)::bigint as "costFen", sum(gifts.points)::bigint as points,
  sum(gifts.coupons)::int as coupons`

const none: GoodsFigures = {
  paidOrders: 0,
  refundedOrders: 0,
  participants: 0,
  newBuyers: 0,
  units: 0,
  gmvFen: 0,
  discountFen: 0,
  refundFen: 0,
  costFen: 0,
  points: 0,
  coupons: 0,
}
const names = Object.keys(none) as (keyof GoodsFigures)[]

/** Which paid orders: of these activities, or all; paid between two moments, both included. */
export type PaidWithin = { ids?: readonly number[] | undefined; from?: Date | undefined; to?: Date | undefined }

const isPaidWithin = ({ ids, from, to }: PaidWithin): SQL => sql`activity_id > 0 and paid
  and ${ids ? sql`activity_id = any(${sql.param([...ids])}::bigint[])` : sql`true`}
  and ${from ? sql`pay_time >= ${from.toISOString()}::timestamptz` : sql`true`}
  and ${to ? sql`pay_time <= ${to.toISOString()}::timestamptz` : sql`true`}`

/** What the orders of one activity came to, with how many were placed, also those that were closed unpaid. */
export async function sumGoods({ db }: Ctx, id: number): Promise<GoodsFigures & { orders: number }> {
  const { rows } = await db.execute<{ orders: number }>(
    sql`select count(*)::int as orders from store_order where activity_id = ${id} and activity_id > 0`,
  )
  const { rows: summed } = await db.execute<GoodsFigures>(
    sql`select ${sums} from ${paidOrders} where ${isPaidWithin({ ids: [id] })} group by activity_id`,
  )
  return { ...none, ...summed[0], orders: rows[0]?.orders ?? 0 }
}

/** The buyers of an activity by what they had paid for before their first order of it, in days. */
export type GoodsBuyers = { fresh: number; lapsed: number; regular: number; again: number }
const LAPSED_DAYS = 90
const AGAIN_DAYS = 14

export async function countBuyers({ db }: Ctx, activityId: number): Promise<GoodsBuyers> {
  const { rows } = await db.execute<GoodsBuyers>(sql`
    select count(*) filter (where before.at is null)::int as fresh,
      count(*) filter (where before.at < first.at - make_interval(days => ${LAPSED_DAYS}))::int as lapsed,
      count(*) filter (where before.at >= first.at - make_interval(days => ${LAPSED_DAYS}))::int as regular,
      count(*) filter (where before.at is null and exists (select from store_order as later where later.uid = first.uid and later.paid
        and (later.pay_time, later.id) > (first.at, first.id)
        and later.pay_time <= first.at + make_interval(days => ${AGAIN_DAYS})))::int as again
    from (select distinct on (uid) uid, id, pay_time as at from store_order
        where activity_id = ${activityId} and activity_id > 0 and paid order by uid, pay_time, id) as first
      left join lateral (select pay_time as at from store_order where uid = first.uid and paid
        and (pay_time, id) < (first.at, first.id) order by pay_time desc limit 1) as before on true`)
  return rows[0] ?? { fresh: 0, lapsed: 0, regular: 0, again: 0 }
}

/** The days on which its orders were paid, the last ones. */
export async function listGoodsDays({ db }: Ctx, activityId: number, limit: number): Promise<GoodsDay[]> {
  const { rows } = await db.execute<GoodsDay>(sql`
    select (pay_time at time zone 'Asia/Shanghai')::date::text as day, count(*)::int as "paidOrders",
      sum(kept.units)::int as units, sum(pay_price_fen - refund_price_fen)::bigint as "gmvFen",
      sum(kept.discount_fen)::bigint as "discountFen"
    from ${paidOrders}
    where ${isPaidWithin({ ids: [activityId] })} group by 1 order by 1 desc limit ${limit}`)
  return rows.reverse()
}

/** What a ranking sorts by. */
const goodsRankings = ['paidOrders', 'units', 'gmv', 'discount', 'refundAmount'] as const
export type GoodsRanking = (typeof goodsRankings)[number]

const rankColumns: Record<GoodsRanking, SQL> = {
  paidOrders: sql`figures."paidOrders"`,
  units: sql`figures.units`,
  gmv: sql`figures."gmvFen"`,
  discount: sql`figures."discountFen"`,
  refundAmount: sql`figures."refundFen"`,
}

export type RankedGoods = GoodsFigures & {
  id: number
  type: ActivityType
  title: string
  startAt: string
  stopAt: string
}

/** A page of the activities of a kind, or of all, deleted ones too, with what their orders brought that were paid within a time. */
export async function rankGoods(
  { db }: Ctx,
  filter: PaidWithin & {
    type: ActivityType | undefined
    name: string | undefined
    sort: GoodsRanking
    isAscending: boolean
  },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RankedGoods[]; total: number }> {
  const { ids, type, name, sort, isAscending } = filter
  const named = sql`where ${type ? sql`type = ${type}` : sql`true`}
    and ${name ? sql`title ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}
    and ${ids ? sql`id = any(${sql.param([...ids])}::bigint[])` : sql`true`}`
  const { rows } = await db.execute<
    { [Name in keyof GoodsFigures]: number | null } & Omit<RankedGoods, keyof GoodsFigures>
  >(sql`
    select activity.id, activity.type, activity.title, start_at as "startAt", stop_at as "stopAt", figures.*
    from (select id, type, title, start_at, stop_at from activity ${named}) as activity left join (
      select activity_id, ${sums} from ${paidOrders} where ${isPaidWithin(filter)} group by activity_id
    ) as figures on figures.activity_id = activity.id
    order by coalesce(${rankColumns[sort]}, 0) ${isAscending ? sql`asc` : sql`desc`}, activity.id desc limit ${limit} offset ${offset}`)
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from activity ${named}`,
  )
  const filled = rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(names.map((each) => [each, row[each] ?? 0])) as GoodsFigures),
  }))
  return { rows: filled, total: counted[0]?.total ?? 0 }
}
