import { sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

const money = sql`sum(amount_fen)`

/** What must hold of what orders cost, what was paid for them, and what went back. */
export const orderEquations: readonly Equation[] = [
  {
    equation: 'R3',
    what: '应付等于各行实付加运费',
    says: ['fen'],
    of: 'order',
    bad: sql`select id as root, order_no as object, sums.total + pay_postage_fen as expected, pay_price_fen as found from store_order as o
      cross join lateral (select coalesce(sum(pay_share_fen), 0) as total from order_line where order_id = o.id) as sums
      where pay_price_fen <> sums.total + pay_postage_fen`,
  },
  {
    equation: 'R3',
    what: '每行实付由小计、优惠、积分、改价得出',
    says: ['fen'],
    of: 'order',
    bad: sql`select order_id as root, id as object, line_total_fen - coupon_share_fen - integral_share_fen + adjust_share_fen as expected,
        pay_share_fen as found from order_line
      where pay_share_fen <> line_total_fen - coupon_share_fen - integral_share_fen + adjust_share_fen`,
  },
  {
    equation: 'R3',
    what: '已付订单有且只有一笔支付，未付订单没有',
    of: 'order',
    bad: sql`select id as root, order_no as object, case when paid then 1 else 0 end as expected, sums.payments as found from store_order as o
      cross join lateral (select count(*) as payments from payment
        where biz_type = 'order' and biz_id = o.id and state = 1 and not surplus) as sums
      where sums.payments <> case when paid then 1 else 0 end`,
  },
  {
    equation: 'R3',
    what: '收到的钱等于应付',
    says: ['fen'],
    of: 'order',
    bad: sql`select id as root, order_no as object, pay_price_fen as expected, sums.total as found from store_order as o
      cross join lateral (select coalesce(${money}, 0) as total from payment
        where state = 1 and not surplus and (biz_type = 'order' and biz_id = o.id
          or biz_type = 'edit' and biz_id in (select id from order_edit where order_id = o.id))) as sums
      where paid and pay_price_fen <> sums.total`,
  },
  {
    equation: 'R3',
    what: '每笔支付退回的不多于收到的',
    says: ['fen'],
    of: 'payment',
    bad: sql`select payment.id as root, out_trade_no as object, amount_fen as expected, sums.total as found from payment
      cross join lateral (select coalesce(sum((part ->> 'amountFen')::bigint), 0) as total
        from (
          select parts, state from refund where payment.biz_type = 'order' and order_id = payment.biz_id and not surplus
          union all select parts, state from refund where payment.biz_type = 'edit' and not surplus
            and order_id = (select order_id from order_edit where order_edit.id = payment.biz_id)
          union all select parts, refund.state from recharge_refund join refund on refund.id = refund_id
            where payment.biz_type = 'recharge' and recharge_id = payment.biz_id
          union all select parts, state from refund where surplus
            and parts @> jsonb_build_array(jsonb_build_object('paymentId', payment.id))) as back
        cross join lateral jsonb_array_elements(parts) as part
        where (part ->> 'paymentId')::bigint = payment.id and (part ->> 'state')::int < 2 and back.state < 2) as sums
      where payment.state = 1 and sums.total > amount_fen`,
  },
  {
    equation: 'R3',
    what: '支付渠道退回的钱都已记账，没有退两次',
    of: 'shop',
    bad: sql`select 0 as root, out_trade_no as object, 0 as expected, reason as found from payment_stray
      where reason in ('elsewhere', 'late', 'undone')`,
  },
  {
    equation: 'R3',
    what: '退款等于各部分之和，成功的各部分都已退回',
    says: ['fen'],
    of: 'refund',
    bad: sql`select id as root, refund_no as object, amount_fen as expected, sums.total as found from refund
      cross join lateral (select coalesce(sum((part ->> 'amountFen')::bigint), 0) as total
        from jsonb_array_elements(parts) as part
        where (part ->> 'state')::int < 3 and (state <> 1 or (part ->> 'state')::int = 1)) as sums
      where amount_fen <> sums.total`,
  },
  {
    equation: 'R4',
    what: '退到余额的钱都记入余额',
    says: ['fen'],
    of: 'refund',
    bad: sql`select refund.id as root, refund_no as object, sums.total as expected, coalesce(number_fen, 0) as found from refund
      cross join lateral (select coalesce(sum((part ->> 'amountFen')::bigint), 0) as total
        from jsonb_array_elements(parts) as part where part ->> 'method' = 'balance' and part ->> 'state' = '1') as sums
      left join user_bill on biz_key = 'refund:' || refund_no || ':balance' and affect_balance and pm = 1
      where state = 1 and sums.total <> coalesce(number_fen, 0)`,
  },
  {
    equation: 'R4',
    what: '线下退款都有凭证',
    of: 'refund',
    bad: sql`select id as root, refund_no as object, 1 as expected, 0 as found from refund
      where state < 2 and voucher = '' and parts @> '[{"method": "offline", "state": 1}]'`,
  },
  {
    equation: 'R4',
    what: '已退金额等于退款之和',
    says: ['fen'],
    of: 'order',
    bad: sql`select id as root, order_no as object, sums.total as expected, refund_price_fen as found from store_order as o
      cross join lateral (select coalesce(${money}, 0) as total from refund
        where order_id = o.id and state = 1 and not surplus) as sums
      where refund_price_fen <> sums.total`,
  },
  {
    equation: 'R4',
    what: '已退金额等于各行已退加已退运费，不多于应付',
    says: ['fen'],
    of: 'order',
    bad: sql`select id as root, order_no as object, sums.total + refund_postage_fen as expected, refund_price_fen as found from store_order as o
      cross join lateral (select coalesce(sum(refund_money_fen), 0) as total from order_line where order_id = o.id) as sums
      where refund_price_fen <> sums.total + refund_postage_fen or refund_price_fen > pay_price_fen
        or refund_postage_fen > pay_postage_fen`,
  },
  {
    equation: 'R4',
    what: '退款中的订单有一笔在途退款',
    of: 'order',
    bad: sql`select id as root, order_no as object, case when refund_status = 3 then 1 else 0 end as expected, sums.waiting as found
      from store_order as o
      cross join lateral (select count(*) as waiting from refund
        where order_id = o.id and state = 0 and not surplus) as sums
      where sums.waiting <> case when refund_status = 3 then 1 else 0 end`,
  },
  {
    equation: 'R4',
    what: '申请退款的订单有一个未了结的售后单',
    of: 'order',
    bad: sql`select id as root, order_no as object, 1 as expected, 0 as found from store_order as o
      where refund_status = 1 and not exists (select from after_sales
        where order_id = o.id and state < 3 and sales_state = 0)`,
  },
  {
    equation: 'R4',
    what: '未了结的售后单的订单在退款',
    of: 'order',
    bad: sql`select order_id as root, sales_no as object, 1 as expected, refund_status as found from after_sales
      join store_order as o on o.id = order_id
      where after_sales.state < 3 and sales_state = 0 and refund_status not in (1, 3)`,
  },
  {
    equation: 'R4',
    what: '多收的钱都有退款',
    says: ['fen'],
    of: 'payment',
    bad: sql`select id as root, out_trade_no as object, amount_fen as expected, 0 as found from payment
      where surplus and state = 1 and not exists (select from refund
        where surplus and parts @> jsonb_build_array(jsonb_build_object('paymentId', payment.id)))`,
  },
]
