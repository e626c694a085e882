import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { defaultMenu } from '../default-menu/default-menu.ts'
import type { MenuSeed } from '../default-menu/menu-seed.ts'
import { menus } from './menu.tables.ts'

/** An arbitrary number, equal in every process: the holder of this lock seeds. */
const SEED_LOCK = 7_316_460_022

/** Waits for other processes that seed; holds until the end of the transaction. */
export async function lockSeed({ db }: Ctx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
}

/**
 * Adds missing seeded menu rows; existing ones stay as staff left them.
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
