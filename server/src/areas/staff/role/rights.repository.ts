import type { DataScope } from '@zhanggui/contract/staff/role.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUserRoles, adminUserStores, adminUsers } from '../admin-user/admin-user.tables.ts'
import { menus } from '../menu/menu.tables.ts'
import { roleMenus, roles } from './role.tables.ts'

const heldColumns = {
  id: roles.id,
  code: roles.permission,
  name: roles.name,
  level: roles.level,
  dataScope: roles.dataScope,
}
/** An enabled role with what it grants. */
export type GrantingRole = { id: number; code: string; name: string; level: number; dataScope: DataScope }

/** The enabled roles of a user, strongest first. */
export function listRolesOf({ db }: Pick<Ctx, 'db'>, userId: number): Promise<GrantingRole[]> {
  return db
    .select(heldColumns)
    .from(adminUserRoles)
    .innerJoin(roles, eq(roles.id, adminUserRoles.roleId))
    .where(and(eq(adminUserRoles.userId, userId), eq(roles.status, true)))
    .orderBy(roles.level, roles.id)
}

/** A role alone; none while it is disabled or gone. */
export function listRole({ db }: Pick<Ctx, 'db'>, roleId: number): Promise<GrantingRole[]> {
  return db
    .select(heldColumns)
    .from(roles)
    .where(and(eq(roles.id, roleId), eq(roles.status, true)))
}

export async function listStoreIds({ db }: Pick<Ctx, 'db'>, userId: number): Promise<number[]> {
  const stores = await db.select().from(adminUserStores).where(eq(adminUserStores.userId, userId))
  return stores.map(({ storeId }) => storeId)
}

/** The permissions of the menu rows linked to the roles. */
export async function listPermissions({ db }: Pick<Ctx, 'db'>, roleIds: number[]): Promise<string[]> {
  if (!roleIds.length) return []
  const { rows } = await db.execute<{ permission: string }>(sql`
    select distinct unnest(${menus.permissions}) as permission from ${roleMenus}
    join ${menus} on ${menus.id} = ${roleMenus.menuId}
    where ${roleMenus.roleId} in ${roleIds}`)
  return rows.map(({ permission }) => permission)
}

/** Departments seen through 本级 (the user's own and those below) and 自定义 (those listed). */
export async function listScopeDepts(
  { db }: Pick<Ctx, 'db'>,
  scopes: DataScope[],
  roleIds: number[],
  deptId: number | null,
): Promise<number[]> {
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

export async function findDeptOf({ db }: Ctx, userId: number): Promise<number | null> {
  const [user] = await db.select({ deptId: adminUsers.deptId }).from(adminUsers).where(eq(adminUsers.id, userId))
  return user?.deptId ?? null
}

/** The given users, the holders of the given roles, or all users. */
export type Affected = { userIds?: number[]; roleIds?: number[] } | 'all'

/** Raises the version of the users' rights. Returns the users. */
export async function raiseVersions({ db }: Ctx, affected: Affected): Promise<number[]> {
  const which =
    affected === 'all'
      ? sql`true`
      : affected.userIds?.length
        ? sql`id in ${affected.userIds}`
        : affected.roleIds?.length
          ? sql`id in (select user_id from admin_user_role where role_id in ${affected.roleIds})`
          : sql`false`
  const { rows } = await db.execute<{ id: number }>(
    sql`update admin_user set perm_version = perm_version + 1 where deleted_at is null and ${which} returning id`,
  )
  return rows.map(({ id }) => id)
}
