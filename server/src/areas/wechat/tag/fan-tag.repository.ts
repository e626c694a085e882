import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { wechatUsers } from '../wechat-user/wechat-user.tables.ts'
import { fanTags, wechatTurns } from './fan-tag.tables.ts'

export type TagRow = typeof fanTags.$inferSelect

/** All tags, with how many followers have them. */
export async function list({ db }: Ctx): Promise<(TagRow & { count: number })[]> {
  const count = sql<number>`(select count(*)::int from wechat_user
    where subscribe and tag_ids @> array[wechat_tag.id])`.mapWith(Number)
  return db
    .select({ id: fanTags.id, name: fanTags.name, createdAt: fanTags.createdAt, count })
    .from(fanTags)
    .orderBy(asc(fanTags.createdAt), asc(fanTags.id))
}

export async function find({ db }: Ctx, id: number): Promise<TagRow | undefined> {
  const [row] = await db.select().from(fanTags).where(eq(fanTags.id, id))
  return row
}

/** Whether another tag has the name. */
export async function isTaken({ db }: Ctx, name: string, except = 0): Promise<boolean> {
  const same = and(eq(fanTags.name, name), ne(fanTags.id, except))
  return (await db.$count(fanTags, same)) > 0
}

export const countAll = ({ db }: Ctx): Promise<number> => db.$count(fanTags)

/** Stores tags as WeChat has them. */
export async function store({ db, now }: Ctx, tags: readonly { id: number; name: string }[]): Promise<void> {
  if (!tags.length) return
  await db
    .insert(fanTags)
    .values(tags.map((tag) => ({ ...tag, createdAt: now() })))
    .onConflictDoUpdate({ target: fanTags.id, set: { name: sql`excluded.name` } })
}

/** Deletes the tags that WeChat does not have any more. */
export async function keepOnly({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.execute(sql`delete from wechat_tag where not id = any(${sql.param([...ids])}::int[])`)
}

/** Deletes a tag, also from the fans who have it. */
export async function remove({ db }: Ctx, id: number): Promise<void> {
  await db.delete(fanTags).where(eq(fanTags.id, id))
  await db
    .update(wechatUsers)
    .set({ tagIds: sql`array_remove(${wechatUsers.tagIds}, ${id}::integer)` })
    .where(sql`${wechatUsers.tagIds} @> array[${id}::integer]`)
}

/** The followers among these people, by openid. */
export async function followersOf({ db }: Ctx, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .select({ openid: wechatUsers.openid })
    .from(wechatUsers)
    .where(and(inArray(wechatUsers.id, [...ids]), wechatUsers.subscribe, sql`openid <> ''`))
    .orderBy(wechatUsers.id)
  return rows.map(({ openid }) => openid)
}

/** Puts a tag on fans, or takes it off. */
export async function setTag({ db, now }: Ctx, openids: readonly string[], id: number, on: boolean): Promise<void> {
  const without = sql`array_remove(${wechatUsers.tagIds}, ${id}::integer)`
  await db
    .update(wechatUsers)
    .set({ tagIds: on ? sql`array_append(${without}, ${id}::integer)` : without, updatedAt: now() })
    .where(inArray(wechatUsers.openid, [...openids]))
}

/** Takes a turn for some time; false while somebody else has it. */
export async function takeTurn({ db, now }: Ctx, name: string, ms: number): Promise<boolean> {
  await db.insert(wechatTurns).values({ name }).onConflictDoNothing()
  const at = now()
  const taken = await db
    .update(wechatTurns)
    .set({ takenUntil: new Date(at.getTime() + ms) })
    .where(
      and(eq(wechatTurns.name, name), sql`(taken_until is null or taken_until < ${at.toISOString()}::timestamptz)`),
    )
    .returning({ name: wechatTurns.name })
  return taken.length > 0
}

export async function freeTurn({ db }: Ctx, name: string): Promise<void> {
  await db.update(wechatTurns).set({ takenUntil: null }).where(eq(wechatTurns.name, name))
}
