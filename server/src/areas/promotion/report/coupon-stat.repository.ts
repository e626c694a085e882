import type { CouponSource } from '@zhanggui/domain/promotion/coupon.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/http/context.ts'

/** What a coupon brought in a time. */
export type CouponFigures = {
  received: number
  used: number
  expired: number
  orders: number
  newBuyers: number
  amountFen: number
  discountFen: number
  costFen: number
  refundFen: number
}
/** The same of one day of Shanghai, `YYYY-MM-DD`. */
export type CouponDay = CouponFigures & {
  day: string
  sources: Partial<Record<CouponSource, [received: number, used: number]>>
}

/** Days of Shanghai, `YYYY-MM-DD`, both included. */
export type Days = { from: string; to: string }

const names = sql.raw('received, used, expired, orders, new_buyers, amount_fen, discount_fen, cost_fen, refund_fen')
const startOf = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`
const dayOf = (column: string) => sql.raw(`(${column} at time zone 'Asia/Shanghai')::date`)
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`
const among = (couponIds: readonly number[] | undefined, column = 'c.coupon_id') =>
  couponIds ? sql`${sql.raw(column)} = any(${sql.param([...couponIds])}::bigint[])` : sql`true`

/**
 * What happened to copies and their orders on these days, as rows (coupon_id, day, source, figures): each branch walks an
 * index of its time. Money counts on the day of payment, whenever it was refunded.
 */
function factsOf({ from, to }: Days, now: Date, couponIds?: readonly number[]): SQL {
  const within = (column: string) => {
    const name = sql.raw(column)
    return sql`${name} >= ${startOf(from)} and ${name} < ${startOf(to)} + interval '1 day'`
  }
  const row = (day: string, figures: string, rest: SQL) =>
    sql`select c.coupon_id, ${dayOf(day)} as day, c.source, ${sql.raw(figures)} ${rest} and ${among(couponIds)}`
  const over = (status: SQL) => sql`from coupon_user as c
    where ${status} and ${within('c.end_time')} and c.end_time < ${moment(now)} and c.seq is not null`
  return sql.join(
    [
      row(
        'c.created_at',
        '1 as received, 0 as used, 0 as expired, 0 as orders, 0 as new_buyers, 0 as amount_fen, 0 as discount_fen, 0 as cost_fen, 0 as refund_fen',
        sql`from coupon_user as c where ${within('c.created_at')} and c.seq is not null`,
      ),
      row(
        'o.created_at',
        '0, 1, 0, 0, 0, 0, 0, 0, 0',
        sql`from store_order as o join coupon_user as c on c.id = o.coupon_id and c.order_id = o.id
          where ${within('o.created_at')} and o.coupon_id > 0 and ${among(couponIds, 'o.from_coupon_id')}`,
      ),
      row('c.end_time', '0, 0, 1, 0, 0, 0, 0, 0, 0', over(sql`c.status = 0`)),
      // Those that were taken back before their end did not expire.
      row(
        'c.end_time',
        '0, 0, 1, 0, 0, 0, 0, 0, 0',
        over(sql`c.status = 2 and (c.void_time is null or c.void_time > c.end_time)`),
      ),
      row(
        'o.pay_time',
        `0, 0, 0, (o.refund_status <> 2)::int, (not exists (select from store_order as before
          where before.uid = o.uid and before.paid and (before.pay_time, before.id) < (o.pay_time, o.id)))::int,
          o.pay_price_fen - o.refund_price_fen, kept.discount_fen, kept.cost_fen, o.refund_price_fen`,
        sql`from store_order as o join coupon_user as c on c.id = o.coupon_id
          cross join lateral (select
              coalesce(sum(coupon_share_fen - coupon_share_fen * refund_num / num), 0)::bigint as discount_fen,
              coalesce(sum(cost_fen * (num - refund_num)), 0)::bigint as cost_fen
            from order_line where order_id = o.id) as kept
          where o.paid and ${within('o.pay_time')} and o.coupon_id > 0 and ${among(couponIds, 'o.from_coupon_id')}`,
      ),
    ],
    sql` union all `,
  )
}

/** The sums of a query of facts, by coupon and day. */
const byDay = (facts: SQL) => sql`
  select coupon_id, day, sum(received)::int as received, sum(used)::int as used, sum(expired)::int as expired,
    sum(orders)::int as orders, sum(new_buyers)::int as new_buyers, sum(amount_fen)::bigint as amount_fen,
    sum(discount_fen)::bigint as discount_fen, sum(cost_fen)::bigint as cost_fen, sum(refund_fen)::bigint as refund_fen,
    coalesce(jsonb_object_agg(source, jsonb_build_array(received, used)) filter (where received + used > 0), '{}') as sources
  from (
    select coupon_id, day, source, sum(received) as received, sum(used) as used, sum(expired) as expired,
      sum(orders) as orders, sum(new_buyers) as new_buyers, sum(amount_fen) as amount_fen,
      sum(discount_fen) as discount_fen, sum(cost_fen) as cost_fen, sum(refund_fen) as refund_fen
    from (${facts}) as facts group by coupon_id, day, source
  ) as by_source group by coupon_id, day`

/** Books these days anew, from what is stored; of some coupons, or of all. Returns how many rows. */
export async function bookDays(db: Db, days: Days, now: Date, couponIds?: readonly number[]): Promise<number> {
  const ofThese = couponIds ? sql`and coupon_id = any(${sql.param([...couponIds])}::bigint[])` : sql``
  await db.execute(sql`delete from coupon_stat_daily where day between ${days.from} and ${days.to} ${ofThese}`)
  const { rowCount } = await db.execute(sql`
    insert into coupon_stat_daily (coupon_id, day, ${names}, sources) ${byDay(factsOf(days, now, couponIds))}`)
  return rowCount ?? 0
}

/**
 * The days before one whose figures changed since it began: orders with a coupon that were refunded, closed or edited since.
 * @returns the coupons of each day
 */
export async function listChanged(db: Db, day: string): Promise<{ day: string; couponIds: number[] }[]> {
  const since = startOf(day)
  const { rows } = await db.execute<{ day: string; couponIds: number[] }>(sql`
    with changed as (
      select order_id as id from refund where state = 1 and finish_time >= ${since}
      union select id from store_order where coupon_id > 0 and close_type > 0 and close_time >= ${since}
      union select order_id from order_edit where state = 1 and finish_time >= ${since}
    )
    select at.day::text as day, array_agg(distinct c.coupon_id) as "couponIds"
    from changed join store_order as o on o.id = changed.id and o.coupon_id > 0
    join coupon_user as c on c.id = o.coupon_id
    cross join lateral (values (${dayOf('o.created_at')}), (${dayOf('o.pay_time')}), (${dayOf('c.end_time')})) as at(day)
    where at.day < ${day}::date group by at.day order by at.day`)
  return rows.map((row) => ({ ...row, couponIds: row.couponIds.map(Number) }))
}

/** The last day that is booked; of a shop without any, that of the first copy. */
export async function findLastBooked(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select coalesce((select max(day) from coupon_stat_daily), (
      select ${dayOf('created_at')} from coupon_user order by created_at limit 1))::text as day`)
  return rows[0]?.day ?? undefined
}

/** Others who book wait until the transaction ends. */
export async function lockBooking(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('coupon-stat'))`)
}

/** The days of a coupon: those before `live` as they were booked, the others as they stand. Days without anything are left out. */
export async function listDays(
  db: Db,
  couponId: number,
  { from, to, live }: Days & { live: string },
  now: Date,
): Promise<CouponDay[]> {
  const { rows } = await db.execute<CouponDay>(sql`
    select day::text as day, received, used, expired, orders, new_buyers as "newBuyers", amount_fen as "amountFen",
      discount_fen as "discountFen", cost_fen as "costFen", refund_fen as "refundFen", sources
    from (${figuresOf({ from, to, live }, now, [couponId])}) as figures order by day`)
  return rows
}

/** A query of (coupon_id, day, figures, sources): booked before `live`, from then on as they stand. */
function figuresOf({ from, to, live }: Days & { live: string }, now: Date, couponIds?: readonly number[]): SQL {
  const booked = sql`select coupon_id, day, ${names}, sources from coupon_stat_daily as c
    where day between ${from} and ${to} and day < ${live} and ${among(couponIds)}`
  const open = from > live ? from : live
  return open > to ? booked : sql`${booked} union all ${byDay(factsOf({ from: open, to }, now, couponIds))}`
}

/** What a ranking sorts by. */
const rankings = ['received', 'used', 'useRate', 'orderAmount', 'discount'] as const
export type Ranking = (typeof rankings)[number]

const rankColumns: Record<Ranking, SQL> = {
  received: sql`received`,
  used: sql`used`,
  useRate: sql`(case when received > 0 then used::numeric / received else 0 end)`,
  orderAmount: sql`amount_fen`,
  discount: sql`discount_fen`,
}

export type RankedCoupon = CouponFigures & { id: number; title: string }

/** A page of all coupons, deleted ones too, with what they brought. */
export async function rank(
  db: Db,
  filter: Days & {
    live: string
    name: string | undefined
    ids: readonly number[] | undefined
    sort: Ranking
    isAscending: boolean
  },
  now: Date,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RankedCoupon[]; total: number }> {
  const like = filter.name && sql`name ilike ${`%${filter.name.replace(/[\\%_]/g, '\\$&')}%`}`
  const named = sql`where ${like || sql`true`} and ${among(filter.ids, 'id')}`
  const column = rankColumns[filter.sort]
  const { rows } = await db.execute<RankedCoupon>(sql`
    select coupon.id, coupon.name as title, coalesce(received, 0) as received, coalesce(used, 0) as used,
      coalesce(expired, 0) as expired, coalesce(orders, 0) as orders, coalesce(new_buyers, 0) as "newBuyers",
      coalesce(amount_fen, 0) as "amountFen", coalesce(discount_fen, 0) as "discountFen", coalesce(cost_fen, 0) as "costFen",
      coalesce(refund_fen, 0) as "refundFen"
    from (select id, name from coupon ${named}) as coupon left join (
      select coupon_id, sum(received)::int as received, sum(used)::int as used, sum(expired)::int as expired,
        sum(orders)::int as orders, sum(new_buyers)::int as new_buyers, sum(amount_fen)::bigint as amount_fen,
        sum(discount_fen)::bigint as discount_fen, sum(cost_fen)::bigint as cost_fen, sum(refund_fen)::bigint as refund_fen
      from (${figuresOf(filter, now, filter.ids)}) as figures group by coupon_id
    ) as figures on coupon_id = coupon.id
    order by coalesce(${column}, 0) ${filter.isAscending ? sql`asc` : sql`desc`}, coupon.id desc
    limit ${limit} offset ${offset}`)
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total from coupon ${named}`)
  return { rows, total: counted[0]?.total ?? 0 }
}

export async function findName(db: Db, couponId: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from coupon where id = ${couponId}`)
  return rows[0]?.name
}
