import { eq, sql } from 'drizzle-orm'
import type { NewRow } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { combinations } from './combination.tables.ts'

/** Stores what a team product has of its own. */
export async function store({ db }: Ctx, row: NewRow<typeof combinations>): Promise<void> {
  const { activityId: _, ...set } = row
  await db.insert(combinations).values(row).onConflictDoUpdate({ target: combinations.activityId, set })
}

export async function find({ db }: Ctx, activityId: number) {
  const [row] = await db.select().from(combinations).where(eq(combinations.activityId, activityId))
  return row
}

/** Buyers in the teams of an activity, how often they took part, and its completed teams. */
export type TeamCounts = { activityId: number; people: number; times: number; done: number }

export async function countTeams({ db }: Ctx, ids: readonly number[]): Promise<TeamCounts[]> {
  if (!ids.length) return []
  const { rows } = await db.execute<TeamCounts>(sql`
    select activity_id as "activityId", count(distinct member.uid)::int as people, count(member.id)::int as times,
      count(distinct team.id) filter (where team.status = 2)::int as done
    from team left join team_member as member on member.team_id = team.id
    where activity_id = any(${sql.param([...ids])}::bigint[]) group by activity_id`)
  return rows
}

/** How many teams of an activity run. */
export async function countRunning({ db }: Ctx, activityId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from team where activity_id = ${activityId} and status = 1`,
  )
  return rows[0]?.count ?? 0
}

/** The running teams of an activity become due now. */
export async function makeDue({ db, now }: Ctx, activityId: number): Promise<void> {
  const at = now().toISOString()
  await db.execute(sql`update team set stop_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
    where activity_id = ${activityId} and status = 1 and stop_at > ${at}::timestamptz`)
}
