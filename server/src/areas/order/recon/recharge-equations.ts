import { sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

/** What holds of recharges, their payments, refunds and bills after every transaction. */
export const rechargeEquations: readonly Equation[] = [
  {
    equation: 'R3',
    what: '已付充值有且只有一笔等额的支付，未付充值没有',
    says: ['num', 'fen'],
    of: 'recharge',
    bad: sql`select r.id as root, recharge_no as object, case when paid then '1/' || price_fen else '0/0' end as expected,
        sums.num || '/' || sums.fen as found from user_recharge as r
      cross join lateral (select count(*) as num, coalesce(sum(amount_fen), 0) as fen from payment
        where biz_type = 'recharge' and biz_id = r.id and state = 1 and not surplus) as sums
      where (sums.num, sums.fen) <> (case when paid then 1 else 0 end, case when paid then price_fen else 0 end)`,
  },
  {
    equation: 'R3',
    what: '充值和赠送都已记入余额，各一次',
    says: ['fen', 'fen'],
    of: 'recharge',
    bad: sql`select r.id as root, recharge_no as object, case when paid then price_fen || '/' || give_fen else '0/0' end as expected,
        sums.price || '/' || sums.give as found from user_recharge as r
      cross join lateral (select coalesce(sum(number_fen) filter (where type = 'pay_recharge'), 0) as price,
          coalesce(sum(number_fen) filter (where type = 'recharge_gift'), 0) as give
        from user_bill where link_id = recharge_no and link_id <> '' and user_bill.uid = r.uid and affect_balance and pm = 1
          and biz_key in ('recharge:' || r.id, 'recharge:' || r.id || ':gift')) as sums
      where (sums.price, sums.give) <> (case when paid then price_fen else 0 end, case when paid then give_fen else 0 end)`,
  },
  {
    equation: 'R3',
    what: '充值已退金额等于在途和成功的退款之和',
    says: ['fen', 'fen'],
    of: 'recharge',
    bad: sql`select r.id as root, recharge_no as object, sums.fen || '/' || sums.give as expected, refund_price_fen || '/' || refund_give_fen as found
      from user_recharge as r
      cross join lateral (select coalesce(sum(amount_fen), 0) as fen, coalesce(sum(recharge_refund.give_fen), 0) as give
        from recharge_refund join refund on refund.id = refund_id where recharge_id = r.id and state < 2) as sums
      where (sums.fen, sums.give) <> (refund_price_fen, refund_give_fen)`,
  },
  {
    equation: 'R3',
    what: '充值退款和扣回的赠送都已从余额扣除',
    says: ['fen'],
    of: 'recharge',
    bad: sql`select r.id as root, recharge_no as object, refund_price_fen + refund_give_fen as expected, sums.fen as found from user_recharge as r
      cross join lateral (select coalesce(sum(case when pm = 0 then number_fen else -number_fen end), 0) as fen from user_bill
        where link_id = recharge_no and link_id <> '' and type = 'user_recharge_refund' and affect_balance) as sums
      where sums.fen <> refund_price_fen + refund_give_fen`,
  },
  {
    equation: 'R3',
    what: '每笔充值同时只有一笔退款在途',
    of: 'recharge',
    bad: sql`select recharge_id as root, recharge_id as object, 1 as expected, count(*) as found
      from recharge_refund join refund on refund.id = refund_id where state = 0 group by recharge_id having count(*) > 1`,
  },
]
