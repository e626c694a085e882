import type { AdminUserQuery } from '@zhanggui/contract/staff/admin-user.ts'
import { and, count, desc, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { contains, containsEmail, containsPhone } from '../../../platform/data/contains.ts'
import { allRead, among } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { depts } from '../dept/dept.tables.ts'
import { posts } from '../post/post.tables.ts'
import { isSeenBy } from '../role/data-scope.repository.ts'
import { roles, SUPER_ROLE } from '../role/role.tables.ts'
import { loginGuards } from '../sign-in/login.tables.ts'
import { adminUserRoles, adminUserStores, adminUsers } from './admin-user.tables.ts'

export type AdminUserRow = typeof adminUsers.$inferSelect

export type AdminUserFilter = FilterOf<AdminUserQuery, 'createTime'> & {
  ids?: readonly number[]
  from?: Date
  to?: Date
}

/** Users with department, post, roles, stores and lock, in one statement. */
function selectDescribed({ db, now }: Ctx) {
  return db
    .select({
      user: adminUsers,
      dept: { id: depts.id, name: depts.name },
      job: { id: posts.id, name: posts.name },
      roles: sql<{ id: number; name: string; level: number }[]>`(
        select coalesce(json_agg(json_build_object('id', held.id, 'name', held.name, 'level', held.level)
          order by held.level, held.id), '[]')
        from admin_user_role as link join role as held on held.id = link.role_id where link.user_id = ${adminUsers.id})`,
      storeIds: sql<number[]>`(select coalesce(json_agg(store_id order by store_id), '[]') from admin_user_store
        where user_id = ${adminUsers.id})`,
      lockedUntil: sql<Date | null>`(select max(locked_until) from ${loginGuards} as guard
        where guard.user_id = ${adminUsers.id} and guard.locked_until > ${now().toISOString()}::timestamptz)`.mapWith(
        loginGuards.lockedUntil,
      ),
    })
    .from(adminUsers)
    .leftJoin(depts, eq(depts.id, adminUsers.deptId))
    .leftJoin(posts, eq(posts.id, adminUsers.jobId))
}

/** A page of the users the caller sees, newest first, and their total. */
export async function list(ctx: Ctx, filter: AdminUserFilter, { limit, offset }: Page) {
  const where = matching(ctx, filter)
  const rows = await selectDescribed(ctx).where(where).orderBy(desc(adminUsers.id)).limit(limit).offset(offset)
  const [counted] = await ctx.db.select({ total: count() }).from(adminUsers).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** Users whose names, or what is shown of their address or phone, have a text in them. */
const named = (text: string) =>
  or(
    contains(adminUsers.username, text),
    contains(adminUsers.nickName, text),
    containsEmail(adminUsers.email, text),
    containsPhone(adminUsers.phone, text),
  )

function matching(
  { actor }: Ctx,
  { blurry, deptId, enabled, roleId, ids, from, to, ...left }: AdminUserFilter,
): SQL | undefined {
  return and(
    allRead(left),
    isSeenBy(actor),
    among(adminUsers.id, ids),
    blurry ? named(blurry) : undefined,
    deptId === undefined
      ? undefined
      : sql`${adminUsers.deptId} in (
          with recursive below as (
            select id from dept where id = ${deptId}
            union select dept.id from dept join below on dept.pid = below.id
          )
          select id from below)`,
    enabled === undefined ? undefined : eq(adminUsers.enabled, enabled),
    roleId === undefined
      ? undefined
      : sql`${adminUsers.id} in (select user_id from admin_user_role where role_id = ${roleId})`,
    from && gte(adminUsers.createdAt, from),
    to && lte(adminUsers.createdAt, to),
  )
}

/** The first users the caller sees that a text finds; a sign-in name in full first. */
export function listFirst({ db, actor }: Ctx, text: string, limit: number) {
  const { id, username, nickName, phone, enabled } = adminUsers
  return db
    .select({
      id,
      username,
      nickName,
      phone,
      enabled,
      level: sql<number | null>`(select min(role.level) from admin_user_role as held join role on role.id = held.role_id
        where held.user_id = admin_user.id)`.mapWith(Number),
      roles: sql<string>`(select coalesce(string_agg(role.name, '、' order by role.level, role.id), '')
        from admin_user_role as held join role on role.id = held.role_id where held.user_id = admin_user.id)`,
    })
    .from(adminUsers)
    .where(and(isSeenBy(actor), named(text)))
    .orderBy(desc(sql`lower(admin_user.username) = ${text.toLowerCase()}`), desc(adminUsers.enabled), desc(id))
    .limit(limit)
}

/** A user the caller sees. */
export async function find(ctx: Ctx, id: number) {
  const [row] = await selectDescribed(ctx).where(and(eq(adminUsers.id, id), isSeenBy(ctx.actor)))
  return row
}

/** Names of the users the caller sees. */
export function listNames({ db, actor }: Ctx) {
  return db
    .select({ id: adminUsers.id, nickName: adminUsers.nickName })
    .from(adminUsers)
    .where(isSeenBy(actor))
    .orderBy(adminUsers.id)
}

/** Users the caller sees, locked for the rest of the transaction. */
export function lock({ db, actor }: Ctx, ids: readonly number[]): Promise<AdminUserRow[]> {
  return db
    .select()
    .from(adminUsers)
    .where(and(inArray(adminUsers.id, [...ids]), isSeenBy(actor)))
    .orderBy(adminUsers.id)
    .for('update')
}

/**
 * Roles locked for the rest of the transaction, always including the super administrator's role: when two transactions
 * take that role from each other's user, the second waits and sees the result of the first. Call it before locking users.
 */
export async function lockRoles({ db }: Ctx, ids: readonly number[]) {
  const rows = await db
    .select()
    .from(roles)
    .where(or(inArray(roles.id, [...ids]), eq(roles.permission, SUPER_ROLE)))
    .orderBy(roles.id)
    .for('no key update')
  return rows.filter(({ id }) => ids.includes(id))
}

/** The roles of the users, including disabled ones. */
export function listHeld({ db }: Ctx, userIds: readonly number[]) {
  return db
    .select({
      userId: adminUserRoles.userId,
      roleId: roles.id,
      code: roles.permission,
      level: roles.level,
      status: roles.status,
    })
    .from(adminUserRoles)
    .innerJoin(roles, eq(roles.id, adminUserRoles.roleId))
    .where(inArray(adminUserRoles.userId, [...userIds]))
}

/** Whether there is a super administrator who can sign in. */
export async function hasSuper({ db }: Ctx): Promise<boolean> {
  const [user] = await db
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .innerJoin(adminUserRoles, eq(adminUserRoles.userId, adminUsers.id))
    .innerJoin(roles, eq(roles.id, adminUserRoles.roleId))
    .where(and(eq(roles.permission, SUPER_ROLE), adminUsers.enabled, isNull(adminUsers.deletedAt)))
    .limit(1)
  return Boolean(user)
}

/** The department of a post, locked for the rest of the transaction. */
export async function findDeptOfPost({ db }: Ctx, postId: number): Promise<number | undefined> {
  const [row] = await db.select({ deptId: posts.deptId }).from(posts).where(eq(posts.id, postId)).for('share')
  return row?.deptId
}

export async function insert({ db, actor, now }: Ctx, user: typeof adminUsers.$inferInsert) {
  const at = now()
  const [saved] = await db
    .insert(adminUsers)
    .values({
      ...user,
      passwordTime: at,
      createdBy: actor.userId,
      updatedBy: actor.userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: adminUsers.id, version: adminUsers.version })
  if (!saved) throw new Error('a user was not stored')
  return saved
}

/** Changes a locked user. */
export async function update({ db, actor, now }: Ctx, id: number, user: Partial<AdminUserRow>) {
  const [saved] = await db
    .update(adminUsers)
    .set({ ...user, version: sql`${adminUsers.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(eq(adminUsers.id, id))
    .returning({ id: adminUsers.id, version: adminUsers.version })
  if (!saved) throw new Error('a locked user was not found')
  return saved
}

/** Marks users as deleted and frees their names, phones and e-mail addresses. */
export async function remove({ db, actor, now }: Ctx, ids: readonly number[]): Promise<void> {
  const freed = (column: SQL) => sql`${column} || '#' || ${adminUsers.id}`
  await db
    .update(adminUsers)
    .set({
      username: freed(sql`${adminUsers.username}`),
      phone: freed(sql`${adminUsers.phone}`),
      email: freed(sql`${adminUsers.email}`),
      enabled: false,
      deletedAt: now(),
      updatedBy: actor.userId,
      updatedAt: now(),
    })
    .where(inArray(adminUsers.id, [...ids]))
  await db.delete(adminUserRoles).where(inArray(adminUserRoles.userId, [...ids]))
  await db.delete(adminUserStores).where(inArray(adminUserStores.userId, [...ids]))
}

export async function replaceRoles({ db }: Ctx, userId: number, roleIds: readonly number[]): Promise<void> {
  await db.delete(adminUserRoles).where(eq(adminUserRoles.userId, userId))
  if (roleIds.length) await db.insert(adminUserRoles).values(roleIds.map((roleId) => ({ userId, roleId })))
}

export async function listStoreIds({ db }: Ctx, userId: number): Promise<number[]> {
  const rows = await db.select().from(adminUserStores).where(eq(adminUserStores.userId, userId))
  return rows.map(({ storeId }) => storeId)
}

export async function replaceStores({ db }: Ctx, userId: number, storeIds: readonly number[]): Promise<void> {
  await db.delete(adminUserStores).where(eq(adminUserStores.userId, userId))
  if (storeIds.length) await db.insert(adminUserStores).values(storeIds.map((storeId) => ({ userId, storeId })))
}
