import type { OpenerFacts, TeamFacts } from '@zhanggui/domain/promotion/team.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

type Team = Omit<TeamFacts, 'stopAt'> & { stopAt: string }

const teamColumns = (uid: SQL) => sql`team.status, team.people, member_count as "memberCount", team.stop_at as "stopAt",
  exists (select from team_member where team_id = team.id and team_member.uid = ${uid} and team_member.status in (1, 2)) as "isMember"`

/** A team of an activity as a buyer finds it. */
export async function findTeam(
  { db }: Ctx,
  { teamId, activityId, uid }: { teamId: number; activityId: number; uid: number },
): Promise<TeamFacts | undefined> {
  const { rows } = await db.execute<Team>(sql`
    select ${teamColumns(sql`${uid}::bigint`)} from team where id = ${teamId} and activity_id = ${activityId}`)
  const [row] = rows
  return row && { ...row, stopAt: new Date(row.stopAt) }
}

/** An activity as an order finds it that would open a team, with the terms of that. */
export type Opener = OpenerFacts & { productId: number; people: number; virtualMost: number }

type OpenerRow = Omit<Opener, 'stopAt'> & { stopAt: string }

/** @param isLocked whether it is kept as it is until the transaction ends, so that no team is opened after it was ended */
export async function findOpener({ db }: Ctx, activityId: number, isLocked: boolean): Promise<Opener | undefined> {
  const { rows } = await db.execute<OpenerRow>(sql`
    select activity.is_del as "isDel", activity.stop_at as "stopAt", people, effective_hours as "effectiveHours",
      virtual_ration as "virtualMost", activity.product_id as "productId",
      (select is_show and not is_recycle and not product.is_del from product where product.id = activity.product_id) as "onSale"
    from activity join combination on activity_id = activity.id where activity.id = ${activityId}
    ${isLocked ? sql`for share of activity` : sql``}`)
  const [row] = rows
  return row && { ...row, stopAt: new Date(row.stopAt) }
}

/** The id of a team that is about to be opened. */
export async function drawTeamId({ db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('team', 'id')) as id`)
  const [row] = rows
  if (!row) throw new Error('no id of a team was drawn')
  return Number(row.id)
}

/**
 * The member of an order leaves a running team that is locked; the longest member leads it if that one did, and the last one ends it.
 * @returns whether the order had a place
 */
export async function leave({ db, now }: Ctx, orderId: number): Promise<boolean> {
  const at = sql`${now().toISOString()}::timestamptz`
  const { rows } = await db.execute(sql`
    with own as materialized (
      select id, team_id, is_leader from team_member where order_id = ${orderId} and status = 1
    ), heir as materialized (
      select member.id, member.uid from team_member as member join own on member.team_id = own.team_id
      where own.is_leader and member.status = 1 and member.id <> own.id order by member.id limit 1
    ), gone as (
      update team_member set status = 3, has_left = true, is_leader = own.is_leader and not exists (select from heir)
      from own where team_member.id = own.id returning own.team_id
    ), led as (
      update team_member set is_leader = true from heir where team_member.id = heir.id
    )
    update team set member_count = member_count - 1, updated_at = ${at}, uid = coalesce((select uid from heir), uid),
      status = case when member_count = 1 then 3 else status end,
      end_reason = case when member_count = 1 then 'left' else end_reason end,
      end_time = case when member_count = 1 then ${at} else end_time end
    from gone where team.id = gone.team_id returning team.id`)
  return rows.length > 0
}

/** Whether the member of an order left its team while it ran. */
export async function hasLeft({ db }: Ctx, orderId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select from team_member where order_id = ${orderId} and has_left`)
  return rows.length > 0
}
