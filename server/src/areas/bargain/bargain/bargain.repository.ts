import { eq, sql } from 'drizzle-orm'
import type { NewRow } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { bargains } from './bargain.tables.ts'

/** Stores what a bargain has of its own. */
export async function store({ db }: Ctx, row: NewRow<typeof bargains>): Promise<void> {
  const { activityId: _, ...set } = row
  await db.insert(bargains).values(row).onConflictDoUpdate({ target: bargains.activityId, set })
}

export async function find({ db }: Ctx, activityId: number) {
  const [row] = await db.select().from(bargains).where(eq(bargains.activityId, activityId))
  return row
}

/** The sessions of an activity, the cuts in them, and those that reached the lowest price. */
export type SessionCounts = { activityId: number; sessions: number; cuts: number; won: number }

export async function countSessions({ db }: Ctx, ids: readonly number[]): Promise<SessionCounts[]> {
  if (!ids.length) return []
  const { rows } = await db.execute<SessionCounts>(sql`
    select activity_id as "activityId", count(*)::int as sessions, sum(cut_count)::int as cuts, count(success_time)::int as won
    from bargain_session where activity_id = any(${sql.param([...ids])}::bigint[]) group by activity_id`)
  return rows
}

/** How many sessions of an activity are being cut, and how many are won and not ordered yet. */
export async function countGoing({ db }: Ctx, activityId: number): Promise<{ running: number; won: number }> {
  const { rows } = await db.execute<{ running: number; won: number }>(sql`
    select count(*) filter (where status = 1)::int as running, count(*) filter (where status = 3 and order_id is null)::int as won
    from bargain_session where activity_id = ${activityId} and (status = 1 or status = 3 and order_id is null)`)
  return rows[0] ?? { running: 0, won: 0 }
}

/** The activity SKUs of an activity with sessions that are being cut, or are won and not ordered yet. */
export async function listBusySkus({ db }: Ctx, activityId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct activity_sku_id as id from bargain_session
    where activity_id = ${activityId} and (status = 1 or status = 3 and order_id is null)`)
  return rows.map(({ id }) => id)
}

/** A session that was not won in time, with the facts of the message to its owner. */
export type EndedSession = { id: number; uid: number; title: string; minPriceFen: number }

/** The running sessions of an activity end. @returns those that did */
export async function stopRunning({ db, now }: Ctx, activityId: number) {
  const { rows } = await db.execute<EndedSession>(sql`
    with running as materialized (
      select id from bargain_session where activity_id = ${activityId} and status = 1 order by id for update
    )
    update bargain_session as session set status = 2, updated_at = ${now().toISOString()}::timestamptz
    from running, activity where session.id = running.id and activity.id = session.activity_id
    returning session.id, session.uid, title, min_price_fen as "minPriceFen"`)
  return rows
}
