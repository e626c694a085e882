import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { fillOrderDemo } from '../../areas/order/demo/order.demo.ts'
import type { Ctx } from '../../platform/http/context.ts'

/** What a demo shop has at least one of, or so many: counts of rows by what they are. */
const factsAt = (now: SQL): readonly [name: string, least: number, rows: SQL][] => [
  ...[1, 2, 4, 5, 6, 7, 8, 9, 10, 11].map((tab): [string, number, SQL] => [
    ...([`tab ${tab}`, 3, sql`store_order where tab = ${tab}`] as const),
  ]),
  ...['weixin', 'alipay', 'yue', 'offline', 'zero'].map((type): [string, number, SQL] => [
    ...([`paid by ${type}`, 1, sql`store_order where pay_type = ${type}`] as const),
  ]),
  ['a refund that failed', 1, sql`refund where state = 2 and not surplus`],
  ['a refund without an answer for a day', 1, sql`refund where state = 0 and created_at < ${now} - interval '1 day'`],
  [
    'money that went back after a failure',
    1,
    sql`order_log as failed where change_type = 'refundFail' and exists (
    select from refund where refund_no = failed.extra ->> 'refundNo' and state = 1 and method = 'origin')`,
  ],
  [
    'a failed refund that went to the balance',
    1,
    sql`order_log as failed where change_type = 'refundFail' and exists (
    select from refund where refund_no = failed.extra ->> 'refundNo' and state = 1 and method = 'balance')`,
  ],
  ['money that came too late', 1, sql`refund where surplus and state = 1`],
  ['money that came twice', 1, sql`payment join store_order as o on o.id = biz_id where surplus and o.paid`],
  [
    'an order in two parcels',
    3,
    sql`store_order as o where tab > 0
    and 1 < (select count(*) from shipment where order_id = o.id and state <> 2)`,
  ],
  ['a part sent, the rest awaited', 1, sql`store_order where status = 0 and sent_num > 0`],
  ['paid at the door', 1, sql`store_order where cod and paid and shipping_type = 1`],
  ['refused at the door', 1, sql`store_order where cod and close_type = 3 and sent_num > 0`],
  ['a bargain that is being cut', 3, sql`bargain_session where status = 1 and cut_count > 0`],
  ['a bargain nobody has cut yet', 1, sql`bargain_session where status = 1 and cut_count = 0`],
  ['a bargain that was given up', 1, sql`bargain_session where is_cancelled`],
  [
    'a bargain that was not finished',
    1,
    sql`bargain_session where status = 2 and not is_cancelled and success_time is null`,
  ],
  ['a bargain that was not ordered in time', 1, sql`bargain_session where status = 2 and success_time is not null`],
  ['a bargain to be ordered', 1, sql`bargain_session where status = 3 and order_id is null`],
  ['a bargain whose order waits for its money', 1, sql`bargain_session where is_held and order_id is not null`],
  ['a bargain that was bought', 2, sql`bargain_session where status = 3 and not is_held`],
  ['picked up', 3, sql`store_order where verify_time is not null`],
  ['late to be sent', 3, sql`store_order where tab = 2 and pay_time < ${now} - interval '2 days'`],
  ['a buyer who asks when', 1, sql`store_order where tab = 2 and is_remind`],
  ['put aside', 3, sql`store_order where hold`],
  ['bought with a coupon', 10, sql`store_order where coupon_id <> 0`],
  ['a coupon that is spent', 5, sql`coupon_user where status = 1`],
  ['tagged', 10, sql`store_order where tag_ids <> '{}'`],
  ...[0, 1, 2, 3].map((state): [string, number, SQL] => [
    ...([`trace ${state}`, 1, sql`shipment where trace_state = ${state}`] as const),
  ]),
  ['a parcel gone astray', 1, sql`shipment where trace_state in (4, 5, 6) and state = 0`],
  ...(['0/0', '1/0', '2/0', '3/0', '3/1', '3/2', '3/3'] as const).map((state): [string, number, SQL] => [
    ...([`case ${state}`, 1, sql`after_sales where state || '/' || sales_state = ${state}`] as const),
  ]),
  ...[0, 1, 2, 3, 4].map((state): [string, number, SQL] => [
    ...([`draft ${state}`, 1, sql`draft_order where state = ${state}`] as const),
  ]),
  ['a draft that its customer may still pay', 3, sql`draft_order where state = 1 and expire_time > ${now}`],
  ...[0, 1, 2, 3].map((state): [string, number, SQL] => [
    ...([`edit ${state}`, 1, sql`order_edit where state = ${state}`] as const),
  ]),
  ['an edit that cost more, paid', 1, sql`order_edit where state = 1 and difference_fen > 0`],
  ['an edit that sent money back', 1, sql`order_edit where state = 1 and difference_fen < 0`],
  ['one thing for another', 1, sql`order_edit where state = 1 and added_fen > 0 and removed_fen > added_fen`],
  ['another SKU of the same', 1, sql`order_edit where plan -> 'swap' <> '[]' and state = 1`],
  ['sent once more', 1, sql`store_order where source = 'reship' and status = 1`],
  ['to be sent once more', 1, sql`store_order where source = 'reship' and tab = 2`],
  [
    'two orders in one parcel',
    2,
    sql`(select from shipment join store_order as o on o.id = order_id
    where shipment.state < 2 and express_no <> '' group by express_no having count(distinct order_id) > 1) as together`,
  ],
  [
    'two orders that may leave together',
    2,
    sql`(select from store_order where tab = 2
    group by address_key having count(*) > 1) as together`,
  ],
  [
    'a further parcel',
    3,
    sql`shipment where state < 2 and not exists (select from shipment_line where shipment_id = shipment.id)`,
  ],
  ['a parcel taken back', 1, sql`order_log where change_type = 'shipWithdraw'`],
  ['a number corrected', 1, sql`order_log where change_type = 'shipEdit'`],
  ['printed', 3, sql`store_order where print_time is not null and not print_stale`],
  ['changed since it was printed', 3, sql`store_order where print_stale`],
  ['waiting at the counter', 3, sql`store_order where tab = 4 and paid`],
  ['to pay at the counter', 1, sql`store_order where tab = 4 and cod and not paid`],
  ['a sheet that waits to be mended', 1, sql`ship_batch where state = 0`],
  [
    'its faults',
    2,
    sql`ship_batch_row join ship_batch on ship_batch.id = batch_id where ship_batch.state = 0 and ship_batch_row.state = 1`,
  ],
  ['a sheet that is shipped', 1, sql`ship_batch where state = 2`],
  [
    'its faults',
    3,
    sql`ship_batch_row join ship_batch on ship_batch.id = batch_id where ship_batch.state = 2 and ship_batch_row.state = 1`,
  ],
  [
    'its good rows',
    6,
    sql`ship_batch_row join ship_batch on ship_batch.id = batch_id where ship_batch.state = 2 and ship_batch_row.state = 2`,
  ],
  ['waiting for its team', 4, sql`store_order where tab = 3`],
  ['a team that misses one', 1, sql`team where status = 1 and member_count = people - 1`],
  ['a team that has begun', 1, sql`team where status = 1 and member_count = 1`],
  ['a team that is full', 2, sql`team where end_reason = 'full'`],
  ['a team whose last place was filled', 1, sql`team where end_reason = 'virtual'`],
  ['a team that failed', 1, sql`team where end_reason = 'due'`],
  ['money that goes back because of it', 3, sql`refund where cause = 'team'`],
  ['a case taken in', 1, sql`after_sales where state = 2 and received > 0`],
]

/** A demo shop has orders of every kind, and gets them once. */
export async function expectOrders(ctx: Ctx): Promise<void> {
  const facts = factsAt(sql`${ctx.now().toISOString()}::timestamptz`)
  const counted = sql.join(
    facts.map(
      ([name, least, rows]) => sql`select ${name} as name, ${least}::int as least, count(*)::int as found from ${rows}`,
    ),
    sql` union all `,
  )
  const missing = async () => {
    const { rows } = await ctx.db.execute<{ name: string; least: number; found: number }>(counted)
    return rows.filter(({ least, found }) => found < least)
  }
  // A sheet is shipped in the background.
  await expect.poll(missing).toEqual([])
  const before = await ctx.db.execute(sql`select count(*) as n from store_order`)
  await fillOrderDemo(ctx, 300)
  expect((await ctx.db.execute(sql`select count(*) as n from store_order`)).rows).toEqual(before.rows)
}
