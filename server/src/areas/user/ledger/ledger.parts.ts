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
