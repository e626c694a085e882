import type { PointsLinkType, PointsStatus } from '@zhanggui/domain/user/ledger.ts'
import { MAX_POINTS, pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Given, givenRows } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { userIntegralRecords } from './ledger.tables.ts'

// Parts of statements that move what customers have together with rows of other areas. The customer is locked.

const pointsColumns = [
  ...['uid', 'linkId', 'title', 'mark', 'bizKey', 'operatorId', 'createdAt', 'updatedAt', 'linkType'],
  ...['type', 'integral', 'status', 'frozenTime', 'thawTime'],
] as Given<typeof userIntegralRecords>

/**
 * `with` queries that add one points record, or none where none is given, in `booked_points`; one that is done moves the balance.
 * Nothing is booked for a key that is known, nor where the balance would leave its bounds.
 * @param json an array of at most one record
 */
export function bookingPoints(json: SQL): SQL {
  return sql`
    given_points as materialized (
      select *, case when status <> ${sql.raw(String(pointsStatuses.done))} then 0 when type = 1 then integral else -integral end as moves
      from ${givenRows(userIntegralRecords, pointsColumns, json)}
    ), known_points as materialized (
      select from user_integral_record where biz_key in (select "bizKey" from given_points)
    ), moved_points as (
      update shop_user set integral = shop_user.integral + moves from given_points
      where id = uid and moves <> 0 and shop_user.integral::bigint + moves between 0 and ${sql.raw(String(MAX_POINTS))}
        and not exists (select from known_points)
      returning id, shop_user.integral
    ), stood_points as (
      select id, shop_user.integral from shop_user join given_points on id = uid
      where moves = 0 and not exists (select from known_points)
    ), booked_points as (
      insert into user_integral_record (uid, link_id, title, mark, biz_key, operator_id, created_at, updated_at, link_type, type,
        integral, balance, status, frozen_time, thaw_time)
      select uid, "linkId", title, mark, "bizKey", "operatorId", "createdAt", "updatedAt", "linkType", type,
        given_points.integral, owner.integral, status, "frozenTime", "thawTime"
      from given_points join (table moved_points union all table stood_points) as owner on owner.id = uid
      returning id
    )`
}

/** Whether {@link bookingPoints} found the key known; whether it booked. */
export const [pointsKnown, pointsBooked] = [
  sql`exists (select from known_points)`,
  sql`exists (select from booked_points)`,
]

/** What each record says of its event. */
export type Note = { uid: number; title: string; linkId?: string; mark?: string; bizKey?: string }

/** A points record to be added. */
export type PointsMove = Note & {
  /** 1 in, 2 out. */
  type: 1 | 2
  integral: number
  linkType: PointsLinkType
  status: PointsStatus
  frozenTime?: number
  thawTime?: Date | null
}

/** A points record as {@link bookingPoints} takes it; none without one. */
export function pointsJson(ctx: Ctx, points: PointsMove | undefined): string {
  if (!points) return '[]'
  const at = ctx.now()
  const left = { linkId: '', mark: '', bizKey: null, frozenTime: 0, thawTime: null }
  return JSON.stringify([{ ...left, ...points, operatorId: operatorOf(ctx), createdAt: at, updatedAt: at }])
}

/** The administrator who acts; 0 for buyers and the system. */
export function operatorOf({ caller }: Ctx): number {
  return caller?.userId ?? 0
}

/** What a customer bought, as {@link bookingPurchase} takes it. */
export type Purchase = {
  uid: number
  /** The order's number. */
  linkId: string
  payFen: number
  payType: string
  /** Whether the money comes from the balance. */
  fromBalance: boolean
  billTitle: string
  /** What it earns: experience at once, points later. */
  experience: number
  points: number
  earnTitle: string
  /** What the keys of its records begin with. */
  key: string
}

/** A purchase as JSON for {@link bookingPurchase}. */
export const purchaseJson = (ctx: Ctx, purchase: Purchase): string =>
  JSON.stringify({ ...purchase, operatorId: operatorOf(ctx), at: ctx.now() })

/**
 * `with` queries that book a purchase, in `paying`: the bill, what the customer has bought, experience, and points to come. The
 * customer is locked first. Nothing is booked where the balance is too small; a purchase booked before is an error.
 */
export function bookingPurchase(json: SQL): SQL {
  const given = sql`purchase.uid, "linkId"`
  return sql`
    purchase as materialized (
      select * from jsonb_to_record(${json}::jsonb) as given(uid bigint, "linkId" text, "payFen" bigint, "payType" text,
        "fromBalance" boolean, "billTitle" text, experience int, points int, "earnTitle" text, key text, "operatorId" bigint,
        at timestamptz)
    ), customer as materialized (
      select id, experience as had from shop_user where id = (select uid from purchase) for no key update
    ), paying as (
      update shop_user set
        now_money_fen = now_money_fen - case when "fromBalance" then "payFen" else 0 end,
        pay_count = pay_count + 1, consume_money_fen = consume_money_fen + "payFen", last_pay_time = at,
        experience = least(shop_user.experience::bigint + purchase.experience, ${sql.raw(String(MAX_POINTS))})::int
      from purchase join customer on customer.id = uid
      where shop_user.id = uid and (not "fromBalance" or now_money_fen >= "payFen")
      returning shop_user.id, now_money_fen, integral, shop_user.experience, shop_user.experience - had as grown, level
    ), billed as (
      insert into user_bill (uid, link_id, title, biz_key, operator_id, created_at, pm, type, number_fen, balance_fen,
        affect_balance, pay_type)
      select ${given}, "billTitle", key || ':pay', "operatorId", at, 0, 'pay_order', "payFen", now_money_fen,
        "fromBalance", "payType"
      from paying, purchase where "payFen" > 0
    ), grown as (
      insert into user_experience_record (uid, link_id, title, biz_key, operator_id, created_at, link_type, type, experience,
        balance)
      select ${given}, "earnTitle", key || ':experience', "operatorId", at, 'order', 1, grown, paying.experience
      from paying, purchase where grown > 0
    ), earned as (
      insert into user_integral_record (uid, link_id, title, biz_key, operator_id, created_at, updated_at, link_type, type,
        integral, balance, status)
      select ${given}, "earnTitle", key || ':earn', "operatorId", at, at, 'order', 1, points, integral,
        ${sql.raw(String(pointsStatuses.created))}
      from paying, purchase where points > 0
    )`
}

/** Whether {@link bookingPurchase} booked; whether the customer's experience says another level now, perhaps. */
export const [purchaseBooked, purchaseRaises] = [
  sql`exists (select from paying)`,
  sql`exists (select from paying where grown > 0 and level <> coalesce((
    select id from user_level where is_show and user_level.experience <= paying.experience order by grade desc limit 1), 0))`,
]
