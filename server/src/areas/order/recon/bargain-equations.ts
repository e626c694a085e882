import { sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

/** What holds of bargains and their sessions after every transaction. */
export const bargainEquations: readonly Equation[] = [
  {
    equation: 'Q7',
    what: '砍价已砍金额和次数等于帮砍之和，每刀都在范围内',
    says: ['fen', 'num'],
    of: 'session',
    bad: sql`select session.id as root, session.id as object, cut_fen || '/' || cut_count as expected, sums.fen || '/' || sums.num as found
      from bargain_session as session
      cross join lateral (select coalesce(sum(help.cut_fen), 0) as fen, count(*) as num, coalesce(max(seq), 0) as last,
          coalesce(bool_or(help.cut_fen not between cut_lo_fen and cut_hi_fen), false) as is_out
        from bargain_help as help where session_id = session.id) as sums
      where (cut_fen, cut_count) is distinct from (sums.fen, sums.num) or sums.last <> sums.num or is_out`,
  },
  {
    equation: 'Q7',
    what: '砍到最低价的砍价已成功',
    says: ['fen'],
    of: 'session',
    bad: sql`select id as root, id as object, price_fen - min_price_fen as expected, cut_fen as found from bargain_session
      where (cut_fen = price_fen - min_price_fen) <> (success_time is not null)
        or (cut_count = people_num) <> (success_time is not null) or status = 1 and success_time is not null
        or status = 3 and success_time is null`,
  },
  {
    equation: 'Q7',
    what: '成功的砍价最多一笔有效订单，且记在砍价上',
    of: 'session',
    bad: sql`select session.id as root, session.id as object, coalesce(o.id, 0) as expected, order_id as found from bargain_session as session
      left join store_order as o on o.id = order_id and o.activity_id > 0 and bargain_user_id > 0 and close_type = 0
      where order_id is not null and (o.id is null or session.id <> o.bargain_user_id or session.uid <> o.uid
        or session.activity_id <> o.activity_id)`,
  },
  {
    equation: 'Q7',
    what: '砍价的有效订单记在砍价上',
    of: 'order',
    bad: sql`select o.id as root, order_no as object, o.id as expected, coalesce(session.order_id, 0) as found from store_order as o
      left join bargain_session as session on session.id = bargain_user_id
      where o.activity_id > 0 and bargain_user_id > 0 and close_type = 0 and session.order_id is distinct from o.id`,
  },
  {
    equation: 'Q7',
    what: '成功未下单的砍价保留一件',
    of: 'session',
    bad: sql`select session.id as root, session.id as object, (session.status = 3 and not coalesce(o.paid, false))::int as expected, is_held::int as found
      from bargain_session as session left join store_order as o on o.id = session.order_id
      where is_held <> (session.status = 3 and not coalesce(o.paid, false))`,
  },
  {
    equation: 'Q7',
    what: '帮砍次数等于帮别人砍的次数',
    of: 'activity',
    bad: sql`select a.id as root, bad.* from activity as a cross join lateral (
        select a.id || '/' || uid as object, coalesce(counted.num, 0) as expected, coalesce(helped, 0) as found
        from (select help.uid, count(*) as num from bargain_session as session join bargain_help as help on session.id = session_id
          where session.activity_id = a.id and help.uid <> session.uid group by 1) as counted
        full join (select uid, helped from bargain_helper where bargain_helper.activity_id = a.id) as helper using (uid)
        where coalesce(counted.num, 0) <> coalesce(helped, 0)) as bad`,
  },
  {
    equation: 'Q11',
    what: '成功的砍价都有下单截止时间，不早于砍价结束时间',
    of: 'session',
    bad: sql`select id as root, id as object, stop_at as expected, order_deadline as found from bargain_session
      where success_time is not null and (order_deadline is null or order_deadline < stop_at)`,
  },
]
