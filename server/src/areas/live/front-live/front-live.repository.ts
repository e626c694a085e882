import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { statusNow } from '../room/live-room.repository.ts'
import { liveRooms } from '../room/live-room.tables.ts'

/** Which rooms buyers may see: rooms of the mini-program only while that is switched on, as nobody learns of their states else. */
export type Shown = { hasMini: boolean }

const goodsCount = sql<number>`(select count(*)::int from live_room_goods as link where link.room_id = live_room.id and link.on_sale)`

/** A replay that is still available; a 视频号 reports none, so staff enter them. */
const hasReplay = ({ now }: Ctx): SQL<boolean> => sql<boolean>`(not close_replay and (source = 'channels' or exists (
  select from jsonb_array_elements(replays) as replay
  where replay->>'expireTime' is null
    or (replay->>'expireTime')::timestamp > ${now().toISOString()}::timestamptz at time zone 'Asia/Shanghai')))`

const columns = (ctx: Ctx) => ({
  ...getTableColumns(liveRooms),
  status: statusNow(ctx).mapWith(Number),
  hasReplay: hasReplay(ctx),
  goodsCount,
})

/** Shown rooms that run, are to come, or have a replay. */
function visible(ctx: Ctx, { hasMini }: Shown): SQL | undefined {
  const status = statusNow(ctx)
  return and(
    eq(liveRooms.isShow, true),
    hasMini ? sql`(source = 'channels' or sync_state = 'pushed')` : sql`source = 'channels'`,
    sql`(${status} in (101, 105) or (${status} = 102 and end_time > ${ctx.now().toISOString()}::timestamptz)
      or (${status} = 103 and ${hasReplay(ctx)}))`,
  )
}

/** A page of rooms: those that run, then those to come, the next first, then replays, the latest first. */
export async function list(ctx: Ctx, shown: Shown, { limit, offset }: Pick<Page, 'limit' | 'offset'>) {
  const status = statusNow(ctx)
  const where = visible(ctx, shown)
  const rows = await ctx.db
    .select(columns(ctx))
    .from(liveRooms)
    .where(where)
    .orderBy(
      sql`case when ${status} in (101, 105) then 0 when ${status} = 102 then 1 else 2 end`,
      desc(liveRooms.sort),
      sql`case when ${status} = 102 then start_time end`,
      desc(liveRooms.startTime),
      desc(liveRooms.id),
    )
    .limit(limit)
    .offset(offset)
  return { rows, total: await ctx.db.$count(liveRooms, where) }
}

export type FrontRow = Awaited<ReturnType<typeof list>>['rows'][number]

/** A room that buyers see, by the platform's number. */
export async function find(ctx: Ctx, shown: Shown, roomId: number): Promise<FrontRow | undefined> {
  const [row] = await ctx.db
    .select(columns(ctx))
    .from(liveRooms)
    .where(and(eq(liveRooms.roomId, roomId), visible(ctx, shown)))
  return row
}
