import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { wechatUsers } from '../wechat-user/wechat-user.tables.ts'
import { subscribePermits as permits } from './subscribe-permit.tables.ts'

/** Nobody gets more than this many messages of a template for consents alone. */
const MAX_REMAIN = 100

/** One more message of a template. */
export async function add(
  { db, now }: Ctx,
  { openid, templateId, always }: { openid: string; templateId: string; always: boolean },
): Promise<void> {
  await db
    .insert(permits)
    .values({ openid, templateId, remain: 1, always, createdAt: now(), updatedAt: now() })
    .onConflictDoUpdate({
      target: [permits.openid, permits.templateId],
      set: { remain: sql`least(${permits.remain} + 1, ${MAX_REMAIN})`, always, updatedAt: now() },
    })
}

const of = (openid: string, templateId: string) => and(eq(permits.openid, openid), eq(permits.templateId, templateId))

/** Whether a person takes a message of a template. */
export async function has({ db }: Ctx, openid: string, templateId: string): Promise<boolean> {
  const [row] = await db.select().from(permits).where(of(openid, templateId))
  return row !== undefined && (row.always || row.remain > 0)
}

/** A message was sent. */
export async function use({ db, now }: Ctx, openid: string, templateId: string): Promise<void> {
  await db
    .update(permits)
    .set({ remain: sql`greatest(${permits.remain} - 1, 0)`, updatedAt: now() })
    .where(of(openid, templateId))
}

/** A person takes none any more. */
export async function end({ db, now }: Ctx, openid: string, templateId: string): Promise<void> {
  await db.update(permits).set({ remain: 0, always: false, updatedAt: now() }).where(of(openid, templateId))
}

/** The openid of a customer in the mini-program, or the official account. */
export async function openidOf({ db }: Ctx, uid: number, channel: 'wechat' | 'routine'): Promise<string | undefined> {
  const column = channel === 'wechat' ? wechatUsers.openid : wechatUsers.routineOpenid
  const [row] = await db
    .select({ openid: column })
    .from(wechatUsers)
    .where(and(eq(wechatUsers.uid, uid), sql`${column} <> ''`))
    .orderBy(wechatUsers.id)
    .limit(1)
  return row?.openid
}

/** Whether leave for a template of ours, by its id of the platform, is for ever; undefined for one that is not ours. */
export async function isLasting({ db }: Ctx, templateId: string): Promise<boolean | undefined> {
  const { rows } = await db.execute<{ isLasting: boolean }>(
    sql`select is_lasting as "isLasting" from wechat_template where kind = 2 and temp_id = ${templateId} and temp_id <> ''`,
  )
  return rows[0]?.isLasting
}

/** Whether the mini-program's call-back was ever heard. */
export async function hasHeard({ db }: Ctx): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from wechat_callback where account = 'mini' limit 1`)
  return rows.length > 0
}
