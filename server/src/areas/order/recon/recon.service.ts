import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { bargainEquations } from './bargain-equations.ts'
import { quotaEquations } from './quota-equations.ts'
import { teamEquations } from './team-equations.ts'

/** What does not add up: the equation (R of money, points, orders and stock, Q of activities), the object, what was expected and what was found. */
export type Difference = { equation: string; what: string; object: string; expected: string; found: string }

/** `bad` selects `object`, `expected` and `found` of everything that does not hold. */
export type Equation = { equation: string; what: string; bad: SQL }

const signed = (amount: string, isIn: string) =>
  sql.raw(`coalesce(sum(case when ${isIn} then ${amount} else -${amount} end), 0)`)
const money = sql`sum(amount_fen)`
const isSale = sql`source <> 'reship'`

const equations: readonly Equation[] = [
  {
    equation: 'R1',
    what: '余额等于账单之和',
    bad: sql`select id as object, sums.total as expected, now_money_fen as found from shop_user as u
      cross join lateral (select ${signed('number_fen', 'pm = 1')} as total from user_bill
        where uid = u.id and affect_balance and status = 1) as sums
      where now_money_fen <> sums.total`,
  },
  {
    equation: 'R1',
    what: '每笔账单后的余额接着上一笔',
    bad: sql`select id as object, before + change as expected, balance_fen as found from (
        select id, balance_fen, case when pm = 1 then number_fen else -number_fen end as change,
          coalesce(lag(balance_fen) over (partition by uid order by id), 0) as before
        from user_bill where affect_balance and status = 1) as chain
      where balance_fen <> before + change`,
  },
  {
    equation: 'R2',
    what: '积分等于明细之和',
    bad: sql`select id as object, sums.total as expected, integral as found from shop_user as u
      cross join lateral (select ${signed('integral', 'type = 1')} as total from user_integral_record
        where uid = u.id and status = 3) as sums
      where u.integral <> sums.total`,
  },
  {
    equation: 'R2',
    what: '经验等于明细之和',
    bad: sql`select id as object, sums.total as expected, experience as found from shop_user as u
      cross join lateral (select ${signed('experience', 'type = 1')} as total from user_experience_record
        where uid = u.id) as sums
      where u.experience <> sums.total`,
  },
  {
    equation: 'R2',
    what: '未到账的订单积分不多于退款后应得',
    bad: sql`select order_no as object, kept.most as expected, record.integral as found from user_integral_record as record
      join store_order as o on record.biz_key = 'order:' || o.id || ':earn'
      cross join lateral (select coalesce(sum(num), 0) as num, coalesce(sum(refund_num), 0) as back
        from order_line where order_id = o.id) as units
      cross join lateral (select case when refund_status = 2 then 0
        when pay_price_fen > 0 then floor(gain_integral::numeric * (pay_price_fen - refund_price_fen) / pay_price_fen)
        when units.num > 0 then floor(gain_integral::numeric * (units.num - units.back) / units.num)
        else gain_integral end as most) as kept
      where record.status in (1, 2) and record.integral > kept.most`,
  },
  {
    equation: 'R2',
    what: '有积分的客户不欠积分',
    bad: sql`select owed.biz_key as object, 0 as expected, owed.integral as found from user_integral_record as owed
      where owed.type = 2 and owed.status = 2 and exists (select from shop_user where shop_user.integral > 0
        and (id = owed.uid or id in (select uid from former_account where former_uid = owed.uid)))`,
  },
  {
    equation: 'R2',
    what: '签到积分等于签到记录之和',
    bad: sql`select uid as object, coalesce(days.total, 0) as expected, coalesce(booked.total, 0) as found
      from (select uid, sum(integral) as total from sign_log group by uid) as days
      full join (select uid, ${signed('integral', 'type = 1')} as total from user_integral_record
        where link_type = 'sign' and status = 3 group by uid) as booked using (uid)
      where coalesce(days.total, 0) <> coalesce(booked.total, 0)`,
  },
  {
    equation: 'R3',
    what: '应付等于各行实付加运费',
    bad: sql`select order_no as object, sums.total + pay_postage_fen as expected, pay_price_fen as found from store_order as o
      cross join lateral (select coalesce(sum(pay_share_fen), 0) as total from order_line where order_id = o.id) as sums
      where pay_price_fen <> sums.total + pay_postage_fen`,
  },
  {
    equation: 'R3',
    what: '每行实付由小计、优惠、积分、改价得出',
    bad: sql`select id as object, line_total_fen - coupon_share_fen - integral_share_fen + adjust_share_fen as expected,
        pay_share_fen as found from order_line
      where pay_share_fen <> line_total_fen - coupon_share_fen - integral_share_fen + adjust_share_fen`,
  },
  {
    equation: 'R3',
    what: '已付订单有且只有一笔支付，未付订单没有',
    bad: sql`select order_no as object, case when paid then 1 else 0 end as expected, sums.payments as found from store_order as o
      cross join lateral (select count(*) as payments from payment
        where biz_type = 'order' and biz_id = o.id and state = 1 and not surplus) as sums
      where sums.payments <> case when paid then 1 else 0 end`,
  },
  {
    equation: 'R3',
    what: '收到的钱等于应付',
    bad: sql`select order_no as object, pay_price_fen as expected, sums.total as found from store_order as o
      cross join lateral (select coalesce(${money}, 0) as total from payment
        where state = 1 and not surplus and (biz_type = 'order' and biz_id = o.id
          or biz_type = 'edit' and biz_id in (select id from order_edit where order_id = o.id))) as sums
      where paid and pay_price_fen <> sums.total`,
  },
  {
    equation: 'R3',
    what: '每笔支付退回的不多于收到的',
    bad: sql`select out_trade_no as object, amount_fen as expected, sums.total as found from payment
      join (select ("part" ->> 'paymentId')::bigint as payment_id, sum(("part" ->> 'amountFen')::bigint) as total
        from refund cross join lateral jsonb_array_elements(parts) as part
        where (part ->> 'state')::int < 2 and state < 2 group by 1) as sums on sums.payment_id = payment.id
      where sums.total > amount_fen`,
  },
  {
    equation: 'R3',
    what: '支付渠道退回的钱都已记账，没有退两次',
    bad: sql`select out_trade_no as object, 0 as expected, reason as found from payment_stray
      where reason in ('elsewhere', 'late', 'undone')`,
  },
  {
    equation: 'R3',
    what: '退款等于各部分之和，成功的各部分都已退回',
    bad: sql`select refund_no as object, amount_fen as expected, sums.total as found from refund
      cross join lateral (select coalesce(sum((part ->> 'amountFen')::bigint), 0) as total
        from jsonb_array_elements(parts) as part
        where (part ->> 'state')::int < 3 and (state <> 1 or (part ->> 'state')::int = 1)) as sums
      where amount_fen <> sums.total`,
  },
  {
    equation: 'R4',
    what: '退到余额的钱都记入余额',
    bad: sql`select refund_no as object, sums.total as expected, coalesce(number_fen, 0) as found from refund
      cross join lateral (select coalesce(sum((part ->> 'amountFen')::bigint), 0) as total
        from jsonb_array_elements(parts) as part where part ->> 'method' = 'balance' and part ->> 'state' = '1') as sums
      left join user_bill on biz_key = 'refund:' || refund_no || ':balance' and affect_balance and pm = 1
      where state = 1 and sums.total <> coalesce(number_fen, 0)`,
  },
  {
    equation: 'R4',
    what: '线下退款都有凭证',
    bad: sql`select refund_no as object, 1 as expected, 0 as found from refund
      where state < 2 and voucher = '' and parts @> '[{"method": "offline", "state": 1}]'`,
  },
  {
    equation: 'R4',
    what: '已退金额等于退款之和',
    bad: sql`select order_no as object, sums.total as expected, refund_price_fen as found from store_order as o
      cross join lateral (select coalesce(${money}, 0) as total from refund
        where order_id = o.id and state = 1 and not surplus) as sums
      where refund_price_fen <> sums.total`,
  },
  {
    equation: 'R4',
    what: '已退金额等于各行已退加已退运费，不多于应付',
    bad: sql`select order_no as object, sums.total + refund_postage_fen as expected, refund_price_fen as found from store_order as o
      cross join lateral (select coalesce(sum(refund_money_fen), 0) as total from order_line where order_id = o.id) as sums
      where refund_price_fen <> sums.total + refund_postage_fen or refund_price_fen > pay_price_fen
        or refund_postage_fen > pay_postage_fen`,
  },
  {
    equation: 'R4',
    what: '退款中的订单有一笔在途退款',
    bad: sql`select order_no as object, case when refund_status = 3 then 1 else 0 end as expected, sums.waiting as found
      from store_order as o
      cross join lateral (select count(*) as waiting from refund
        where order_id = o.id and state = 0 and not surplus) as sums
      where sums.waiting <> case when refund_status = 3 then 1 else 0 end`,
  },
  {
    equation: 'R4',
    what: '申请退款的订单有一个未了结的售后单',
    bad: sql`select order_no as object, 1 as expected, 0 as found from store_order as o
      where refund_status = 1 and not exists (select from after_sales
        where order_id = o.id and state < 3 and sales_state = 0)`,
  },
  {
    equation: 'R4',
    what: '未了结的售后单的订单在退款',
    bad: sql`select sales_no as object, 1 as expected, refund_status as found from after_sales
      join store_order as o on o.id = order_id
      where after_sales.state < 3 and sales_state = 0 and refund_status not in (1, 3)`,
  },
  {
    equation: 'R4',
    what: '多收的钱都有退款',
    bad: sql`select out_trade_no as object, amount_fen as expected, 0 as found from payment
      where surplus and state = 1 and not exists (select from refund
        where surplus and parts @> jsonb_build_array(jsonb_build_object('paymentId', payment.id)))`,
  },
  {
    equation: 'R5',
    what: '件数、已发件数等于各行之和',
    bad: sql`select order_no as object, sums.num || '/' || sums.sent as expected, total_num || '/' || sent_num as found
      from store_order as o
      cross join lateral (select coalesce(sum(num), 0) as num, coalesce(sum(sent_num), 0) as sent
        from order_line where order_id = o.id) as sums
      where total_num <> sums.num or sent_num <> sums.sent`,
  },
  {
    equation: 'R5',
    what: '发完后每件要么发出要么退掉',
    bad: sql`select line.id as object, num as expected, line.sent_num + cut_num as found from order_line as line
      join store_order as o on o.id = order_id
      where o.status > 0 and line.sent_num + cut_num <> num`,
  },
  {
    equation: 'R5',
    what: '已发件数等于包裹里的件数',
    bad: sql`select line.id as object, sums.total as expected, line.sent_num as found from order_line as line
      join store_order as o on o.id = order_id
      cross join lateral (select coalesce(sum(packed.num), 0) as total from shipment_line as packed
        join shipment on shipment.id = shipment_id and state <> 2 where line_id = line.id) as sums
      where o.shipping_type = 1 and close_type = 0 and line.sent_num <> sums.total`,
  },
  {
    equation: 'R5',
    what: '已退件数和金额等于退款明细之和',
    bad: sql`select line.id as object, sums.num || '/' || sums.cut || '/' || sums.fen as expected,
        line.refund_num || '/' || line.cut_num || '/' || line.refund_money_fen as found from order_line as line
      cross join lateral (select coalesce(sum(back.num), 0) as num, coalesce(sum(back.cut_num), 0) as cut,
          coalesce(sum(back.money_fen), 0) as fen
        from refund_line as back join refund on refund.id = refund_id and state = 1 where line_id = line.id) as sums
      where line.refund_num <> sums.num or line.cut_num <> sums.cut or line.refund_money_fen <> sums.fen`,
  },
  {
    equation: 'R5',
    what: '售后中件数等于未了结的售后单',
    bad: sql`select line.id as object, sums.total as expected, line.after_num as found from order_line as line
      cross join lateral (select coalesce(sum(asked.num), 0) as total from after_sales_line as asked
        join after_sales on after_sales.id = after_sales_id and state < 3 and sales_state = 0 where line_id = line.id) as sums
      where line.after_num <> sums.total`,
  },
  {
    equation: 'R6',
    what: '状态可以到达',
    bad: sql`select order_no as object, 0 as expected, tab as found from store_order
      where status > 0 and not (paid or cod)
        or verify_time is not null and (shipping_type <> 2 or status < 2)
        or (status >= 2) <> (receive_time is not null) or (status = 3) <> (complete_time is not null)
        or shipping_type = 1 and status > 0 and ship_time is null
        or paid <> (pay_time is not null) or paid <> (pay_type <> '')
        or (close_type > 0) <> (close_time is not null)
        or status = 1 and auto_receive_time is null
        or hold and tab in (7, 9, 10)`,
  },
  {
    equation: 'R7',
    what: '库存流水等于订单占用',
    bad: sql`with taken as (
        select sku_id, -sum(change) as num from stock_ledger
        where reason in ('order_create', 'order_cancel', 'order_refund') or reason = 'return_in' and ref_type in ('order', 'refund')
        group by sku_id
      ), held as (
        select sku_id, sum(num) as num from (
          select sku_id, line.num - cut_num - coalesce((select sum(back.num - back.cut_num) from refund_line as back
              join refund on refund.id = refund_id and refund.state = 1 and restock where line_id = line.id), 0) as num
            from order_line as line join store_order as o on o.id = order_id where close_type = 0
          union all select sku_id, line.sent_num - coalesce((select sum(change) from stock_ledger
              where ref_type = 'order' and ref_id = o.order_no and sku_id = line.sku_id and reason = 'return_in'), 0)
            from order_line as line join store_order as o on o.id = order_id where close_type > 0 and line.sent_num > 0
          union all select (added ->> 'skuId')::bigint, (added ->> 'num')::int
            from order_edit cross join lateral jsonb_array_elements((plan -> 'add') || (plan -> 'swap')) as added where state = 0
        ) as parts group by sku_id
      )
      select sku_id as object, coalesce(held.num, 0) as expected, coalesce(taken.num, 0) as found
      from taken full join held using (sku_id)
      where coalesce(taken.num, 0) <> coalesce(held.num, 0) and sku_id in (select id from product_sku)`,
  },
  {
    equation: 'R7',
    what: '库存等于流水之和',
    bad: sql`select sku.id as object, sums.total as expected, stock as found from product_sku as sku
      cross join lateral (select coalesce(sum(change), 0) as total from stock_ledger where sku_id = sku.id) as sums
      where stock <> sums.total`,
  },
  {
    equation: 'R8',
    what: '已使用的优惠券对应一笔有效订单',
    bad: sql`select copy.id as object, order_id as expected, o.id as found from coupon_user as copy
      left join store_order as o on o.id = order_id and o.uid = copy.uid and o.coupon_id = copy.id and close_type = 0
        and (refund_status <> 2 or exists (select from order_log where order_log.order_id = o.id
          and change_type = 'refund' and extra ->> 'couponReturns' = 'false'))
      where copy.status = 1 and o.id is null`,
  },
  {
    equation: 'R8',
    what: '有效订单的优惠券已使用',
    bad: sql`select order_no as object, o.coupon_id as expected, copy.status as found from store_order as o
      left join coupon_user as copy on copy.id = o.coupon_id
      where o.coupon_id > 0 and close_type = 0 and refund_status <> 2
        and (copy.status <> 1 or copy.order_id <> o.id or copy.id is null)`,
  },
  {
    equation: 'R8',
    what: '优惠券金额等于各行分摊之和，不多于小计',
    bad: sql`select order_no as object, sums.total as expected, coupon_price_fen as found from store_order as o
      cross join lateral (select coalesce(sum(coupon_share_fen), 0) as total,
          coalesce(bool_or(coupon_share_fen > line_total_fen), false) as is_over
        from order_line where order_id = o.id) as sums
      where coupon_price_fen <> sums.total or sums.is_over`,
  },
  {
    equation: 'R8',
    what: '优惠券已领取、已使用的张数',
    bad: sql`select coupon.id as object, sums.received || '/' || sums.used as expected,
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
  {
    equation: 'R10',
    what: '各状态订单数',
    bad: sql`with counted as (
        select type, store_id, tab, count(*) as num from store_order where tab > 0 group by 1, 2, 3
      ), kept as (
        select type, store_id, tab, sum(num) as num from (
          select type, store_id, tab, count as num from order_tab_count
          union all select type, store_id, tab, change from order_tab_delta) as parts group by 1, 2, 3
      )
      select type || '/' || store_id || '/' || tab as object, coalesce(counted.num, 0) as expected, coalesce(kept.num, 0) as found
      from counted full join kept using (type, store_id, tab)
      where coalesce(counted.num, 0) <> coalesce(kept.num, 0)`,
  },
  {
    equation: 'R10',
    what: '客户的消费次数、消费金额、退款金额',
    // What an edit puts from goods to others is in both sums of the order, and no money of the customer.
    bad: sql`with paid_by_edit as (
        select uid, sum(amount_fen) as fen from payment where provider = 'edit' and state = 1 group by uid
      ), put_by_edit as (
        select o.uid, sum((part ->> 'amountFen')::bigint) as fen from refund join store_order as o on o.id = order_id
        cross join lateral jsonb_array_elements(parts) as part
        where refund.state = 1 and parts @> '[{"method": "edit"}]' and part ->> 'method' = 'edit' group by o.uid
      )
      select u.id as object, sums.bought || '/' || sums.paid || '/' || sums.back as expected,
        pay_count || '/' || consume_money_fen || '/' || refund_money_fen as found from shop_user as u
      left join paid_by_edit on paid_by_edit.uid = u.id left join put_by_edit on put_by_edit.uid = u.id
      cross join lateral (select count(*) as bought,
          coalesce(sum(pay_price_fen), 0) - coalesce(paid_by_edit.fen, 0) as paid,
          coalesce(sum(refund_price_fen), 0) - coalesce(put_by_edit.fen, 0) as back
        from store_order where store_order.uid = u.id and store_order.paid and ${isSale}) as sums
      where pay_count <> sums.bought or consume_money_fen <> sums.paid or refund_money_fen <> sums.back`,
  },
  {
    equation: 'R10',
    what: '客户的连续签到天数',
    bad: sql`select u.id as object, coalesce(last.number, 0) as expected, sign_num as found from shop_user as u
      left join lateral (select number from sign_log where uid = u.id order by sign_day desc limit 1) as last on true
      where sign_num <> coalesce(last.number, 0)`,
  },
  ...quotaEquations,
  ...bargainEquations,
  ...teamEquations,
]

/**
 * Looks at everything in the shop (trade chapter, 13): the equations of money, points, orders, stock, kept numbers and activities. What
 * does not hold is told, never mended. R9 and R11 come with commissions and the providers' bills.
 * @param most differences told of each equation
 */
export async function reconcile(
  { db }: { db: Pick<Ctx['db'], 'execute'> },
  { only, most = 100 }: { only?: readonly string[]; most?: number } = {},
) {
  const found: Difference[] = []
  for (const { equation, what, bad } of equations) {
    if (only && !only.includes(equation)) continue
    const { rows } = await db.execute<Pick<Difference, 'object' | 'expected' | 'found'>>(
      sql`select object::text, expected::text, found::text from (${bad}) as bad limit ${most}`,
    )
    found.push(...rows.map((row) => ({ equation, what, ...row })))
  }
  return found
}
