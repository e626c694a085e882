import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/http/context.ts'

/** What a time brought; the columns of the tables of figures, in their order. */
export const metricNames = [
  ...(['orderNum', 'payOrderNum', 'salesFen', 'postageFen', 'refundNum', 'refundFen', 'refundPostageFen'] as const),
  ...(['costFen', 'costBackFen', 'weixinFen', 'alipayFen', 'yueFen', 'offlineFen'] as const),
] as const
export type MetricName = (typeof metricNames)[number]
export type Metrics = Record<MetricName, number>

const columnOf = (name: MetricName) => sql.raw(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const columns = sql.join(metricNames.map(columnOf), sql`, `)
/** The payments that `sales` counts: no surplus, nothing that an edit of an order moves from goods to goods. */
const isSale = sql`payment.state = 1 and not payment.surplus and payment.provider <> 'edit'`
/** A reship is no sale: neither it nor its payer nor what is taken back of it counts; its cost does. */
const isSold = sql`o.source <> 'reship'`

/**
 * Everything that happened from one moment until another, as rows (at, store_id, kind, amount): each by the server's clock at
 * T1, T2 and T19, so that a closed hour never changes (docs/figures.md, Hours and days). Each branch walks an index of its time.
 */
function factsOf(from: SQL, until: SQL): SQL {
  const within = (column: string) => sql`${sql.raw(column)} >= ${from} and ${sql.raw(column)} < ${until}`
  const paid = sql`store_order as o where o.paid and ${within('o.pay_time')}`
  const sale = (at: string, joined: SQL) => sql`
    select ${sql.raw(at)} as at, o.store_id, sale.kind, payment.amount_fen as amount ${joined}
    cross join lateral (values ('salesFen'), (payment.pay_type || 'Fen')) as sale(kind)`
  const refunded = sql`refund join store_order as o on o.id = refund.order_id`
  const isRefund = sql`refund.state = 1 and not refund.surplus and ${within('refund.finish_time')}`
  // What a refund takes back from a payment that moved money between goods alone went back to nobody.
  const movedFen = sql`coalesce((
    select sum((part ->> 'amountFen')::bigint) from jsonb_array_elements(refund.parts) as part
    join payment on payment.id = (part ->> 'paymentId')::bigint where payment.provider = 'edit'), 0)`
  return sql.join(
    [
      sql`select created_at as at, store_id, 'orderNum' as kind, 1::bigint as amount
        from store_order where ${within('created_at')}`,
      sql`select o.pay_time, o.store_id, part.kind, part.amount from (select * from ${paid}) as o
        cross join lateral (values ('payOrderNum', 1::bigint), ('postageFen', o.pay_postage_fen)) as part(kind, amount)
        where ${isSold}`,
      sale(
        'o.pay_time',
        sql`from (select * from ${paid}) as o
          join payment on payment.biz_type = 'order' and payment.biz_id = o.id and ${isSale}`,
      ),
      sale(
        'order_edit.finish_time',
        sql`from payment join order_edit on order_edit.id = payment.biz_id and order_edit.state = 1
            and ${within('order_edit.finish_time')}
          join store_order as o on payment.biz_type = 'edit' and ${isSale} and o.id = order_edit.order_id`,
      ),
      sql`select o.pay_time, o.store_id, 'costFen', line.cost_fen * line.num from (select * from ${paid}) as o
        join order_line as line on line.order_id = o.id and line.created_at <= o.pay_time`,
      // Lines that an edit added count when they came.
      sql`select line.created_at, o.store_id, 'costFen', line.cost_fen * line.num
        from order_edit join store_order as o on o.id = order_edit.order_id
        join order_line as line on line.order_id = o.id and line.created_at > o.pay_time and ${within('line.created_at')}
        where order_edit.state = 1 and order_edit.finish_time >= ${from} - interval '1 day'
          and order_edit.finish_time < ${until} + interval '1 day'
        group by line.id, o.id`,
      sql`select refund.finish_time, o.store_id, part.kind, part.amount from ${refunded}
        cross join lateral (values
          ('refundNum', case when refund.amount_fen > 0 and refund.amount_fen = ${movedFen} then 0 else 1 end::bigint),
          ('refundFen', refund.amount_fen - ${movedFen}),
          ('refundPostageFen', refund.postage_amount_fen)) as part(kind, amount)
        where ${isRefund} and ${isSold}`,
      sql`select refund.finish_time, o.store_id, 'costBackFen',
          line.cost_fen * (case when refund.restock then refund_line.num else refund_line.cut_num end)
        from ${refunded} join refund_line on refund_line.refund_id = refund.id
        join order_line as line on line.id = refund_line.line_id
        where ${isRefund}`,
    ],
    sql` union all `,
  )
}

const sums = sql.join(
  metricNames.map((name) => sql`coalesce(sum(amount) filter (where kind = ${sql.raw(`'${name}'`)}), 0)::bigint`),
  sql`, `,
)
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Closes these hours anew, from what is stored; an hour in which nothing happened keeps an empty row, which says that it is closed. */
export async function closeHours(db: Db, from: Date, until: Date, now: Date): Promise<void> {
  const [start, end] = [moment(from), moment(until)]
  await db.execute(sql`delete from stat_hour where hour >= ${start} and hour < ${end}`)
  await db.execute(sql`
    insert into stat_hour (hour, store_id, ${columns}, updated_at)
    select hour, store_id, ${sums}, ${moment(now)} from (
      select date_trunc('hour', at) as hour, store_id, kind, amount from (${factsOf(start, end)}) as facts
      union all select hour, 0, '', 0 from generate_series(${start}, ${end} - interval '1 hour', interval '1 hour') as hour
    ) as facts group by hour, store_id`)
}

/** Folds the closed hours of a day anew; who paid is counted from the orders. */
export async function foldDay(db: Db, day: string, now: Date): Promise<void> {
  const start = sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`
  const end = sql`(${start} + interval '1 day')`
  const added = metricNames.map((name) => sql`sum(${columnOf(name)})`)
  await db.execute(sql`delete from stat_day where day = ${day}`)
  await db.execute(sql`
    insert into stat_day (day, store_id, ${columns}, pay_user_num, updated_at)
    select ${day}::date, hours.store_id, ${sql.join(added, sql`, `)}, coalesce(max(payers.number), 0), ${moment(now)}
    from stat_hour as hours left join (
      select store_id, count(distinct uid) as number from (
        select store_id, uid from store_order as o where paid and pay_time >= ${start} and pay_time < ${end} and ${isSold}
        union all select o.store_id, o.uid from order_edit join store_order as o on o.id = order_edit.order_id
          join payment on payment.biz_type = 'edit' and payment.biz_id = order_edit.id and ${isSale}
          where order_edit.state = 1 and order_edit.finish_time >= ${start} and order_edit.finish_time < ${end}
      ) as paying group by store_id
    ) as payers on payers.store_id = hours.store_id
    where hours.hour >= ${start} and hours.hour < ${end} group by hours.store_id`)
}

/** The end of the last closed hour; undefined before the first. */
export async function findClosedUntil(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(hour) + interval '1 hour' as last from stat_hour where store_id = 0`,
  )
  return rows[0]?.last ? new Date(rows[0].last) : undefined
}

/** When the first order was made. */
export async function findFirstOrder(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ first: string | null }>(sql`select min(created_at) as first from store_order`)
  return rows[0]?.first ? new Date(rows[0].first) : undefined
}

/** Others who close or rebuild wait until the transaction ends. */
export async function lockRollup(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('rollup'))`)
}

/** Removes hours before a moment. Returns how many rows. */
export async function removeHours(db: Db, before: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from stat_hour where hour < ${moment(before)}`)
  return rowCount ?? 0
}

type Summed = Pick<Metrics, 'payOrderNum' | 'salesFen' | 'refundFen'>
const summed = sql`coalesce(sum(pay_order_num), 0)::int as "payOrderNum", coalesce(sum(sales_fen), 0)::bigint as "salesFen",
  coalesce(sum(refund_fen), 0)::bigint as "refundFen"`
const ofStores = (storeIds: readonly number[] | undefined) =>
  storeIds ? sql`store_id = any(${sql.param([...storeIds])}::bigint[])` : sql`true`

/** The folded days between two, both included, of these stores. */
export async function listDays(db: Db, from: string, to: string, storeIds: readonly number[] | undefined) {
  const { rows } = await db.execute<Summed & { day: string }>(sql`
    select day::text as day, ${summed} from stat_day
    where day between ${from}::date and ${to}::date and ${ofStores(storeIds)} group by day`)
  return rows
}

/** What all folded days came to. */
export async function sumDays(db: Db, storeIds: readonly number[] | undefined): Promise<Summed> {
  const { rows } = await db.execute<Summed>(sql`select ${summed} from stat_day where ${ofStores(storeIds)}`)
  return rows[0] ?? { payOrderNum: 0, salesFen: 0, refundFen: 0 }
}

/** The last folded day. */
export async function findLastDay(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(day)::text as last from stat_day where store_id = 0`,
  )
  return rows[0]?.last ?? undefined
}

/** The closed hours from one moment until another, of these stores. */
export async function listHours(db: Db, from: Date, until: Date, storeIds: readonly number[] | undefined) {
  const { rows } = await db.execute<Summed & { hour: string }>(sql`
    select hour, ${summed} from stat_hour
    where hour >= ${moment(from)} and hour < ${moment(until)} and ${ofStores(storeIds)} group by hour`)
  return rows.map(({ hour, ...sum }) => ({ hour: new Date(hour), ...sum }))
}

/** What happened since the last closed hour, by hour and store. */
export async function readOpen(db: Db, from: Date, until: Date) {
  const { rows } = await db.execute<Summed & { hour: string; storeId: number }>(sql`
    select date_trunc('hour', at) as hour, store_id as "storeId",
      coalesce(sum(amount) filter (where kind = 'payOrderNum'), 0)::int as "payOrderNum",
      coalesce(sum(amount) filter (where kind = 'salesFen'), 0)::bigint as "salesFen",
      coalesce(sum(amount) filter (where kind = 'refundFen'), 0)::bigint as "refundFen"
    from (${factsOf(moment(from), moment(until))}) as facts group by 1, 2`)
  return rows.map(({ hour, ...sum }) => ({ hour: new Date(hour), ...sum }))
}
