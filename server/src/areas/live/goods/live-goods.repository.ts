import type { liveGoods as routes } from '@zhanggui/contract/live/live-goods.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { claims } from '../gateway/live-claim.repository.ts'
import { liveGoods } from './live-goods.tables.ts'

export type GoodsRow = typeof liveGoods.$inferSelect
export type GoodsInsert = typeof liveGoods.$inferInsert

/** At most this many rooms are named in a refusal. */
const MAX_NAMED = 20

export const { find, lock, insert, update, remove } = rows(liveGoods)
export const { claim, release } = claims(liveGoods)

/** A page of goods, newest first. */
export const list = pages(liveGoods, {
  where: ({ keywords, auditStatus, ...left }: FilterOf<RouteInput<typeof routes.list>['query']>) => [
    allRead(left),
    has(liveGoods.name, keywords),
    is(liveGoods.auditStatus, auditStatus),
  ],
})

export function listByGoodsIds({ db }: Ctx, goodsIds: readonly number[]): Promise<GoodsRow[]> {
  return db
    .select()
    .from(liveGoods)
    .where(inArray(liveGoods.goodsId, [...goodsIds]))
    .for('no key update')
}

export function listByIds({ db }: Ctx, ids: readonly number[]): Promise<GoodsRow[]> {
  return db
    .select()
    .from(liveGoods)
    .where(inArray(liveGoods.id, [...ids]))
}

/** Goods that the platform may have without having said so, locked. */
export function listUnsure({ db }: Ctx): Promise<GoodsRow[]> {
  return db
    .select()
    .from(liveGoods)
    .where(and(eq(liveGoods.isUnsure, true), isNull(liveGoods.goodsId)))
    .for('no key update')
}

/** Goods that somebody submits for the first time; those that the platform may have already are found instead. */
export function listSending({ db, now }: Ctx) {
  return db
    .select({ name: liveGoods.name, priceFen: liveGoods.priceFen })
    .from(liveGoods)
    .where(and(isNull(liveGoods.goodsId), eq(liveGoods.isUnsure, false), gt(liveGoods.busyUntil, now())))
}

/** The platform's numbers of our goods that nobody has changed since a moment, in their order after one of them. */
export async function listKnown({ db }: Ctx, before: Date, after: number, limit: number) {
  return db
    .select({ id: liveGoods.id, goodsId: sql<number>`${liveGoods.goodsId}`.mapWith(Number) })
    .from(liveGoods)
    .where(and(isNotNull(liveGoods.goodsId), lt(liveGoods.updatedAt, before), gt(liveGoods.id, after)))
    .orderBy(liveGoods.id)
    .limit(limit)
}

/** Rooms that are not over and have the goods. */
export async function listUses({ db }: Ctx, id: number) {
  const { rows: uses } = await db.execute<{ id: number; name: string }>(sql`
    select room.id::int as id, room.name from live_room as room join live_room_goods as link on link.room_id = room.id
    where link.goods_id = ${id} and room.live_status not in (103, 104, 107) order by room.start_time limit ${MAX_NAMED}`)
  return uses.map((room) => ({ type: 'live-room', ...room }))
}

/** Live goods of products. */
export async function listOfProducts({ db }: Ctx, productIds: readonly number[]) {
  return db
    .select({ id: liveGoods.id, name: liveGoods.name })
    .from(liveGoods)
    .where(inArray(liveGoods.productId, [...productIds]))
    .orderBy(desc(liveGoods.id))
}

/** Locks a product that goods are about to name against its deletion. */
export async function keepProduct({ db }: Ctx, id: number): Promise<boolean> {
  const { rows: found } = await db.execute(
    sql`select id from product where id = ${id} and not is_del and not is_recycle for key share`,
  )
  return found.length > 0
}

/** Those of the ids that are products. */
export async function findProducts({ db }: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const { rows: found } = await db.execute<{ id: number }>(
    sql`select id from product where id = any(${sql.param([...ids])}::bigint[]) and not is_del`,
  )
  return new Set(found.map(({ id }) => Number(id)))
}

/** Stores what the platform has and we have not; nobody typed it. Undefined when another sync did meanwhile. */
export async function insertFound({ db, now }: Ctx, row: GoodsInsert): Promise<{ id: number } | undefined> {
  const [stored] = await db
    .insert(liveGoods)
    .values({ ...row, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: liveGoods.id })
  return stored
}

/** Takes over what differs at the platform, as another version. */
export async function takeOver({ db, now }: Ctx, id: number, change: Partial<GoodsInsert>): Promise<void> {
  await db
    .update(liveGoods)
    .set({ ...change, version: sql`${liveGoods.version} + 1`, updatedAt: now() })
    .where(eq(liveGoods.id, id))
}
