import { and, desc, eq, gte, lte } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { operationLogs } from '../../monitor/log/operation-log.tables.ts'
import { adminUsers, preferences } from '../admin-user/admin-user.tables.ts'
import { loginLogs } from '../sign-in/login.tables.ts'

export type LogFilter = { from?: Date; to?: Date }

/** The caller's account, locked for the rest of the transaction. */
export async function lockOwn({ db, actor }: Ctx) {
  const [user] = await db.select().from(adminUsers).where(eq(adminUsers.id, actor.userId)).for('update')
  if (!user) throw new Error('the caller has no account')
  return user
}

export async function findPreferences({ db, actor }: Ctx): Promise<Record<string, unknown>> {
  const [row] = await db.select().from(preferences).where(eq(preferences.userId, actor.userId))
  return row?.data ?? {}
}

export async function storePreferences({ db, actor }: Ctx, data: Record<string, unknown>): Promise<void> {
  await db
    .insert(preferences)
    .values({ userId: actor.userId, data })
    .onConflictDoUpdate({ target: preferences.userId, set: { data } })
}

/** A page of the caller's own operation log, newest first, and its total up to the limit of counts. */
export async function listOperations({ db, actor }: Ctx, { from, to }: LogFilter, { limit, offset }: Page) {
  const log = operationLogs
  const isOwn = and(eq(log.actorType, 'admin'), eq(log.uid, actor.userId))
  const where = and(isOwn, from && gte(log.createdAt, from), to && lte(log.createdAt, to))
  const rows = await db.select().from(log).where(where).orderBy(desc(log.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, log, where)) }
}

/** A page of the caller's sign-ins, newest first, and their total up to the limit of counts. */
export async function listLogins({ db, actor }: Ctx, { from, to }: LogFilter, { limit, offset }: Page) {
  const log = loginLogs
  const where = and(eq(log.uid, actor.userId), from && gte(log.createdAt, from), to && lte(log.createdAt, to))
  const rows = await db.select().from(log).where(where).orderBy(desc(log.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, log, where)) }
}
