import { type SQL, sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

/** The lines of an activity's orders; what an unpaid order of a bargain is about, its session holds. */
const orderedUnits = sql`select line.sku_id, o.paid, line.num,
    line.num - cut_num - coalesce((select sum(back.num - back.cut_num) from refund_line as back
      join refund on refund.id = refund_id and refund.state = 1 and restock where line_id = line.id), 0) as kept
  from store_order as o join order_line as line on line.order_id = o.id
  where o.activity_id = a.id and o.activity_id > 0 and (paid or bargain_user_id = 0) and close_type = 0`

/** What is held of an activity's SKUs: by unpaid orders, and for won bargains. */
const heldUnits = sql`select sku_id, num from (${orderedUnits}) as units where not paid
  union all select product_sku_id, 1 from bargain_session as session
    join activity_sku on activity_sku.id = activity_sku_id where session.activity_id = a.id and is_held`

/** The SKUs of activities whose kept number is not the sum of these units. */
const keptWrong = (kept: SQL, units: SQL) => sql`select a.id as root, bad.* from activity as a cross join lateral (
    select taking.id as object, coalesce(held.num, 0) as expected, ${kept} as found from activity_sku as taking
    left join (select sku_id, sum(num) as num from (${units}) as units group by 1) as held on held.sku_id = product_sku_id
    where taking.activity_id = a.id and ${kept} <> coalesce(held.num, 0)) as bad`

/** What holds of the quotas of activities after every transaction. */
export const quotaEquations: readonly Equation[] = [
  {
    equation: 'Q1',
    what: '剩余、待付款、已售合计等于限量',
    of: 'activity',
    bad: sql`select activity_id as root, id as object, quota_show as expected, quota || '+' || reserved || '+' || sold as found from activity_sku
      where quota + reserved + sold <> quota_show or least(quota, reserved, sold) < 0`,
  },
  {
    equation: 'Q2',
    what: '待付款的限量等于未付订单的件数和为砍价保留的件数',
    of: 'activity',
    bad: keptWrong(sql`reserved`, heldUnits),
  },
  {
    equation: 'Q3',
    what: '已售的限量等于已付订单留下的件数',
    of: 'activity',
    bad: keptWrong(sql`sold`, sql`select sku_id, kept as num from (${orderedUnits}) as units where paid`),
  },
  {
    equation: 'Q4',
    what: '活动订单的每件商品都在活动里',
    of: 'order',
    bad: sql`select o.id as root, order_no as object, line.sku_id as expected, activity_id as found from store_order as o
      join order_line as line on line.order_id = o.id
      where activity_id > 0 and not exists (select from activity_sku as taking
        where taking.activity_id = o.activity_id and product_sku_id = line.sku_id)`,
  },
  {
    equation: 'Q5',
    what: '每人每个活动最多一笔待付款',
    of: 'customer',
    bad: sql`select uid as root, uid || '/' || activity_id as object, 1 as expected, count(*) as found from store_order
      where activity_id > 0 and tab = 1 group by uid, activity_id having count(*) > 1`,
  },
  {
    equation: 'Q10',
    what: '每行成交价不高于售价',
    says: ['fen'],
    of: 'order',
    bad: sql`select order_id as root, id as object, price_fen as expected, unit_price_fen as found from order_line
      where unit_price_fen > price_fen or activity_discount_fen < 0 or member_discount_fen < 0`,
  },
  {
    equation: 'Q11',
    what: '没有一直等待付款的活动订单',
    of: 'order',
    bad: sql`select id as root, order_no as object, 1 as expected, 0 as found from store_order
      where activity_id > 0 and tab = 1 and pay_deadline is null`,
  },
]
