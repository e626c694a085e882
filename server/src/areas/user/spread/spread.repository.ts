import { eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { ENDED_BY_BUYER, shopUsers } from '../shop-user/shop-user.tables.ts'

/** What decides whether a customer may be bound, and to whom. */
export async function findMany({ db }: Ctx, ids: readonly number[]) {
  const { id, status, closeReason, isPromoter, spreadUid, spreadTime, lastPayTime } = shopUsers
  const rows = await db
    .select({ id, status, closeReason, isPromoter, spreadUid, spreadTime, lastPayTime })
    .from(shopUsers)
    .where(inArray(id, [...ids]))
  return rows.map(({ closeReason: why, ...row }) => ({ ...row, hasEnded: !row.status && why === ENDED_BY_BUYER }))
}

/** A customer in the tree of promoters. */
export type Bound = Awaited<ReturnType<typeof findMany>>[number]

/** Makes a locked customer a promoter who is none. */
export async function makePromoter({ db, now }: Ctx, uid: number): Promise<void> {
  const { id, version, isPromoter } = shopUsers
  await db
    .update(shopUsers)
    .set({ isPromoter: true, promoterTime: now(), version: sql`${version} + 1` })
    .where(sql`${eq(id, uid)} and not ${isPromoter}`)
}

/** The promoters above a customer, the nearest first. */
export async function listAbove({ db }: Ctx, uid: number): Promise<number[]> {
  const { rows: above } = await db.execute<{ id: number }>(sql`
    with recursive above as (
      select id, spread_uid, 0 as depth from shop_user where id = ${uid}
      union all
      select up.id, up.spread_uid, depth + 1 from shop_user as up join above on up.id = above.spread_uid where depth < 1000
    )
    select id from above where depth > 0 order by depth`)
  return above.map(({ id }) => id)
}

/**
 * Locks customers whose bond changes with everybody below them, whose paths follow, and others besides, in the order of their ids.
 * @param tx a transaction that locked the tree
 */
export async function lockBonds({ db }: Ctx, uids: readonly number[], others: readonly number[]): Promise<void> {
  const own = sql`${sql.param([...uids])}::bigint[]`
  await db.execute(sql`
    with recursive below as (
      select unnest(${own}) as id
      union select down.id from shop_user as down join below on down.spread_uid = below.id where down.spread_uid <> 0
    )
    select id from shop_user where id = any(${sql.param([...others])}::bigint[] || array(select id from below))
    order by id for no key update`)
}

/** Gives a locked customer another promoter above, or none, and counts at both. The paths below follow. @param since of the bond */
export async function bind({ db, now }: Ctx, uid: number, spreadUid: number, since = now()): Promise<void> {
  await db.execute(sql`
    with had as (select id, spread_uid from shop_user where id = ${uid}),
    counted as (
      update shop_user set spread_count = greatest(0, spread_count + case when id = ${spreadUid} then 1 else -1 end)
      where (id = ${spreadUid} or id = (select spread_uid from had)) and id <> ${uid} returning id
    )
    update shop_user set spread_uid = ${spreadUid}, spread_time = ${spreadUid ? since : null}::timestamptz, version = version + 1
    where id = ${uid}`)
  await db.execute(sql`
    with recursive below as (
      select me.id, case when up.id is null then '/' else up.path || up.id || '/' end as path
      from shop_user as me left join shop_user as up on up.id = me.spread_uid and me.spread_uid <> 0 where me.id = ${uid}
      union all
      select down.id, below.path || below.id || '/' from shop_user as down join below on down.spread_uid = below.id
      where down.spread_uid <> 0
    )
    update shop_user set path = below.path from below where shop_user.id = below.id`)
}

/** The longest path below a customer, from the customer on. */
export async function depthBelow({ db }: Ctx, uid: number): Promise<number> {
  const { rows: deepest } = await db.execute<{ length: number }>(sql`
    with recursive below as (
      select id, 0 as length from shop_user where id = ${uid}
      union all
      select down.id, below.length + length(below.id::text) + 1 from shop_user as down join below on down.spread_uid = below.id
      where down.spread_uid <> 0
    )
    select max(length) as length from below`)
  return deepest[0]?.length ?? 0
}
