import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { roleMenus, roles } from '../role/role.tables.ts'
import { menus } from './menu.tables.ts'

export type MenuRow = typeof menus.$inferSelect

/** Every row, siblings in display order; a shop has a few hundred. */
export function listAll({ db }: Pick<Ctx, 'db'>): Promise<MenuRow[]> {
  return db.select().from(menus).orderBy(menus.sort, menus.id)
}

/** Ids of the rows linked to the user's enabled roles. */
export async function listGranted({ db }: Ctx, of: { userId: number } | { roleId: number }): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ id: roleMenus.menuId })
    .from(roleMenus)
    .innerJoin(roles, eq(roles.id, roleMenus.roleId))
    .where(
      and(
        'roleId' in of
          ? eq(roles.id, of.roleId)
          : sql`role.id in (select role_id from admin_user_role where user_id = ${of.userId})`,
        eq(roles.status, true),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

export async function insert({ db, actor, now }: Ctx, menu: typeof menus.$inferInsert) {
  const [saved] = await db
    .insert(menus)
    .values({ ...menu, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .returning({ id: menus.id, version: menus.version })
  if (!saved) throw new Error('a menu was not stored')
  return saved
}

/** Changes a row if it still has the version; any version when none is given. */
export async function update({ db, actor, now }: Ctx, id: number, version: number | undefined, menu: Partial<MenuRow>) {
  const [saved] = await db
    .update(menus)
    .set({ ...menu, version: sql`${menus.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(menus.id, id), version === undefined ? undefined : eq(menus.version, version)))
    .returning({ id: menus.id, version: menus.version })
  return saved
}

/** Reorders rows; those already in their place keep their version. */
export async function setSorts({ db, actor, now }: Ctx, sorts: ReadonlyMap<number, number>): Promise<void> {
  const ids = sql.param([...sorts.keys()])
  const values = sql.param([...sorts.values()])
  await db.execute(sql`
    update menu set sort = given.sort, version = version + 1,
      updated_by = ${actor.userId}, updated_at = ${now().toISOString()}
    from unnest(${ids}::bigint[], ${values}::int[]) as given (id, sort)
    where menu.id = given.id and menu.sort <> given.sort`)
}

/** Deletes rows; their links to roles go with them. */
export async function remove({ db }: Ctx, ids: readonly number[]): Promise<void> {
  await db.delete(menus).where(sql`${menus.id} = any(${sql.param([...ids])}::bigint[])`)
}
