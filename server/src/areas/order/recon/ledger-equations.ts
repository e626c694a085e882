import { sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

const signed = (amount: string, isIn: string) =>
  sql.raw(`coalesce(sum(case when ${isIn} then ${amount} else -${amount} end), 0)`)

/** What must hold of customers and their ledgers. */
export const ledgerEquations: readonly Equation[] = [
  {
    equation: 'R1',
    what: '余额等于账单之和',
    says: ['fen'],
    of: 'customer',
    bad: sql`select id as root, id as object, sums.total as expected, now_money_fen as found from shop_user as u
      cross join lateral (select ${signed('number_fen', 'pm = 1')} as total from user_bill
        where uid = u.id and affect_balance and status = 1) as sums
      where now_money_fen <> sums.total`,
  },
  {
    equation: 'R1',
    what: '每笔账单后的余额接着上一笔',
    says: ['fen'],
    of: 'customer',
    bad: sql`select uid as root, id as object, before + change as expected, balance_fen as found from (
        select id, uid, balance_fen, case when pm = 1 then number_fen else -number_fen end as change,
          coalesce(lag(balance_fen) over (partition by uid order by id), 0) as before
        from user_bill where affect_balance and status = 1) as chain
      where balance_fen <> before + change`,
  },
  {
    equation: 'R2',
    what: '积分等于明细之和',
    of: 'customer',
    bad: sql`select id as root, id as object, sums.total as expected, integral as found from shop_user as u
      cross join lateral (select ${signed('integral', 'type = 1')} as total from user_integral_record
        where uid = u.id and status = 3) as sums
      where u.integral <> sums.total`,
  },
  {
    equation: 'R2',
    what: '经验等于明细之和',
    of: 'customer',
    bad: sql`select id as root, id as object, sums.total as expected, experience as found from shop_user as u
      cross join lateral (select ${signed('experience', 'type = 1')} as total from user_experience_record
        where uid = u.id) as sums
      where u.experience <> sums.total`,
  },
  {
    equation: 'R2',
    what: '未到账的订单积分不多于退款后应得',
    of: 'order',
    bad: sql`select o.id as root, order_no as object, kept.most as expected, record.integral as found from user_integral_record as record
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
    of: 'customer',
    bad: sql`select owed.uid as root, owed.biz_key as object, 0 as expected, owed.integral as found from user_integral_record as owed
      where owed.type = 2 and owed.status = 2 and greatest((select integral from shop_user where id = owed.uid),
        (select max(shop_user.integral) from former_account as former join shop_user on id = former.uid where former_uid = owed.uid)) > 0`,
  },
  {
    equation: 'R2',
    what: '签到积分等于签到记录之和',
    of: 'customer',
    bad: sql`select id as root, id as object, days.total as expected, booked.total as found from shop_user as u
      cross join lateral (select coalesce(sum(integral), 0) as total from sign_log where uid = u.id) as days
      cross join lateral (select ${signed('integral', 'type = 1')} as total from user_integral_record
        where uid = u.id and link_type = 'sign' and status = 3) as booked
      where days.total <> booked.total`,
  },
]
