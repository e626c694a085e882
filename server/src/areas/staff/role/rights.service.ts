import type { DataScope } from '@zhanggui/contract/staff/role.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import { type Actor, type Ctx, holds, isSuper, type Scope } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { adminUserRoles, adminUserStores, adminUsers } from '../admin-user/admin-user.tables.ts'
import { withImplied } from '../menu/default-menu.ts'
import { menus } from '../menu/menu.tables.ts'
import { reportRightsChanged } from '../sign-in/session-live.service.ts'
import { roleMenus, roles, SUPER_ROLE } from './role.tables.ts'

/** The super administrator's permission: everything. */
export const WILDCARD = '*:*:*'
/** Level of a user without a usable role: weaker than any role. */
export const NO_LEVEL = 100

/** The rights of a user, combined from their enabled roles. */
export type Rights = {
  roles: string[]
  roleNames: string[]
  level: number
  /** Sorted, without duplicates, implied reads included (AU-30, SY-75). */
  permissions: string[]
  permissionSet: ReadonlySet<string>
  dataScopes: DataScope[]
  scope: Scope
  storeIds: number[]
}

/**
 * The rights of a user, cached by a version that every change of them raises: never stale, and without a statement per
 * call.
 */
export function getRights(
  ctx: Pick<Ctx, 'db' | 'platform'>,
  userId: number,
  permVersion: number,
  deptId: number | null,
) {
  const cache = ctx.platform.caches.named<Rights>('perm', { ttlSeconds: 600, max: 5000 })
  return cache.get(`${userId}:${permVersion}`, () => loadRights(ctx, userId, deptId))
}

const heldColumns = {
  ...{ id: roles.id, code: roles.permission, name: roles.name },
  ...{ level: roles.level, dataScope: roles.dataScope },
}
type Held = { id: number; code: string; name: string; level: number; dataScope: DataScope }

/** The rights of a user as they are now. */
export async function loadRights(ctx: Pick<Ctx, 'db'>, userId: number, deptId: number | null): Promise<Rights> {
  const held = await ctx.db
    .select(heldColumns)
    .from(adminUserRoles)
    .innerJoin(roles, eq(roles.id, adminUserRoles.roleId))
    .where(and(eq(adminUserRoles.userId, userId), eq(roles.status, true)))
    .orderBy(roles.level, roles.id)
  return combine(ctx, held, userId, deptId)
}

/** The rights that a user with this role alone would have; those of nobody while it is disabled or gone. */
export async function loadRightsOfRole(ctx: Pick<Ctx, 'db'>, roleId: number, userId: number, deptId: number | null) {
  const held = await ctx.db
    .select(heldColumns)
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.status, true)))
  return combine(ctx, held, userId, deptId)
}

async function combine(
  { db }: Pick<Ctx, 'db'>,
  held: readonly Held[],
  userId: number,
  deptId: number | null,
): Promise<Rights> {
  const isSuperAdmin = held.some(({ code }) => code === SUPER_ROLE)
  const permissions = isSuperAdmin
    ? [WILDCARD]
    : await loadPermissions(
        { db },
        held.map(({ id }) => id),
      )
  const stores = await db.select().from(adminUserStores).where(eq(adminUserStores.userId, userId))
  const storeIds = stores.map(({ storeId }) => storeId)
  const dataScopes = [...new Set(held.map(({ dataScope }) => dataScope))]
  return {
    roles: held.map(({ code }) => code),
    roleNames: held.map(({ name }) => name),
    level: Math.min(NO_LEVEL, ...held.map(({ level }) => level)),
    permissions,
    permissionSet: new Set(permissions),
    dataScopes,
    scope: {
      all: dataScopes.includes('全部'),
      deptIds: await loadDepts(
        { db },
        dataScopes,
        held.map(({ id }) => id),
        deptId,
      ),
      storeIds: dataScopes.some((scope) => ['全部', '本级', '自定义'].includes(scope)) ? undefined : storeIds,
    },
    storeIds,
  }
}

async function loadPermissions({ db }: Pick<Ctx, 'db'>, roleIds: number[]): Promise<string[]> {
  if (!roleIds.length) return []
  const { rows } = await db.execute<{ permission: string }>(sql`
    select distinct unnest(${menus.permissions}) as permission from ${roleMenus}
    join ${menus} on ${menus.id} = ${roleMenus.menuId}
    where ${roleMenus.roleId} in ${roleIds}`)
  return [...withImplied(rows.map(({ permission }) => permission))].sort()
}

/** Departments seen through 本级 (the user's own and those below) and 自定义 (those listed). */
async function loadDepts({ db }: Pick<Ctx, 'db'>, scopes: DataScope[], roleIds: number[], deptId: number | null) {
  if (scopes.includes('全部') || !roleIds.length) return []
  const own = scopes.includes('本级') && deptId ? deptId : 0
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive own as (
      select id from dept where id = ${own}
      union select dept.id from dept join own on dept.pid = own.id
    )
    select id from own
    union select dept_id from role_dept join role on role.id = role_dept.role_id
      where role.id in ${roleIds} and role.data_scope = '自定义'`)
  return rows.map(({ id }) => id)
}

/** Makes the given users, the holders of the given roles, or all users reload their rights. */
export async function raisePermVersion(
  ctx: Ctx,
  affected: { userIds?: number[]; roleIds?: number[] } | 'all',
): Promise<void> {
  const which =
    affected === 'all'
      ? sql`true`
      : affected.userIds?.length
        ? sql`id in ${affected.userIds}`
        : affected.roleIds?.length
          ? sql`id in (select user_id from admin_user_role where role_id in ${affected.roleIds})`
          : sql`false`
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`update admin_user set perm_version = perm_version + 1 where deleted_at is null and ${which} returning id`,
  )
  await reportRightsChanged(ctx, affected === 'all' ? affected : rows.map(({ id }) => id))
}

/**
 * The level rule (AU-65): users act only on weaker roles and users; level 1 acts on all.
 * @param level of the role or user acted on
 * @throws 403
 */
export function requireLevel(actor: Actor, level: number): void {
  if (actor.level === 1 || level > actor.level) return
  throw new HttpError(403, 'LEVEL', `权限不足，你的角色级别：${actor.level}，低于操作的角色级别：${level}`)
}

/** The fields of a user's role that the level rule needs. */
export type HeldRole = { code: string; level: number; status: boolean }

/** The level of a user with these roles: that of the strongest enabled one. */
export function levelOf(held: readonly HeldRole[]): number {
  return Math.min(NO_LEVEL, ...held.filter(({ status }) => status).map(({ level }) => level))
}

/**
 * Whether the caller may act on another user, their sessions or their keys: the level rule; only a super administrator
 * acts on another. A level 1 without the super administrator's role could otherwise reset their password and sign in.
 * @param held the other user's roles
 * @throws 403
 */
export function requireOver(actor: Actor, held: readonly HeldRole[]): void {
  requireLevel(actor, levelOf(held))
  if (held.some(({ code }) => code === SUPER_ROLE) && !isSuper(actor))
    throw new HttpError(403, 'LEVEL', '权限不足，只有超级管理员可以操作超级管理员')
}

/** @throws {Refusal} when the caller would grant a permission they do not hold (AU-65) */
export function requireHeld(actor: Actor, permissions: readonly string[]): void {
  if (!permissions.every((permission) => holds(actor, permission))) throw grantRefused()
}

/**
 * Refuses to grant a data scope beyond the caller's own (AU-65). Everyone has at least 仅本人, the narrowest.
 * @param deptIds of the scope 自定义
 * @throws {Refusal}
 */
export async function requireScope(ctx: Ctx, scope: DataScope, deptIds: readonly number[]): Promise<void> {
  const { scope: own, userId, permVersion } = ctx.actor
  if (own.all || scope === '仅本人') return
  if (scope === '自定义' && deptIds.every((id) => own.deptIds.includes(id))) return
  if (scope === '本级' || scope === '本门店') {
    const [user] = await ctx.db.select({ deptId: adminUsers.deptId }).from(adminUsers).where(eq(adminUsers.id, userId))
    const { dataScopes } = await getRights(ctx, userId, permVersion, user?.deptId ?? null)
    if (dataScopes.includes(scope) || (scope === '本门店' && !own.storeIds)) return
  }
  throw grantRefused()
}

/** The refusal for a caller who grants more than they hold. */
export function grantRefused(): Refusal {
  return new Refusal('不能授予自己没有的权限')
}
