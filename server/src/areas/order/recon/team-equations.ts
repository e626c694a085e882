import { sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

/** What holds of teams and their orders after every transaction. */
export const teamEquations: readonly Equation[] = [
  {
    equation: 'Q6',
    what: '团的人数等于团员和同状态的订单数',
    of: 'team',
    bad: sql`select team.id as root, team.id as object, member_count as expected, members.num || '/' || orders.num as found from team
      cross join lateral (select count(*) as num from team_member where team_id = team.id and team_member.status = team.status) as members
      cross join lateral (select count(*) as num from store_order where pink_id = team.id and pink_id > 0 and paid
        and pink_status = team.status and store_order.activity_id = team.activity_id) as orders
      where team.status in (1, 2) and (members.num <> member_count or orders.num <> member_count)`,
  },
  {
    equation: 'Q6',
    what: '团员的订单属于该团且状态相同',
    of: 'team',
    bad: sql`select team_id as root, order_no as object, team_id || ':' || member.status as expected, pink_id || ':' || pink_status as found
      from team_member as member join store_order on store_order.id = order_id
      where pink_id <> team_id or pink_status <> member.status or store_order.uid <> member.uid`,
  },
  {
    equation: 'Q6',
    what: '成功的团已满员，系统补齐不超过开团时的约定',
    of: 'team',
    bad: sql`select id as root, id as object, people as expected, member_count || '+' || virtual_count as found from team
      where status = 2 and (member_count + virtual_count <> people or virtual_count > virtual_most and end_reason <> 'staff')
        or status <> 2 and virtual_count > 0`,
  },
  {
    equation: 'Q6',
    what: '未完成的团没有有效订单',
    of: 'team',
    bad: sql`select team.id as root, team.id as object, 0 as expected, count(*) as found from team
      join store_order on pink_id = team.id and pink_id > 0 and paid and pink_status <> 3
      where team.status = 3 group by team.id`,
  },
  {
    equation: 'Q6',
    what: '进行中的团有且只有一位团长',
    of: 'team',
    bad: sql`select team.id as root, team.id as object, team.uid as expected, string_agg(member.uid::text, ',') as found from team
      left join team_member as member on team_id = team.id and is_leader and member.status = team.status
      where team.status = 1 group by team.id having count(member.id) <> 1 or min(member.uid) <> team.uid`,
  },
  {
    equation: 'Q6',
    what: '进行中的团没有已全额退款的订单',
    of: 'team',
    bad: sql`select team_id as root, order_no as object, 0 as expected, refund_status as found
      from team_member as member join store_order on store_order.id = order_id
      where member.status = 1 and refund_status = 2`,
  },
  {
    equation: 'Q6',
    what: '退出的团员不在团中',
    of: 'team',
    bad: sql`select team_id as root, id as object, 3 as expected, status as found from team_member where has_left and status <> 3`,
  },
  {
    equation: 'Q8',
    what: '拼团失败的订单只等待退款或已退款，没有发货',
    of: 'order',
    bad: sql`select id as root, order_no as object, 8 as expected, tab as found from store_order
      where pink_status = 3 and (not paid or sent_num > 0 or not (tab in (8, 9) or refund_status = 2 and tab in (0, 11)))`,
  },
  {
    equation: 'Q8',
    what: '每笔订单因拼团最多退款一次',
    of: 'order',
    bad: sql`select order_id as root, order_id as object, 1 as expected, count(*) as found from refund where cause = 'team' group by 1 having count(*) > 1`,
  },
  {
    equation: 'Q11',
    what: '进行中的团有空位，也有到期时间',
    of: 'team',
    bad: sql`select id as root, id as object, people as expected, member_count as found from team
      where status = 1 and (member_count not between 1 and people - 1 or stop_at > created_at + interval '30 days')`,
  },
  {
    equation: 'Q11',
    what: '拼团失败的订单会退款',
    of: 'order',
    bad: sql`select id as root, order_no as object, 2 as expected, refund_status as found from store_order
      where pink_status = 3 and refund_status < 2
        and exists (select from refund where refund.order_id = store_order.id and cause = 'team' and state in (0, 1) and not surplus)`,
  },
]
