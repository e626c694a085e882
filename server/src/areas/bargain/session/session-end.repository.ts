import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import type { EndedSession } from '../bargain/bargain.repository.ts'

type Due = { id: number }

const at = ({ now }: Ctx) => sql`${now().toISOString()}::timestamptz`

/** Sessions that were not won in time and that a job still tries, after one. */
export async function listDue(ctx: Ctx, job: string, after: number, limit: number): Promise<Due[]> {
  const { rows } = await ctx.db.execute<Due>(sql`
    select id from bargain_session as session where status = 1 and stop_at <= ${at(ctx)} and id > ${after}
      and ${isTried(ctx, job, sql`session.id`)} order by id limit ${limit}`)
  return rows
}

/** Won sessions that were not ordered in time and that a job still tries, after one. */
export async function listLate(ctx: Ctx, job: string, after: number, limit: number): Promise<Due[]> {
  const { rows } = await ctx.db.execute<Due>(sql`
    select id from bargain_session as session where status = 3 and order_id is null and order_deadline < ${at(ctx)} and id > ${after}
      and ${isTried(ctx, job, sql`session.id`)} order by id limit ${limit}`)
  return rows
}

/** Ends a session that was not won in time. @returns its owner; undefined while it is locked, or when there is nothing to end */
export async function endDue(ctx: Ctx, id: number): Promise<EndedSession | undefined> {
  const { rows } = await ctx.db.execute<EndedSession>(sql`
    update bargain_session as session set status = 2, updated_at = ${at(ctx)} from activity
    where activity.id = session.activity_id and session.id = (select due.id from bargain_session as due where due.id = ${id} and status = 1 and stop_at <= ${at(ctx)} for update skip locked)
    returning session.id, session.uid, title, min_price_fen as "minPriceFen"`)
  return rows[0]
}

/** Ends a won session that was not ordered in time. @returns the activity SKU whose unit it held; undefined when there is nothing to end */
export async function endLate(ctx: Ctx, id: number): Promise<number | undefined> {
  const { rows } = await ctx.db.execute<{ activitySkuId: number }>(sql`
    update bargain_session as session set status = 2, is_held = false, updated_at = ${at(ctx)}
    where id = (select late.id from bargain_session as late
      where late.id = ${id} and status = 3 and order_id is null and is_held and order_deadline < ${at(ctx)} for update skip locked)
    returning activity_sku_id as "activitySkuId"`)
  return rows[0]?.activitySkuId
}

/**
 * Ends the sessions of a buyer that run or wait for an order, as given up.
 * @returns the activity SKUs whose units they held, one for each, in the order of their ids
 */
export async function endOf(ctx: Ctx, uid: number): Promise<number[]> {
  const { rows } = await ctx.db.execute<{ id: number; activitySkuId: number; isHeld: boolean }>(sql`
    select id, activity_sku_id as "activitySkuId", is_held as "isHeld" from bargain_session
    where uid = ${uid} and (status = 1 or (status = 3 and order_id is null)) order by id for update`)
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length)
    await ctx.db.execute(sql`
      update bargain_session set status = 2, is_cancelled = true, is_held = false, updated_at = ${at(ctx)}
      where id = any(${sql.param(ids)}::bigint[])`)
  const held = rows.filter(({ isHeld }) => isHeld).map(({ activitySkuId }) => Number(activitySkuId))
  return held.toSorted((one, other) => one - other)
}

/** Gives the unit back that was held for a session. */
export async function release({ db }: Ctx, activitySkuId: number): Promise<void> {
  await db.execute(
    sql`update activity_sku set reserved = reserved - 1, quota = quota + 1, sold_out_at = null where id = ${activitySkuId}`,
  )
}

/** The session of an order that is closed may be ordered again. */
export async function free(ctx: Ctx, id: number, orderId: number): Promise<void> {
  await ctx.db.execute(
    sql`update bargain_session set order_id = null, updated_at = ${at(ctx)} where id = ${id} and order_id = ${orderId}`,
  )
}

/** Why a session cannot be ordered: what it is now. */
export async function findForOrder({ db }: Ctx, id: number, uid: number) {
  const { rows } = await db.execute<{ status: 1 | 2 | 3; hasOrder: boolean; orderDeadline: string | null }>(sql`
    select status, order_id is not null as "hasOrder", order_deadline as "orderDeadline" from bargain_session where id = ${id} and uid = ${uid}`)
  return rows[0]
}
