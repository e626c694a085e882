import { sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

/** What must hold of coupons and the orders that used them. */
export const couponEquations: readonly Equation[] = [
  {
    equation: 'R8',
    what: '已使用的优惠券对应一笔有效订单',
    of: 'copy',
    bad: sql`select copy.id as root, copy.id as object, order_id as expected, o.id as found from coupon_user as copy
      left join store_order as o on o.id = order_id and o.uid = copy.uid and o.coupon_id = copy.id and close_type = 0
        and (refund_status <> 2 or exists (select from order_log where order_log.order_id = o.id
          and change_type = 'refund' and extra ->> 'couponReturns' = 'false'))
      where copy.status = 1 and o.id is null`,
  },
  {
    equation: 'R8',
    what: '有效订单的优惠券已使用',
    of: 'order',
    bad: sql`select o.id as root, order_no as object, o.coupon_id as expected, copy.status as found from store_order as o
      left join coupon_user as copy on copy.id = o.coupon_id
      where o.coupon_id > 0 and close_type = 0 and refund_status <> 2
        and (copy.status <> 1 or copy.order_id <> o.id or copy.id is null)`,
  },
  {
    equation: 'R8',
    what: '优惠券金额等于各行分摊之和，不多于小计',
    says: ['fen'],
    of: 'order',
    bad: sql`select id as root, order_no as object, sums.total as expected, coupon_price_fen as found from store_order as o
      cross join lateral (select coalesce(sum(coupon_share_fen), 0) as total,
          coalesce(bool_or(coupon_share_fen > line_total_fen), false) as is_over
        from order_line where order_id = o.id) as sums
      where coupon_price_fen <> sums.total or sums.is_over`,
  },
  {
    equation: 'R8',
    what: '优惠券已领取、已使用的张数',
    of: 'coupon',
    bad: sql`select coupon.id as root, coupon.id as object, sums.received || '/' || sums.used as expected,
        kept.received || '/' || kept.used as found
      from coupon
      cross join lateral (select count(seq) as received, count(*) filter (where status = 1) as used
        from coupon_user where coupon_id = coupon.id) as sums
      cross join lateral (select case when is_limited then coupon.received else coalesce(sum(parts.received), 0) end as received,
          coalesce(sum(parts.used), 0) as used
        from (select received, used from coupon_count where coupon_id = coupon.id
          union all select received, used from coupon_count_delta where coupon_id = coupon.id) as parts) as kept
      where (sums.received, sums.used) is distinct from (kept.received, kept.used)`,
  },
]
