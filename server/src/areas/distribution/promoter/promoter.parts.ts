import { type SQL, sql } from 'drizzle-orm'

// What the records of commission sum up to. They are written out, for statements over `user_brokerage_record`.

/** An order of which there is commission left, or on its way. */
const counts = sql`link_type = 'order' and status <> 4`

const total = (value: SQL, condition: SQL) => sql`coalesce(sum(${value}) filter (where ${condition}), 0)::float8`
const price = sql`price_fen`
const signed = sql`case type when 1 then price_fen else -price_fen end`

/** What is theirs for good: done, less what was taken back, and what staff gave and took. */
export const gainedFen = total(signed, sql`link_type in ('order', 'refund', 'system') and status = 3`)
/** What waits for the receipt of its order, or for the time after it. */
export const frozenFen = total(price, sql`link_type = 'order' and status in (1, 2)`)
/** What was paid out: a withdrawal that came back stands against the record of its return. */
export const paidOutFen = total(sql`-(${signed})`, sql`link_type = 'withdraw' and status = 3`)
export const paidOutNum = sql`coalesce(sum(case type when 2 then 1 else -1 end) filter (where link_type = 'withdraw' and status = 3), 0)::int`
/** What was asked for and is not paid yet. */
export const askedFen = total(price, sql`link_type = 'withdraw' and status = 5`)
export const orderNum = sql`count(distinct order_id) filter (where ${counts})::int`

/** What is left of an order's commission by a record, which is called `record`: of the one that earned it, or one that took back. */
export const keptFen = sql`case when record.link_type = 'order' and record.status <> 4 then record.price_fen
  when record.link_type = 'refund' then -record.price_fen else 0 end`

/** What the orders were paid that left commission. @param where a condition on the records, which are called `record` */
export const ordersFen = (where: SQL) => sql`(select coalesce(sum(pay_price_fen), 0)::float8 from store_order
  where id in (select order_id from user_brokerage_record as record where ${counts} and ${where}))`

/** The sums of a promoter. @param uid in the statement */
export const sumsOf = (uid: SQL) => sql`(
  select ${orderNum} as "orderNum", ${gainedFen} as "gainedFen", ${frozenFen} as "frozenFen", ${paidOutFen} as "paidOutFen",
    ${paidOutNum} as "paidOutNum", ${ordersFen(sql`record.uid = ${uid}`)} as "ordersFen"
  from user_brokerage_record where user_brokerage_record.uid = ${uid})`
