import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { defaultRoles, grantedCodes } from '../role/default-roles.ts'
import { roleMenus, roles, SUPER_ROLE } from '../role/role.tables.ts'

/** Adds the default roles with their grants if the shop has no roles. */
export async function insertDefaultRoles({ db }: Ctx): Promise<void> {
  const saved = await db
    .insert(roles)
    .values(
      defaultRoles.map(({ permission, name, level, dataScope, remark }) => ({
        permission,
        name,
        level,
        dataScope,
        remark,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: roles.id, permission: roles.permission })
  for (const { id, permission } of saved) {
    const role = defaultRoles.find((candidate) => candidate.permission === permission)
    if (role) await linkMenus({ db }, id, grantedCodes(role))
  }
}

/**
 * Grants menu rows added by a later version to the default roles that have them by default.
 * @param added codes of the new rows
 */
export async function grantNewMenus({ db }: Ctx, added: ReadonlySet<string>): Promise<void> {
  const held = await db.select({ id: roles.id, permission: roles.permission }).from(roles)
  for (const { id, permission } of held) {
    const role = defaultRoles.find((candidate) => candidate.permission === permission)
    if (role && permission !== SUPER_ROLE)
      await linkMenus(
        { db },
        id,
        grantedCodes(role).filter((code) => added.has(code)),
      )
  }
}

async function linkMenus({ db }: Pick<Ctx, 'db'>, roleId: number, codes: string[]): Promise<void> {
  if (!codes.length) return
  const rows = sql`select ${roleId}::bigint, id from menu where code = any(${sql.param(codes)}::text[])`
  await db.execute(sql`insert into ${roleMenus} (role_id, menu_id) ${rows} on conflict do nothing`)
}
