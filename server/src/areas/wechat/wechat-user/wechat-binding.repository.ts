import { and, asc, eq, ne, or } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { wechatUsers } from './wechat-user.tables.ts'

export type WechatUser = typeof wechatUsers.$inferSelect
export type WechatUserDraft = typeof wechatUsers.$inferInsert

/** Stores a person unless one of their names is known. */
export async function insertNew({ db }: Ctx, person: WechatUserDraft): Promise<void> {
  await db.insert(wechatUsers).values(person).onConflictDoNothing()
}

/** The rows with this openid in the account, or with this unionid, locked. */
export function lockMatching(
  { db }: Ctx,
  column: 'openid' | 'routineOpenid',
  { openid, unionid }: { openid: string; unionid: string },
): Promise<WechatUser[]> {
  const isKnown = unionid ? eq(wechatUsers.unionid, unionid) : undefined
  return db
    .select()
    .from(wechatUsers)
    .where(or(eq(wechatUsers[column], openid), isKnown))
    .orderBy(asc(wechatUsers.id))
    .for('update')
}

export async function lock({ db }: Ctx, id: number): Promise<WechatUser | undefined> {
  const [row] = await db.select().from(wechatUsers).where(eq(wechatUsers.id, id)).for('update')
  return row
}

/** The other rows of a customer, locked. */
export function lockOthers({ db }: Ctx, uid: number, id: number): Promise<WechatUser[]> {
  return db
    .select()
    .from(wechatUsers)
    .where(and(eq(wechatUsers.uid, uid), ne(wechatUsers.id, id)))
    .orderBy(asc(wechatUsers.id))
    .for('update')
}

export async function update({ db, now }: Ctx, id: number, change: Partial<WechatUserDraft>): Promise<WechatUser> {
  const [row] = await db
    .update(wechatUsers)
    .set({ ...change, updatedAt: now() })
    .where(eq(wechatUsers.id, id))
    .returning()
  if (!row) throw new Error('a locked row is gone')
  return row
}

/** The rows of a customer. */
export function listOf({ db }: Ctx, uid: number): Promise<WechatUser[]> {
  return db
    .select()
    .from(wechatUsers)
    .where(and(eq(wechatUsers.uid, uid), ne(wechatUsers.uid, 0)))
}

/** Deletes the rows of a customer. */
export async function removeOf({ db }: Ctx, uid: number): Promise<void> {
  await db.delete(wechatUsers).where(and(eq(wechatUsers.uid, uid), ne(wechatUsers.uid, 0)))
}

export async function remove({ db }: Ctx, id: number): Promise<void> {
  await db.delete(wechatUsers).where(eq(wechatUsers.id, id))
}
