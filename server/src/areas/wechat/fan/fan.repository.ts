import { scenesOf } from '@zhanggui/domain/wechat/fan.ts'
import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { channelCodes } from '../channel-code/channel-code.tables.ts'
import { TALKED_MS, talkedSince } from '../wechat-user/wechat-user.repository.ts'
import { wechatUsers } from '../wechat-user/wechat-user.tables.ts'
import { fanMoves, fanSyncs } from './fan.tables.ts'

export type FanRow = typeof wechatUsers.$inferSelect
type Change = Partial<typeof wechatUsers.$inferInsert>

/** The most rows that one statement changes. */
const BATCH = 1000

export async function lockByOpenid({ db }: Ctx, openid: string): Promise<FanRow | undefined> {
  const [row] = await db.select().from(wechatUsers).where(eq(wechatUsers.openid, openid)).for('update')
  return row
}

export async function find({ db }: Ctx, id: number): Promise<FanRow | undefined> {
  const [row] = await db.select().from(wechatUsers).where(eq(wechatUsers.id, id))
  return row
}

export async function change({ db, now }: Ctx, id: number, values: Change): Promise<void> {
  await db
    .update(wechatUsers)
    .set({ ...values, updatedAt: now() })
    .where(eq(wechatUsers.id, id))
}

export async function addMove({ db }: Ctx, move: typeof fanMoves.$inferInsert): Promise<void> {
  await db.insert(fanMoves).values(move)
}

/** The code of a scene, deleted ones too, as they may still hang somewhere. */
export async function findCode({ db }: Ctx, scene: string): Promise<{ id: number } | undefined> {
  const [row] = await db.select({ id: channelCodes.id }).from(channelCodes).where(eq(channelCodes.scene, scene))
  return row
}

/** The last moves of a fan, newest first. */
export function listMoves({ db }: Ctx, openid: string, limit: number) {
  return db
    .select({ id: fanMoves.id, move: fanMoves.move, at: fanMoves.at, codeName: channelCodes.name })
    .from(fanMoves)
    .leftJoin(channelCodes, eq(channelCodes.id, fanMoves.codeId))
    .where(eq(fanMoves.openid, openid))
    .orderBy(desc(fanMoves.id))
    .limit(limit)
}

type FanCount = 'followers' | 'withPhone' | 'bought' | 'talked' | 'follows' | 'leaves'

/** Counts of followers, and of people who came or left since a moment. */
export async function countFans({ db, now }: Ctx, since: Date) {
  const talked = talkedSince(new Date(now().getTime() - TALKED_MS))
  const from = sql`${since.toISOString()}::timestamptz`
  const { rows } = await db.execute<Record<FanCount, number>>(sql`
    select count(*)::int as followers, count(phone)::int as "withPhone",
      count(*) filter (where pay_count > 0)::int as bought,
      count(*) filter (where openid in (${talked}))::int as talked,
      (select count(*)::int from wechat_fan_move where at >= ${from} and move = 1) as follows,
      (select count(*)::int from wechat_fan_move where at >= ${from} and move = 2) as leaves
    from wechat_user left join shop_user on shop_user.id = uid where wechat_user.subscribe`)
  return rows[0] ?? { followers: 0, withPhone: 0, bought: 0, talked: 0, follows: 0, leaves: 0 }
}

/** How many came and left on each day since a moment. */
export async function countDays({ db }: Ctx, since: Date) {
  const { rows } = await db.execute<{ day: string; follows: number; leaves: number }>(sql`
    select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      count(*) filter (where move = 1)::int as follows, count(*) filter (where move = 2)::int as leaves
    from wechat_fan_move where at >= ${since.toISOString()}::timestamptz and move in (1, 2) group by 1`)
  return rows
}

/** How many followers came by each of WeChat's words for a source; '' by a code of ours. */
export async function countScenes({ db }: Ctx) {
  const [code = ''] = scenesOf('code')
  const { rows } = await db.execute<{ scene: string; count: number }>(sql`
    select case when code_id <> 0 then ${code} else subscribe_scene end as scene, count(*)::int as count
    from wechat_user where subscribe group by 1`)
  return rows
}

/** Rows of these openids, locked in order. */
export function lockAll({ db }: Ctx, openids: readonly string[]): Promise<FanRow[]> {
  return db
    .select()
    .from(wechatUsers)
    .where(inArray(wechatUsers.openid, [...openids]))
    .orderBy(wechatUsers.id)
    .for('update')
}

/** What WeChat says of a follower. */
export type Told = {
  openid: string
  subscribeTime: string | null
  scene: string
  qrScene: string
  remark: string
  groupid: number
  tagIds: number[]
  /** The row was changed here since WeChat was asked: remark, tags and whether they follow stay ours. */
  isOlder: boolean
}

/** Stores what WeChat says of followers. A code they came by is taken over where none was known. */
export async function storeTold({ db, now }: Ctx, told: readonly Told[]): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`
  await db.execute(sql`
    update wechat_user set subscribe = wechat_user.subscribe or not told."isOlder",
      unsubscribe_time = case when told."isOlder" then wechat_user.unsubscribe_time end, synced_at = ${at}, updated_at = ${at},
      subscribe_time = coalesce(told."subscribeTime"::timestamptz, subscribe_time),
      subscribe_scene = told.scene, groupid = told.groupid,
      remark = case when told."isOlder" then wechat_user.remark else told.remark end,
      tag_ids = case when told."isOlder" then wechat_user.tag_ids
        else array(select value::integer from jsonb_array_elements_text(told."tagIds")) end,
      code_id = case when code_id = 0 then coalesce(code.id, 0) else code_id end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as told(openid text, "subscribeTime" text, scene text, "qrScene" text, remark text, groupid int, "tagIds" jsonb,
        "isOlder" boolean)
    left join wechat_channel_code code on code.scene = told."qrScene" and told."qrScene" <> ''
    where wechat_user.openid = told.openid`)
}

/** Some former followers: they followed before a moment, and WeChat has not listed them since. */
export async function leaveUnseen({ db, now }: Ctx, startedAt: Date): Promise<{ openid: string; uid: number }[]> {
  const unseen = or(isNull(wechatUsers.syncedAt), lt(wechatUsers.syncedAt, startedAt))
  const before = or(isNull(wechatUsers.subscribeTime), lt(wechatUsers.subscribeTime, startedAt))
  const gone = db
    .select({ id: wechatUsers.id })
    .from(wechatUsers)
    .where(and(wechatUsers.subscribe, unseen, before))
    .orderBy(wechatUsers.id)
    .limit(BATCH)
    .for('update')
  return db
    .update(wechatUsers)
    .set({ subscribe: false, unsubscribeTime: now(), updatedAt: now() })
    .where(inArray(wechatUsers.id, gone))
    .returning({ openid: wechatUsers.openid, uid: wechatUsers.uid })
}

export async function addMoves({ db }: Ctx, moves: (typeof fanMoves.$inferInsert)[]): Promise<void> {
  if (moves.length) await db.insert(fanMoves).values(moves)
}

export type Sync = typeof fanSyncs.$inferSelect

/** Goes on with a comparison that was begun since a moment and is not finished, or begins one. */
export async function beginSync({ db, now }: Ctx, appid: string, since: Date): Promise<Sync> {
  const fresh = { startedAt: now(), finishedAt: null, nextOpenid: '', seen: 0, total: 0 }
  await db
    .insert(fanSyncs)
    .values({ appid, ...fresh })
    .onConflictDoUpdate({
      target: fanSyncs.appid,
      set: fresh,
      setWhere: sql`wechat_fan_sync.finished_at is not null or wechat_fan_sync.started_at < ${since.toISOString()}::timestamptz`,
    })
  const [row] = await db.select().from(fanSyncs).where(eq(fanSyncs.appid, appid))
  if (!row) throw new Error('a comparison of followers was not stored')
  return row
}

export async function noteSync({ db }: Ctx, appid: string, values: Partial<typeof fanSyncs.$inferInsert>) {
  await db.update(fanSyncs).set(values).where(eq(fanSyncs.appid, appid))
}

/** When a comparison was last finished. */
export async function lastSync({ db }: Ctx): Promise<Date | null> {
  const [row] = await db.select({ at: sql<string | null>`max(finished_at)` }).from(fanSyncs)
  return row?.at ? new Date(row.at) : null
}

/** Some followers, for the fake of WeChat to know them. */
export function listFollowers({ db }: Ctx, limit: number) {
  const { openid, subscribeTime, subscribeScene, tagIds, remark } = wechatUsers
  return db
    .select({ openid, subscribeTime, subscribeScene, tagIds, remark })
    .from(wechatUsers)
    .where(and(wechatUsers.subscribe, sql`openid <> ''`))
    .orderBy(wechatUsers.id)
    .limit(limit)
}
