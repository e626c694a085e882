import type { liveRoom } from '@zhanggui/contract/live/live-room.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { allRead, has } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { claims } from '../gateway/live-claim.repository.ts'
import { liveGoods } from '../goods/live-goods.tables.ts'
import { liveRoomGoods, liveRooms } from './live-room.tables.ts'

export type RoomRow = typeof liveRooms.$inferSelect
export type RoomInsert = typeof liveRooms.$inferInsert

export const { find, lock, insert, update, remove } = rows(liveRooms)
export const { claim, release } = claims(liveRooms)

/** The state of a room: as WeChat last said, or by the times of a broadcast of a 视频号. */
export const statusNow = ({ now }: Ctx): SQL<number> => {
  const at = sql`${now().toISOString()}::timestamptz`
  return sql<number>`case when source <> 'channels' then live_status
    when ${at} < start_time then 102 when ${at} < end_time then 101 else 103 end`
}

const goodsCount = sql<number>`(select count(*)::int from live_room_goods as link where link.room_id = live_room.id)`

function matches(keywords: string | undefined): SQL | undefined {
  if (!keywords) return undefined
  const isNumber = /^\d{1,15}$/.test(keywords)
  return or(
    has(liveRooms.name, keywords),
    has(liveRooms.anchorName, keywords),
    isNumber ? eq(liveRooms.roomId, Number(keywords)) : undefined,
  )
}

/** A page of rooms, the latest start first. */
export const list = pages(liveRooms, {
  where: ({ keywords, liveStatus, ...left }: FilterOf<RouteInput<typeof liveRoom.list>['query']>, ctx) => [
    allRead(left),
    matches(keywords),
    liveStatus === undefined ? undefined : sql`${statusNow(ctx)} = ${liveStatus}`,
  ],
  order: [desc(liveRooms.startTime), desc(liveRooms.id)],
  more: { goodsCount },
})

export type CountedRoom = RoomRow & { goodsCount: number }

/** A room with the number of its goods. */
export async function findCounted({ db }: Ctx, id: number): Promise<CountedRoom | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(liveRooms), goodsCount })
    .from(liveRooms)
    .where(eq(liveRooms.id, id))
  return row
}

/** The goods of a room in their order. */
export function listGoods({ db }: Ctx, roomId: number) {
  return db
    .select({ goods: getTableColumns(liveGoods), onSale: liveRoomGoods.onSale })
    .from(liveRoomGoods)
    .innerJoin(liveGoods, eq(liveGoods.id, liveRoomGoods.goodsId))
    .where(eq(liveRoomGoods.roomId, roomId))
    .orderBy(asc(liveRoomGoods.sort), asc(liveRoomGoods.id))
}

export function listGoodsById({ db }: Ctx, ids: readonly number[]) {
  return db
    .select()
    .from(liveGoods)
    .where(inArray(liveGoods.id, [...ids]))
}

/** Puts goods behind those of a room. */
export async function addGoods({ db }: Ctx, roomId: number, goodsIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    insert into live_room_goods (room_id, goods_id, sort)
    select ${roomId}, given.id, coalesce((select max(sort) from live_room_goods where room_id = ${roomId}), 0) + given.place
    from unnest(${sql.param([...goodsIds])}::bigint[]) with ordinality as given (id, place)
    on conflict (room_id, goods_id) do nothing`)
}

/** @returns whether the room had them */
export async function removeGoods({ db }: Ctx, roomId: number, goodsId: number): Promise<boolean> {
  const gone = await db
    .delete(liveRoomGoods)
    .where(and(eq(liveRoomGoods.roomId, roomId), eq(liveRoomGoods.goodsId, goodsId)))
    .returning({ id: liveRoomGoods.id })
  return gone.length > 0
}

export async function turnGoods({ db }: Ctx, roomId: number, goodsId: number, onSale: boolean): Promise<void> {
  await db
    .update(liveRoomGoods)
    .set({ onSale })
    .where(and(eq(liveRoomGoods.roomId, roomId), eq(liveRoomGoods.goodsId, goodsId)))
}

/** Makes the goods of a room those of the platform, by its numbers. @returns whether anything differed */
export async function replaceGoods({ db }: Ctx, roomId: number, numbers: readonly number[]): Promise<boolean> {
  const { rows: changed } = await db.execute(sql`
    with wanted as (
      select live_goods.id, min(given.place) as place
      from unnest(${sql.param([...numbers])}::bigint[]) with ordinality as given (number, place)
      join live_goods on live_goods.goods_id = given.number group by live_goods.id
    ), gone as (
      delete from live_room_goods where room_id = ${roomId} and goods_id not in (select id from wanted) returning id
    ), come as (
      insert into live_room_goods (room_id, goods_id, sort) select ${roomId}, id, place from wanted
      on conflict (room_id, goods_id) do nothing returning id
    )
    select id from gone union all select id from come`)
  return changed.length > 0
}

/** Rooms of the platform's numbers, locked. */
export function lockByRoomIds({ db }: Ctx, roomIds: readonly number[]): Promise<RoomRow[]> {
  return db
    .select()
    .from(liveRooms)
    .where(inArray(liveRooms.roomId, [...roomIds]))
    .orderBy(liveRooms.id)
    .for('no key update')
}

/** Rooms that the platform may have without having said so, locked. */
export function lockUnsure({ db }: Ctx): Promise<RoomRow[]> {
  return db
    .select()
    .from(liveRooms)
    .where(and(eq(liveRooms.isUnsure, true), isNull(liveRooms.roomId)))
    .for('no key update')
}

/** Rooms that somebody sends to the platform for the first time; those that it may have already are found instead. */
export function listSending({ db, now }: Ctx) {
  return db
    .select({ name: liveRooms.name, startTime: liveRooms.startTime })
    .from(liveRooms)
    .where(and(isNull(liveRooms.roomId), eq(liveRooms.isUnsure, false), gt(liveRooms.busyUntil, now())))
}

/** Rooms that the platform had, unchanged here since a moment. */
export async function listPushed({ db }: Ctx, before: Date) {
  return db
    .select({ id: liveRooms.id, roomId: sql<number>`${liveRooms.roomId}`.mapWith(Number) })
    .from(liveRooms)
    .where(and(isNotNull(liveRooms.roomId), lt(liveRooms.updatedAt, before)))
}

/** Rooms that are over, may have a replay, and were not asked for one lately. */
export function listWithoutReplay({ db }: Ctx, endedAfter: Date, askedBefore: Date, limit: number) {
  return db
    .select({ id: liveRooms.id, roomId: sql<number>`${liveRooms.roomId}`.mapWith(Number) })
    .from(liveRooms)
    .where(
      and(
        isNotNull(liveRooms.roomId),
        eq(liveRooms.liveStatus, 103),
        eq(liveRooms.closeReplay, false),
        gt(liveRooms.endTime, endedAfter),
        or(isNull(liveRooms.replaysAt), lt(liveRooms.replaysAt, askedBefore)),
      ),
    )
    .orderBy(asc(liveRooms.replaysAt))
    .limit(limit)
}

/** Rooms that are not over and have no code yet. */
export function listWithoutCode({ db }: Ctx, limit: number) {
  return db
    .select({ id: liveRooms.id, roomId: sql<number>`${liveRooms.roomId}`.mapWith(Number) })
    .from(liveRooms)
    .where(
      and(isNotNull(liveRooms.roomId), eq(liveRooms.qrcodeUrl, ''), inArray(liveRooms.liveStatus, [101, 102, 105])),
    )
    .orderBy(asc(liveRooms.startTime))
    .limit(limit)
}

/** Notes what the platform said of a room, which is no change of it. */
export async function note({ db }: Ctx, id: number, fact: Partial<RoomInsert>): Promise<void> {
  await db.update(liveRooms).set(fact).where(eq(liveRooms.id, id))
}

/** Whether a room of the platform runs, or begins before a moment. */
export async function isSoon({ db, now }: Ctx, before: Date): Promise<boolean> {
  const soon = and(
    isNotNull(liveRooms.roomId),
    or(
      inArray(liveRooms.liveStatus, [101, 105]),
      and(eq(liveRooms.liveStatus, 102), lt(liveRooms.startTime, before), gt(liveRooms.endTime, now())),
    ),
  )
  return (await db.select({ id: liveRooms.id }).from(liveRooms).where(soon).limit(1)).length > 0
}

/** Stores what the platform has and we have not; nobody typed it. Undefined when another sync did meanwhile. */
export async function insertFound({ db, now }: Ctx, row: RoomInsert): Promise<{ id: number } | undefined> {
  const [stored] = await db
    .insert(liveRooms)
    .values({ ...row, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: liveRooms.id })
  return stored
}

/** Takes over what differs at the platform, as another version. */
export async function takeOver({ db, now }: Ctx, id: number, change: Partial<RoomInsert>): Promise<void> {
  await db
    .update(liveRooms)
    .set({ ...change, version: sql`${liveRooms.version} + 1`, updatedAt: now() })
    .where(eq(liveRooms.id, id))
}
