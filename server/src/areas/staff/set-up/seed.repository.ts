import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { MenuSeed } from '../menu/default-menu/menu-seed.ts'
import { defaultMenu } from '../menu/default-menu.ts'
import { menus } from '../menu/menu.tables.ts'
import { defaultRoles, grantedCodes } from '../role/default-roles.ts'
import { roleMenus, roles, SUPER_ROLE } from '../role/role.tables.ts'

/** An arbitrary number, equal in every process: the holder of this lock seeds. */
const SEED_LOCK = 7_316_460_022

/** Waits for other processes that seed; holds until the end of the transaction. */
export async function lockSeed({ db }: Ctx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
}

/**
 * Adds missing seeded menu rows; existing ones stay as staff left them (SY-70).
 * @returns the codes added
 */
export async function insertMissingMenus({ db, now }: Ctx): Promise<Set<string>> {
  const known = new Map<string, number>()
  for (const { id, code } of await db.select({ id: menus.id, code: menus.code }).from(menus))
    if (code) known.set(code, id)
  const added = new Set<string>()
  for (const generation of generations(defaultMenu)) {
    const rows = generation.filter(({ code, parentCode }) => !known.has(code) && (!parentCode || known.has(parentCode)))
    if (!rows.length) continue
    const saved = await db
      .insert(menus)
      .values(
        rows.map(({ area: _area, read: _read, parentCode, ...row }) => ({
          ...row,
          pid: known.get(parentCode ?? '') ?? 0,
          createdAt: now(),
          updatedAt: now(),
        })),
      )
      .onConflictDoNothing()
      .returning({ id: menus.id, code: menus.code })
    for (const { id, code } of saved) {
      known.set(code ?? '', id)
      added.add(code ?? '')
    }
  }
  return added
}

/** Parents before children, one statement per level. */
function generations(rows: readonly MenuSeed[]): MenuSeed[][] {
  const depths = new Map<string, number>()
  const levels: MenuSeed[][] = []
  for (const row of rows) {
    const depth = row.parentCode ? (depths.get(row.parentCode) ?? 0) + 1 : 0
    depths.set(row.code, depth)
    levels[depth] = [...(levels[depth] ?? []), row]
  }
  return levels
}

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
