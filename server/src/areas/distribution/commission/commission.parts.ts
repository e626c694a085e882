import type { CommissionLevel, CommissionStatus } from '@zhanggui/domain/distribution/commission.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { LineCommission } from './commission.tables.ts'

// Parts of statements that book commission together with rows of an order.

/** The rules by which an order earns, as they are when it is paid. */
export type EarningRules = ReturnType<typeof rulesOf>

/** The rules that the settings of now say. */
export const rulesOf = (
  settings: Pick<
    SettingValues,
    | 'brokerage_func_status'
    | 'store_brokerage_status'
    | 'store_brokerage_ratio'
    | 'store_brokerage_two'
    | 'brokerage_base'
    | 'brokerage_self'
    | 'brokerage_activity'
    | 'brokerage_bind_days'
  >,
) => ({
  isOn: settings.brokerage_func_status,
  forAll: settings.store_brokerage_status === 2,
  one: settings.store_brokerage_ratio,
  two: settings.store_brokerage_two,
  ofPaid: settings.brokerage_base === 'paid',
  self: settings.brokerage_self,
  activities: settings.brokerage_activity,
  bindDays: settings.brokerage_bind_days,
})

/** Rules as {@link earningCommission} takes them. */
export const rulesJson = ({ now }: Ctx, rules: EarningRules): string => JSON.stringify({ ...rules, at: now() })

const readingRules = (json: SQL) => sql`
  commission_rule as materialized (
    select * from jsonb_to_record(${json}::jsonb) as rule("isOn" boolean, "forAll" boolean, one int, two int, "ofPaid" boolean,
      self boolean, activities boolean, "bindDays" int, at timestamptz)
  )`

/**
 * What each line earns on both levels: a fixed sum for each unit of goods that name one, otherwise a percentage, rounded down. Both
 * together are never more than was paid for the line; the second level gives way first.
 * @param is a condition on `order_line`
 */
const earningLines = (is: SQL) => sql`
  select line.id, line_no, least(asked_one, pay_share_fen) as one,
    least(asked_two, pay_share_fen - least(asked_one, pay_share_fen)) as two
  from order_line as line cross join commission_rule as rule
  cross join lateral (select case when "ofPaid" then pay_share_fen else unit_price_fen * num end as base) as of
  cross join lateral (select
    case when is_sub then brokerage_fen * num else base * rule.one / 100 end as asked_one,
    case when is_sub then brokerage_two_fen * num else base * rule.two / 100 end as asked_two) as asked
  where ${is}`

/** Why a customer earns nothing; '' where they do. @param of the customer's row in the statement, null for none */
const whyNot = (
  of: SQL,
  isLapsed: SQL,
) => sql`case when ${of}.id is null then case when ${isLapsed} then 'lapsed' else 'noSuperior' end
  when not ${of}.status then 'disabled' when not ${of}.promotes then 'notPromoter' else '' end`

/**
 * `with` queries that book what an order earns once it is paid: a record for each level that earns, and in `commission_said` why not
 * both do. The customers are read as they were before the statement and not locked: such a record moves nothing that they have.
 * @param json of {@link rulesJson}
 */
export const earningCommission = (orderId: SQL, json: SQL) => sql`
  ${readingRules(json)}, commission_order as materialized (
    select id, order_no, uid, case when not "isOn" then 'off' when order_kind <> 'normal' and not activities then 'activity' else '' end
      as refused
    from store_order cross join commission_rule where id = ${orderId}
  ), commission_buyer as materialized (
    select buyer.id, spread_uid, self and buyer.status and (is_promoter or "forAll") as earns,
      spread_uid > 0 and "bindDays" > 0 and greatest(spread_time, last_pay_time) < at - make_interval(days => "bindDays") as lapsed
    from commission_order join shop_user as buyer on buyer.id = uid cross join commission_rule where refused = ''
  ), commission_first as materialized (
    select up.id, up.status, up.is_promoter or "forAll" as promotes,
      case when earns then case when lapsed then 0 else buyer.spread_uid end else up.spread_uid end as next_uid
    from commission_buyer as buyer cross join commission_rule join shop_user as up
      on up.id = case when earns then buyer.id when lapsed then 0 else buyer.spread_uid end
  ), commission_second as materialized (
    select up.id, up.status, up.is_promoter or "forAll" as promotes
    from commission_first cross join commission_rule join shop_user as up on up.id = next_uid
  ), commission_why as materialized (
    select ${whyNot(sql`first`, sql`lapsed`)} as first, ${whyNot(sql`second`, sql`(lapsed and earns)`)} as second
    from commission_buyer left join commission_first as first on true left join commission_second as second on true
  ), commission_line as materialized (
    ${earningLines(sql`order_id = ${orderId} and exists (select from commission_why where first = '')`)}
  ), commission_level as materialized (
    select 1 as tier, first.id as uid, coalesce(sum(one), 0) as price,
      jsonb_agg(jsonb_build_object('lineId', line.id, 'price', one) order by line_no) filter (where one > 0) as lines
    from commission_first as first cross join commission_line as line group by first.id
    union all
    select 2, second.id, coalesce(sum(two), 0),
      jsonb_agg(jsonb_build_object('lineId', line.id, 'price', two) order by line_no) filter (where two > 0)
    from commission_second as second join commission_why on commission_why.second = '' cross join commission_line as line
    group by second.id
  ), earned_commission as (
    insert into user_brokerage_record (uid, order_id, link_id, title, biz_key, created_at, updated_at, link_type, type, price_fen,
      origin_price_fen, lines, balance_fen, status, brokerage_level)
    select earned.uid, commission_order.id, order_no, '推广订单佣金', 'order:' || commission_order.id || ':l' || tier, at, at, 'order', 1,
      price, price, lines, brokerage_price_fen, 1, tier
    from commission_level as earned join shop_user on shop_user.id = earned.uid cross join commission_order cross join commission_rule
    where price > 0
  ), commission_said as materialized (
    select coalesce(nullif(refused, ''), nullif(first, ''),
      case when exists (select from commission_level where tier = 1 and price = 0) then 'zero' end, nullif(second, ''),
      case when exists (select from commission_level where price = 0) then 'zero' end, '') as note
    from commission_order left join commission_why on true
  )`

/** Why not both levels earn, in the statement of {@link earningCommission}. */
export const commissionNote = sql`(select note from commission_said)`

/**
 * Lets lines that were added to an order earn, by the rules of now, for those who have a record of it. A record of which everything had
 * gone back lives again; one that was made void by hand does not.
 * @param lineIds an array of ids
 */
export const earningMore = (orderId: SQL, lineIds: SQL, json: SQL) => sql`
  with ${readingRules(json)}, commission_line as materialized (
    ${earningLines(sql`order_id = ${orderId} and line.id = any(${lineIds}) and "isOn"`)}
  ), more as materialized (
    select 1 as level, sum(one)::bigint as price,
      jsonb_agg(jsonb_build_object('lineId', id, 'price', one) order by line_no) filter (where one > 0) as lines from commission_line
    union all
    select 2, sum(two)::bigint, jsonb_agg(jsonb_build_object('lineId', id, 'price', two) order by line_no) filter (where two > 0)
    from commission_line
  )
  update user_brokerage_record as record set price_fen = record.price_fen + more.price,
    origin_price_fen = record.origin_price_fen + more.price, lines = record.lines || more.lines,
    status = case record.status when 4 then 1 else record.status end, updated_at = at
  from more, commission_rule
  where record.order_id = ${orderId} and record.link_type = 'order' and record.brokerage_level = more.level and more.price > 0
    and (record.status in (1, 2) or record.status = 4 and record.price_fen = 0)`

/**
 * What the lines of a record earn now that money of them went back: nothing of a line of which every unit is back, otherwise the part
 * that its buyer still pays, rounded down.
 * @param lines the record's `lines`
 */
export const keptCommission = (lines: SQL) => sql`
  (select coalesce(sum(case when line.refund_num = line.num or line.pay_share_fen = 0 then 0
      else part.price * (line.pay_share_fen - line.refund_money_fen) / line.pay_share_fen end), 0)::bigint
    from jsonb_to_recordset(${lines}) as part("lineId" bigint, price bigint) join order_line as line on line.id = part."lineId")`

/** What was taken back of an order's record once it was done. @param record the record's row in the statement */
export const takenBack = (record: SQL) => sql`
  (select coalesce(sum(back.price_fen), 0)::bigint from user_brokerage_record as back where back.order_id = ${record}.order_id
    and back.order_id > 0 and back.link_type = 'refund' and back.brokerage_level = ${record}.brokerage_level)`

/** What an order earned for one promoter, as its page shows it; the time is a text. */
export type OrderCommission = {
  level: CommissionLevel
  uid: number
  promoter: string
  priceFen: number
  originFen: number
  lines: LineCommission[]
  takenFen: number
  status: CommissionStatus
  thawTime: string | null
}

/** What an order earned for its promoters, the first level first, as JSON. @param id of the order */
export const orderCommission = (id: SQL) => sql`
  (select coalesce(json_agg(json_build_object('level', brokerage_level, 'uid', earned.uid, 'promoter', earner.nickname,
      'priceFen', price_fen, 'originFen', origin_price_fen, 'lines', lines, 'takenFen', ${takenBack(sql`earned`)}, 'status', earned.status, 'thawTime', thaw_time) order by brokerage_level), '[]')
    from user_brokerage_record as earned join shop_user as earner on earner.id = earned.uid
    where earned.order_id = ${id} and earned.link_type = 'order')`
