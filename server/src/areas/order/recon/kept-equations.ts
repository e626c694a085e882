import { sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

const isSale = sql`source <> 'reship'`

/** Numbers that are kept must be those that a count gives. */
export const keptEquations: readonly Equation[] = [
  {
    equation: 'R10',
    what: '各状态订单数',
    of: 'shop',
    table: 'store_order',
    count: (among) => sql`select type || '/' || store_id || '/' || tab as object, count(*) as num
      from store_order where tab > 0 and ${among} group by type, store_id, tab`,
    kept: sql`select type || '/' || store_id || '/' || tab as object, sum(num) as num from (
        select type, store_id, tab, count as num from order_tab_count
        union all select type, store_id, tab, change from order_tab_delta) as parts group by type, store_id, tab`,
  },
  {
    equation: 'R10',
    what: '客户的消费次数、消费金额、退款金额',
    says: ['num', 'fen', 'fen'],
    // What an edit puts from goods to others is in both sums of the order, and no money of the customer.
    of: 'customer',
    bad: sql`select u.id as root, u.id as object, sums.bought || '/' || sums.paid || '/' || sums.back as expected,
        pay_count || '/' || consume_money_fen || '/' || refund_money_fen as found from shop_user as u
      cross join lateral (select count(*) as bought,
          coalesce(sum(pay_price_fen - coalesce((select sum(amount_fen) from order_edit
            join payment on biz_type = 'edit' and biz_id = order_edit.id and provider = 'edit' and payment.state = 1
            where order_edit.order_id = o.id), 0)), 0) as paid,
          coalesce(sum(refund_price_fen - coalesce((select sum((part ->> 'amountFen')::bigint) from refund
            cross join lateral jsonb_array_elements(parts) as part
            where refund.order_id = o.id and refund_price_fen > 0 and refund.state = 1 and part ->> 'method' = 'edit'), 0)), 0) as back
        from store_order as o where o.uid = u.id and o.paid and ${isSale}) as sums
      where pay_count <> sums.bought or consume_money_fen <> sums.paid or refund_money_fen <> sums.back`,
  },
  {
    equation: 'R10',
    what: '客户的连续签到天数',
    of: 'customer',
    bad: sql`select u.id as root, u.id as object, coalesce(last.number, 0) as expected, sign_num as found from shop_user as u
      left join lateral (select number from sign_log where uid = u.id order by sign_day desc limit 1) as last on true
      where sign_num <> coalesce(last.number, 0)`,
  },
  {
    equation: 'R10',
    what: '客户的直接下级人数',
    of: 'customer',
    bad: sql`select u.id as root, u.id as object, below.num as expected, spread_count as found from shop_user as u
      cross join lateral (select count(*) as num from shop_user as lower where lower.spread_uid = u.id and lower.spread_uid <> 0) as below
      where u.spread_count <> below.num`,
  },
  {
    equation: 'R11',
    what: '渠道账单与店里一致，或已说明',
    of: 'shop',
    bad: sql`select 0 as root, object, expected, found from recon_diff where equation = 'R11' and state = 'open'`,
  },
]
