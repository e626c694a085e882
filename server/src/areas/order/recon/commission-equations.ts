import { sql } from 'drizzle-orm'
import { keptCommission, takenBack } from '../../distribution/commission/commission.parts.ts'
import type { Equation } from './equation.ts'

const taken = takenBack(sql`record`)
const kept = keptCommission(sql`record.lines`)

/** What must hold of commission: what promoters have, and what orders keep of what they earned. */
export const commissionEquations: readonly Equation[] = [
  {
    equation: 'R2',
    what: '佣金等于明细之和',
    says: ['fen'],
    of: 'customer',
    bad: sql`select id as root, id as object, sums.total as expected, brokerage_price_fen as found from shop_user as u
      cross join lateral (select coalesce(sum(case when type = 1 then price_fen else -price_fen end), 0) as total
        from user_brokerage_record where uid = u.id and status in (3, 5)) as sums
      where u.brokerage_price_fen <> sums.total`,
  },
  {
    equation: 'R2',
    what: '提现中的佣金都有待处理的提现申请',
    says: ['fen'],
    of: 'customer',
    bad: sql`select asked.uid as root, extract_no as object, extract_price_fen as expected, price_fen as found
      from user_extract as asked left join user_brokerage_record as record on biz_key = 'extract:' || asked.id and record.status = 5
      where asked.status in (0, 2) and extract_price_fen is distinct from price_fen
      union all select record.uid, biz_key, extract_price_fen, price_fen
      from user_brokerage_record as record left join user_extract as asked on asked.uid = record.uid and biz_key = 'extract:' || asked.id
        and asked.status in (0, 2)
      where record.status = 5 and asked.id is null`,
  },
  {
    equation: 'R2',
    what: '佣金等于所得减扣回、提现和转余额',
    says: ['fen'],
    of: 'customer',
    bad: sql`select id as root, id as object, earned.total - paid.total as expected, brokerage_price_fen as found from shop_user as u
      cross join lateral (select coalesce(sum(case when type = 1 then price_fen else -price_fen end), 0) as total
        from user_brokerage_record where uid = u.id and status = 3 and link_type <> 'withdraw') as earned
      cross join lateral (select coalesce(sum(extract_price_fen), 0) as total from user_extract where uid = u.id and status >= 0) as paid
      where brokerage_price_fen <> earned.total - paid.total`,
  },
  {
    equation: 'R9',
    what: '订单佣金等于各行按退款折算后的佣金',
    says: ['fen'],
    of: 'order',
    bad: sql`select record.order_id as root, o.order_no || ' l' || brokerage_level as object, kept.sum as expected, price_fen - ${taken} as found
      from user_brokerage_record as record join store_order as o on o.id = order_id
      cross join lateral (select ${kept} as sum) as kept
      where record.order_id > 0 and record.link_type = 'order' and (record.status < 4 or price_fen = 0) and price_fen - ${taken} <> kept.sum`,
  },
  {
    equation: 'R9',
    what: '两级佣金之和不超过商品实付',
    says: ['fen'],
    of: 'order',
    bad: sql`select o.id as root, order_no as object, shares.total as expected, sums.total as found from store_order as o
      cross join lateral (select sum(origin_price_fen) as total from user_brokerage_record
        where order_id = o.id and order_id > 0 and link_type = 'order') as sums
      cross join lateral (select sum(pay_share_fen) as total from order_line where order_line.order_id = o.id) as shares
      where sums.total > shares.total`,
  },
  {
    equation: 'R9',
    what: '全额退款的订单没有待结算的佣金',
    of: 'order',
    bad: sql`select o.id as root, order_no as object, 0 as expected, price_fen as found from store_order as o
      join user_brokerage_record on order_id = o.id and order_id > 0 and link_type = 'order'
      where refund_status = 2 and user_brokerage_record.status in (1, 2)`,
  },
  {
    equation: 'R9',
    what: '未收货的订单佣金不解冻',
    of: 'order',
    bad: sql`select o.id as root, order_no as object, 1 as expected, user_brokerage_record.status as found from store_order as o
      join user_brokerage_record on order_id = o.id and order_id > 0 and link_type = 'order'
      where receive_time is null and user_brokerage_record.status in (2, 3)`,
  },
]
