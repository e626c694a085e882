import type { ApiKeyQuery } from '@zhanggui/contract/staff/api-key.ts'
import { and, count, desc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { allRead } from '../../../platform/data/filters.ts'
import { prepared } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import { isInScopeOf } from '../role/data-scope.repository.ts'
import { apiKeys } from './api-key.tables.ts'

export type ApiKeyFilter = FilterOf<ApiKeyQuery, 'createTime'> & { from?: Date; to?: Date }
export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof find>>>
/** A key with the fields of its user that every call needs. */
export type UsedKey = NonNullable<Awaited<ReturnType<typeof findByHash>>>

const isActive = sql<boolean>`${adminUsers.enabled} and ${adminUsers.deletedAt} is null`

const byHash = prepared('api_key_by_hash', (db) =>
  db
    .select({
      id: apiKeys.id,
      version: apiKeys.version,
      userId: apiKeys.userId,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      dataScope: apiKeys.dataScope,
      deptIds: apiKeys.deptIds,
      ipAllow: apiKeys.ipAllow,
      rateLimit: apiKeys.rateLimit,
      expiresAt: apiKeys.expiresAt,
      enabled: apiKeys.enabled,
      lastUsedAt: apiKeys.lastUsedAt,
      lastIp: apiKeys.lastIp,
      deptId: adminUsers.deptId,
      permVersion: adminUsers.permVersion,
      ownerActive: isActive.as('owner_active'),
    })
    .from(apiKeys)
    .innerJoin(adminUsers, eq(adminUsers.id, apiKeys.userId))
    .where(eq(apiKeys.keyHash, sql.placeholder('keyHash'))),
)

/** One indexed statement. */
export async function findByHash({ db }: Pick<Ctx, 'db'>, keyHash: string) {
  const [row] = await byHash(db).execute({ keyHash })
  return row
}

/** Notes the use of a key unless one was noted since `before`. Returns whether it was noted. */
export async function touch({ db }: Ctx, id: number, use: { at: Date; before: Date; ip: string }): Promise<boolean> {
  const { rowCount } = await db
    .update(apiKeys)
    .set({ lastUsedAt: use.at, lastIp: use.ip })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, use.before))))
  return rowCount === 1
}

/** A page of the keys of users in the caller's data scope, newest first, and the total. */
export async function list(ctx: Ctx, filter: ApiKeyFilter, { limit, offset }: Page) {
  const { blurry, status, from, to, ...left } = filter
  const where = and(
    allRead(left),
    isInScopeOf(ctx.actor),
    blurry ? or(contains(apiKeys.name, blurry), contains(apiKeys.prefix, blurry)) : undefined,
    status === undefined ? undefined : eq(apiKeys.enabled, status),
    from && gte(apiKeys.createdAt, from),
    to && lte(apiKeys.createdAt, to),
  )
  const rows = await select(ctx).where(where).orderBy(desc(apiKeys.id)).limit(limit).offset(offset)
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(apiKeys)
    .innerJoin(adminUsers, eq(adminUsers.id, apiKeys.userId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function find(ctx: Ctx, id: number) {
  const [row] = await select(ctx).where(eq(apiKeys.id, id))
  return row
}

/** The given keys whose users the caller sees, locked, ordered by id. */
export async function lock({ db, actor }: Ctx, ids: readonly number[]) {
  const rows = await db
    .select({ key: apiKeys })
    .from(apiKeys)
    .innerJoin(adminUsers, eq(adminUsers.id, apiKeys.userId))
    .where(and(inArray(apiKeys.id, [...ids]), isInScopeOf(actor)))
    .orderBy(apiKeys.id)
    .for('update', { of: apiKeys })
  return rows.map(({ key }) => key)
}

/** Stores a key. Returns undefined when its name is taken. */
export async function insert({ db, actor, now }: Ctx, key: typeof apiKeys.$inferInsert) {
  const [saved] = await db
    .insert(apiKeys)
    .values({ ...key, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: apiKeys.id, version: apiKeys.version })
  return saved
}

/** Changes a locked key. */
export async function update({ db, actor, now }: Ctx, id: number, key: Partial<typeof apiKeys.$inferInsert>) {
  const [saved] = await db
    .update(apiKeys)
    .set({ ...key, version: sql`${apiKeys.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(eq(apiKeys.id, id))
    .returning({ id: apiKeys.id, version: apiKeys.version })
  if (!saved) throw new Error('a locked key was not stored')
  return saved
}

export async function remove({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.delete(apiKeys).where(inArray(apiKeys.id, [...ids]))
}

/** Disables all keys of a user. Returns those that were enabled. */
export async function disableOf({ db, now }: Ctx, userId: number) {
  return db
    .update(apiKeys)
    .set({ enabled: false, version: sql`${apiKeys.version} + 1`, updatedAt: now() })
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.enabled, true)))
    .returning({ id: apiKeys.id, name: apiKeys.name })
}

/** A department and its subdepartments. */
export async function listDeptTree({ db }: Pick<Ctx, 'db'>, deptId: number | null): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive below as (
      select id from dept where id = ${deptId}
      union select dept.id from dept join below on dept.pid = below.id
    )
    select id from below`)
  return rows.map(({ id }) => id)
}

/** How many of the departments exist. */
export async function countDepts({ db }: Ctx, ids: readonly number[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from dept where id = any(${sql.param([...ids])}::bigint[])`,
  )
  return rows[0]?.count ?? 0
}

function select({ db }: Ctx) {
  return db
    .select({ key: apiKeys, ownerName: adminUsers.nickName, ownerActive: isActive })
    .from(apiKeys)
    .innerJoin(adminUsers, eq(adminUsers.id, apiKeys.userId))
}
