import { type SQL, sql } from 'drizzle-orm'

// What a place in a team changes, in the statement of the payment that gets it, and what the end of a team does, in that of its end. The
// team is locked before.

/** A place that a paid order gets. */
export type Seating = {
  /** 0 for none. */
  teamId: number
  /** It opens the team, whose terms are the rest. */
  opens: boolean
  completes: boolean
  /** What the order has from now on. */
  pinkStatus: 1 | 2 | 3
  activityId: number
  productId: number
  uid: number
  people: number
  virtualMost: number
  stopAt: string | null
}

const given = sql.raw(
  `"teamId" bigint, opens boolean, completes boolean, "pinkStatus" smallint, "activityId" bigint, "productId" bigint, uid bigint,
      people int, "virtualMost" int, "stopAt" timestamptz`,
)

/**
 * The `with` queries that seat a paid order: `given_seat` has one row, or none of an order outside teams; `freed_orders` are the other orders
 * of a team that is complete now, which may leave.
 * @param seat a {@link Seating} as JSON, null for none
 */
export const seatingOrder = ({ seat, orderId, at }: Record<'seat' | 'orderId' | 'at', SQL>): SQL => sql`
  given_seat as materialized (
    select seat.* from jsonb_to_record(${seat}) as seat(${given}) where ${seat} is not null
  ), opened_team as (
    insert into team (id, created_at, updated_at, activity_id, product_id, uid, people, virtual_most, member_count, stop_at)
    overriding system value
    select "teamId", ${at}, ${at}, "activityId", "productId", uid, people, "virtualMost", 1, "stopAt" from given_seat where opens
  ), joined_team as (
    update team set member_count = member_count + 1, updated_at = ${at},
      status = case when completes then 2 else status end, end_reason = case when completes then 'full' else end_reason end,
      end_time = case when completes then ${at} else end_time end
    from given_seat where team.id = "teamId" and not opens
  ), other_members as (
    update team_member set status = 2 from given_seat
    where team_id = "teamId" and completes and team_member.status = 1
  ), seated as (
    insert into team_member (created_at, team_id, uid, order_id, num, price_fen, is_leader, status)
    select ${at}, "teamId", uid, ${orderId}, num, unit_price_fen, opens, "pinkStatus"
    from given_seat join order_line on order_id = ${orderId} where "teamId" > 0 order by line_no limit 1
  ), freed_orders as (
    update store_order set pink_status = 2, version = version + 1, updated_at = ${at} from given_seat
    where completes and store_order.id <> ${orderId} and store_order.id in (
      select order_id from team_member where team_id = "teamId" and team_member.status = 1)
    returning store_order.id
  )`

/** What an order has after {@link seatingOrder}: what it had, if that is not about it. */
export const seatedTeam = sql`coalesce((select "teamId" from given_seat), pink_id)`
export const seatedStatus = sql`coalesce((select "pinkStatus" from given_seat), pink_status)`

/** How a team ends: the input of {@link endingTeam}. */
export type Ending = { teamId: number; status: 2 | 3; reason: string; virtualCount: number }

/** The `with` queries that end a team; `ended_members` are its members. */
export const endingTeam = ({ teamId, status, reason, virtualCount, at }: Ending & { at: string }): SQL => sql`
  ended_team as (
    update team set status = ${status}::smallint, virtual_count = ${virtualCount}::int, end_reason = ${reason},
      end_time = ${at}::timestamptz, updated_at = ${at}::timestamptz
    where id = ${teamId} and status = 1 returning id
  ), ended_members as (
    update team_member set status = ${status}::smallint from ended_team
    where team_id = ended_team.id and team_member.status = 1 returning order_id
  )`
