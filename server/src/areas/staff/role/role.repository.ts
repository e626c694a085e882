import type { RoleOption } from '@zhanggui/contract/staff/role.ts'
import { and, asc, count, eq, gte, inArray, lte, or, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { adminUserRoles, adminUsers } from '../admin-user/admin-user.tables.ts'
import { depts } from '../dept/dept.tables.ts'
import { menus } from '../menu/menu.tables.ts'
import { isSeenBy } from './data-scope.repository.ts'
import { roleDepts, roleMenus, roles } from './role.tables.ts'

export type RoleRow = typeof roles.$inferSelect

export type RoleFilter = { blurry?: string; from?: Date; to?: Date }

/** A role with the number of its holders and the departments of its scope. */
const described = {
  id: roles.id,
  version: roles.version,
  name: roles.name,
  permission: roles.permission,
  dataScope: roles.dataScope,
  level: roles.level,
  status: roles.status,
  remark: roles.remark,
  createdAt: roles.createdAt,
  userCount: sql<number>`(select count(*)::int from admin_user_role as link
    join admin_user as holder on holder.id = link.user_id and holder.deleted_at is null where link.role_id = "role"."id")`,
  deptIds: sql<number[]>`(select coalesce(json_agg(dept_id order by dept_id), '[]') from role_dept
    where role_id = "role"."id")`,
}

/** A page of roles, strongest first, and the total. */
export async function list({ db }: Ctx, { blurry, from, to }: RoleFilter, { limit, offset }: Page) {
  const where = and(
    blurry ? or(contains(roles.name, blurry), contains(roles.remark, blurry)) : undefined,
    from && gte(roles.createdAt, from),
    to && lte(roles.createdAt, to),
  )
  const rows = await db
    .select(described)
    .from(roles)
    .where(where)
    .orderBy(roles.level, roles.id)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(roles).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** Every role, strongest first. */
export function listOptions({ db }: Ctx): Promise<RoleOption[]> {
  const { id, name, permission, level, dataScope, status } = roles
  return db.select({ id, name, permission, level, dataScope, status }).from(roles).orderBy(roles.level, roles.id)
}

export async function find({ db }: Ctx, id: number) {
  const [row] = await db.select(described).from(roles).where(eq(roles.id, id))
  return row
}

/** Roles, locked for the rest of the transaction in ascending order of ids. */
export function lock({ db }: Ctx, ids: readonly number[]): Promise<RoleRow[]> {
  return db
    .select()
    .from(roles)
    .where(inArray(roles.id, [...ids]))
    .orderBy(roles.id)
    .for('update')
}

/** The users who have a role, as far as the caller sees them. */
export function listHolders({ db, actor }: Ctx, roleId: number) {
  const { id, username, nickName, enabled } = adminUsers
  return db
    .select({ id, username, nickName, enabled })
    .from(adminUsers)
    .innerJoin(adminUserRoles, eq(adminUserRoles.userId, adminUsers.id))
    .where(and(eq(adminUserRoles.roleId, roleId), isSeenBy(actor)))
    .orderBy(asc(adminUsers.id))
}

/** Whether any user has one of the roles. */
export async function isInUse({ db }: Ctx, ids: readonly number[]): Promise<boolean> {
  const [held] = await db
    .select({ id: adminUserRoles.userId })
    .from(adminUserRoles)
    .where(inArray(adminUserRoles.roleId, [...ids]))
    .limit(1)
  return Boolean(held)
}

export async function insert({ db, actor, now }: Ctx, role: typeof roles.$inferInsert) {
  const [saved] = await db
    .insert(roles)
    .values({ ...role, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .returning({ id: roles.id, version: roles.version })
  if (!saved) throw new Error('a role was not stored')
  return saved
}

/** Changes a locked role. */
export async function update({ db, actor, now }: Ctx, id: number, role: Partial<RoleRow>) {
  const [saved] = await db
    .update(roles)
    .set({ ...role, version: sql`${roles.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(eq(roles.id, id))
    .returning({ id: roles.id, version: roles.version })
  if (!saved) throw new Error('a locked role was not found')
  return saved
}

export async function remove({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.delete(roles).where(inArray(roles.id, [...ids]))
}

/** Ids of the menu rows linked to a role. */
export async function listMenuIds({ db }: Ctx, roleId: number): Promise<number[]> {
  const rows = await db.select().from(roleMenus).where(eq(roleMenus.roleId, roleId)).orderBy(roleMenus.menuId)
  return rows.map(({ menuId }) => menuId)
}

/** Names of the menu rows linked to a role, each after its ancestors, and of the departments of its scope. */
export async function listGrantNames({ db }: Ctx, roleId: number) {
  const { rows } = await db.execute<{ menus: string[]; depts: string[] }>(sql`select
    (select coalesce(json_agg(concat_ws(' / ', above.name, menu.name) order by menu.id), '[]') from role_menu
      join menu on menu.id = role_menu.menu_id left join menu as above on above.id = menu.pid
      where role_menu.role_id = ${roleId}) as menus,
    (select coalesce(json_agg(dept.name order by dept.id), '[]') from role_dept
      join dept on dept.id = role_dept.dept_id where role_dept.role_id = ${roleId}) as depts`)
  return rows[0] ?? { menus: [], depts: [] }
}

/** Menu rows about to be linked, locked: they and their permissions stay unchanged for the rest of the transaction. */
export function lockMenus({ db }: Ctx, ids: readonly number[]) {
  return db
    .select({ id: menus.id, permissions: menus.permissions })
    .from(menus)
    .where(sql`${menus.id} = any(${sql.param([...ids])}::bigint[])`)
    .orderBy(menus.id)
    .for('share')
}

/** The permissions that roles grant through the menu rows linked to them. */
export async function listPermissions({ db }: Ctx, roleIds: readonly number[]): Promise<string[]> {
  const { rows } = await db.execute<{ permission: string }>(sql`
    select distinct unnest(menu.permissions) as permission from menu join role_menu on role_menu.menu_id = menu.id
    where role_menu.role_id = any(${sql.param([...roleIds])}::bigint[])`)
  return rows.map(({ permission }) => permission)
}

/** Replaces the menu rows of a role. */
export async function replaceMenus({ db }: Ctx, roleId: number, menuIds: readonly number[]): Promise<void> {
  const ids = sql`${sql.param([...menuIds])}::bigint[]`
  await db.execute(sql`delete from role_menu where role_id = ${roleId} and menu_id <> all(${ids})`)
  await db.execute(
    sql`insert into role_menu (role_id, menu_id) select ${roleId}::bigint, unnest(${ids}) on conflict do nothing`,
  )
}

/** Replaces the departments of a role's scope. */
export async function replaceDepts({ db }: Ctx, roleId: number, deptIds: readonly number[]): Promise<void> {
  await db.delete(roleDepts).where(eq(roleDepts.roleId, roleId))
  if (deptIds.length) await db.insert(roleDepts).values(deptIds.map((deptId) => ({ roleId, deptId })))
}

/** Departments of a role's scope. */
export async function listDeptIds({ db }: Ctx, roleId: number): Promise<number[]> {
  const rows = await db.select().from(roleDepts).where(eq(roleDepts.roleId, roleId)).orderBy(roleDepts.deptId)
  return rows.map(({ deptId }) => deptId)
}

/** Which of the departments exist; those are locked for the rest of the transaction. */
export async function lockDepts({ db }: Ctx, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: depts.id })
    .from(depts)
    .where(inArray(depts.id, [...ids]))
    .orderBy(depts.id)
    .for('key share')
  return rows.map(({ id }) => id)
}
