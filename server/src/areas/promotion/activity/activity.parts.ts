import {
  type ActivityNotice,
  type ActivityPhase,
  type ActivityType,
  NEARLY_GONE_PARTS,
  type Slot,
} from '@zhanggui/domain/promotion/activity.ts'
import type { OrderedSession } from '@zhanggui/domain/promotion/bargain-session.ts'
import type { TeamFacts } from '@zhanggui/domain/promotion/team.ts'
import { type SQL, sql } from 'drizzle-orm'
import { accountsOf } from '../../user/buyer-session/former-account.parts.ts'

// Parts of statements that read activities, or move the quota of their SKUs together with an order. The quota is locked before SKUs.

const shanghai = sql.raw(`'Asia/Shanghai'`)
/** The first moment of a moment's Shanghai day. */
export const dayOf = (at: SQL) => sql`(date_trunc('day', ${at} at time zone ${shanghai}) at time zone ${shanghai})`
const hours = (count: SQL) => sql`${count} * interval '1 hour'`

/**
 * When a row `activity`, joined with its row `slot` if it has one, runs no more: its end, or that of the slot on its last day.
 */
export const lastEnd = sql`(case when slot.id is null then stop_at else least(stop_at,
  ${dayOf(sql`(stop_at - interval '1 microsecond')`)} + ${hours(sql`slot.end_hour`)}
  - case when ${dayOf(sql`(stop_at - interval '1 microsecond')`)} + ${hours(sql`slot.start_hour`)} >= stop_at
    then interval '1 day' else interval '0' end) end)`

/** Whether a row `activity` with its row `slot` is open, whatever the time. */
export const isOpen = sql`(activity.status and (slot.id is null or slot.status and not slot.is_del))`

/** The phase of a row `activity` with its row `slot`, as `activityPhase` of the domain tells it. */
export function phaseAt(now: Date): SQL<ActivityPhase> {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql<ActivityPhase>`(case when not ${isOpen} then 'closed'
    when ${at} >= ${lastEnd} then 'ended'
    when ${at} >= start_at and (slot.id is null or ${at} >= ${dayOf(at)} + ${hours(sql`slot.start_hour`)}
      and ${at} < ${dayOf(at)} + ${hours(sql`slot.end_hour`)}) then 'running'
    else 'upcoming' end)`
}

/** The SKUs `taking` that take part in activities, each with its row `sku` and its row `product`. */
export const takings = sql`activity_sku as taking join product_sku as sku on sku.id = taking.product_sku_id
  join product on product.id = sku.product_id`

/** What buyers can have of {@link takings}: no more than there is in stock and on the shelf. */
export const leftOfTakings = sql`coalesce(sum(case when sku.is_show and not sku.is_del
  and product.is_show and not product.is_recycle and not product.is_del then least(quota, sku.stock) else 0 end), 0)`

/** What somebody pays in the end for a row of {@link takings} of a row `activity`, coupons aside. */
export const paidFen = sql`least(case when activity.type = 2 then taking.min_price_fen else taking.price_fen end, sku.price_fen)`

/** Whether {@link takings} of a row `activity` have what staff should notice, while it runs or will. */
export const noticed: Record<ActivityNotice, SQL> = {
  nearlyGone: sql`coalesce(${leftOfTakings} between 1 and sum(quota_show) / ${sql.raw(String(NEARLY_GONE_PARTS))}, false)`,
  belowCost: sql`coalesce(bool_or(${paidFen} < sku.cost_fen and not sku.is_del), false)`,
}

/** Units of an order `o` that were not refunded, what the activity's price took off them, and their cost, as a row to join. */
export const keptUnits = sql`lateral (select coalesce(sum(num - refund_num), 0)::int as units,
  coalesce(sum(activity_discount_fen - activity_discount_fen * refund_num / num), 0)::bigint as discount_fen,
  coalesce(sum(cost_fen * (num - refund_num)), 0)::bigint as cost_fen
  from order_line where order_id = o.id)`

/** The facts of an activity that decide about an order in it; moments as the database writes them. */
export type ReadActivity = {
  activitySkuId: number
  activityId: number
  type: ActivityType
  title: string
  isDel: boolean
  skuIsDel: boolean
  status: boolean
  slot: Slot | null
  quota: number
  /** Limits of its kind. */
  num: number
  onceNum: number
  totalNum: number
  mine: { today: number; units: number; openNo: string | null }
  /** The team that is asked for; null when none is, and for one of another activity. */
  team: (Omit<TeamFacts, 'stopAt'> & { stopAt: string }) | null
  /** The session that is ordered; null when none is asked for, and for one of another activity or buyer. */
  session: (Omit<OrderedSession, 'orderDeadline'> & { orderDeadline: string | null; priceFen: number }) | null
  skuId: number
  priceFen: number
  /** Of a bargain: the price it falls to. */
  minPriceFen: number
  tempId: number
  giveIntegral: number
  allowCoupon: boolean | null
  allowPoints: boolean | null
  startAt: string
  stopAt: string
}

/**
 * The `with` query that {@link activityColumn} reads: an activity SKU with its activity, its slot, and this buyer's orders of it that
 * are neither closed nor wholly refunded. Exact for a buyer who is locked. `limit 1` tells the planner what it does not know of tables
 * too small to be analysed: it took these joins for a thousand rows, and so planned the whole statement anew for each order.
 * @param id of the activity SKU, null for none
 * @param teamId the team to join, null for none
 * @param sessionId the bargain that is ordered, null for none
 * @param today the first moment of the Shanghai day
 */
export const readingActivity = ({
  id,
  teamId,
  sessionId,
  uid,
  today,
}: Record<'id' | 'teamId' | 'sessionId' | 'uid' | 'today', SQL>): SQL => sql`
  basket_activity as materialized (
    select activity.temp_id, json_build_object('activitySkuId', taking.id, 'activityId', activity.id, 'type', activity.type,
      'title', activity.title, 'skuId', taking.product_sku_id, 'priceFen', taking.price_fen, 'minPriceFen', taking.min_price_fen, 'quota', taking.quota,
      'skuIsDel', taking.is_del, 'isDel', activity.is_del, 'status', activity.status, 'startAt', activity.start_at,
      'stopAt', activity.stop_at, 'tempId', activity.temp_id, 'giveIntegral', activity.give_integral,
      'allowCoupon', activity.allow_coupon, 'allowPoints', activity.allow_points,
      'slot', case when slot.id is not null then json_build_object('startHour', slot.start_hour, 'endHour', slot.end_hour,
        'isOpen', slot.status and not slot.is_del) end,
      'num', coalesce(seckill.num, combination.num, 0), 'onceNum', coalesce(seckill.once_num, combination.once_num, 0),
      'totalNum', coalesce(seckill.total_num, 0),
      'team', (select json_build_object('status', team.status, 'people', team.people, 'memberCount', member_count, 'stopAt', team.stop_at,
          'isMember', exists (select from team_member where team_id = team.id and team_member.status in (1, 2)
            and team_member.uid = any(${accountsOf(uid)})))
        from team where team.id = ${teamId} and team.activity_id = activity.id),
      'session', (select json_build_object('status', session.status, 'hasOrder', session.order_id is not null,
          'orderDeadline', session.order_deadline, 'priceFen', session.min_price_fen)
        from bargain_session as session where session.id = ${sessionId} and session.activity_sku_id = taking.id and session.uid = ${uid}),
      'mine', (select json_build_object('today', count(*) filter (where created_at >= ${today}),
          'units', coalesce(sum(total_num), 0), 'openNo', max(order_no) filter (where tab = 1))
        from store_order where uid = any(${accountsOf(uid)}) and activity_id = activity.id and activity_id > 0
          and close_type = 0 and refund_status <> 2)) as activity
    from activity_sku as taking join activity on activity.id = taking.activity_id
    left join lateral (select * from seckill where activity_id = activity.id limit 1) as seckill on true
    left join lateral (select * from seckill_slot where id = seckill.time_id limit 1) as slot on true
    left join lateral (select * from combination where activity_id = activity.id limit 1) as combination on true
    where taking.id = ${id}
  )`

/** {@link ReadActivity}, null for none. */
export const activityColumn = sql`(select activity from basket_activity)`

/**
 * The `with` query `reserved_quota`: moves units of an activity SKU from what is left to what orders hold, if there are as many and
 * it still has the price that was asked. No row: nothing may be committed.
 * @param first what must be true for it to begin, so that it waits for the query read there
 */
export const reservingQuota = ({
  id,
  num,
  priceFen,
  at,
  first,
}: Record<'id' | 'num' | 'priceFen' | 'at' | 'first', SQL>) => sql`
  reserved_quota as (
    update activity_sku set quota = quota - ${num}, reserved = reserved + ${num},
      sold_out_at = case when quota = ${num} then ${at} else sold_out_at end
    where id = ${id} and not is_del and quota >= ${num} and price_fen = ${priceFen} and ${first}
    returning quota
  )`

/** What {@link reservingQuota} left; null when it moved nothing. */
export const quotaLeft = sql`(select quota from reserved_quota)`

/**
 * The `with` query `sold_quota`: what a paid order, or the bargain it was made of, held is sold.
 * @param orderId nothing is moved for any other order than those of activities
 * @param first what must be true for it to begin, so that it waits for the query read there
 */
export const sellingQuota = (orderId: SQL, first: SQL) => sql`
  sold_quota as (
    update activity_sku as taking set reserved = reserved - line.num, sold = sold + line.num
    from store_order join order_line as line on line.order_id = store_order.id
    where store_order.id = ${orderId} and store_order.activity_id > 0 and ${first}
      and taking.activity_id = store_order.activity_id and taking.product_sku_id = line.sku_id
    returning taking.id
  )`
/** Reads {@link sellingQuota}, so that what asks for it waits until it is done. */
export const quotaSold = sql`(select count(*) from sold_quota) >= 0`
