import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../../staff/admin-user/admin-user.tables.ts'
import { type SettingChange, settingGroups, settingHistories, settings } from './setting.tables.ts'

/** Stored values by key, secrets sealed; of all groups, or of one. */
export async function findStored({ db }: Pick<Ctx, 'db'>, group?: string): Promise<Map<string, unknown>> {
  const rows = await db
    // The column's own reader would parse a text once more: a phone number became a number.
    .select({ key: settings.key, value: sql<unknown>`${settings.value}` })
    .from(settings)
    .where(group === undefined ? undefined : eq(settings.group, group))
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** The version of a group; 0 until it is first saved. */
export async function findVersion({ db }: Ctx, group: string): Promise<number> {
  const [row] = await db
    .select({ version: settingGroups.version })
    .from(settingGroups)
    .where(eq(settingGroups.name, group))
  return row?.version ?? 0
}

/** The version of a group, which is locked against other saves until the transaction ends. */
export async function lockGroup({ db }: Ctx, group: string): Promise<number> {
  await db.insert(settingGroups).values({ name: group }).onConflictDoNothing()
  const [row] = await db
    .select({ version: settingGroups.version })
    .from(settingGroups)
    .where(eq(settingGroups.name, group))
    .for('update')
  return row?.version ?? 0
}

export async function raiseVersion({ db }: Ctx, group: string): Promise<number> {
  const [row] = await db
    .update(settingGroups)
    .set({ version: sql`${settingGroups.version} + 1` })
    .where(eq(settingGroups.name, group))
    .returning({ version: settingGroups.version })
  if (!row) throw new Error(`settings group ${group} was not locked`)
  return row.version
}

/** Stores values; undefined ones return to their default. */
export async function store({ db }: Ctx, group: string, values: ReadonlyMap<string, unknown>): Promise<void> {
  const kept = [...values].flatMap(([key, value]) => (value === undefined ? [] : [{ key, group, value }]))
  const dropped = [...values.keys()].filter((key) => values.get(key) === undefined)
  if (dropped.length) await db.delete(settings).where(inArray(settings.key, dropped))
  if (kept.length)
    await db
      .insert(settings)
      .values(kept)
      .onConflictDoUpdate({ target: settings.key, set: { value: sql`excluded.value` } })
}

export async function insertHistory(
  { db, caller, now }: Ctx,
  history: { group: string; version: number; changes: SettingChange[] },
): Promise<void> {
  const at = now()
  await db
    .insert(settingHistories)
    .values({ ...history, createdBy: caller?.userId, updatedBy: caller?.userId, createdAt: at, updatedAt: at })
}

/** The changes of a group, newest first. */
export async function listHistory({ db }: Ctx, group: string, { limit, offset }: Page) {
  const ofGroup = eq(settingHistories.group, group)
  const list = await db
    .select({
      id: settingHistories.id,
      version: settingHistories.version,
      changes: settingHistories.changes,
      createdAt: settingHistories.createdAt,
      username: adminUsers.username,
      nickName: adminUsers.nickName,
    })
    .from(settingHistories)
    .leftJoin(adminUsers, eq(adminUsers.id, settingHistories.createdBy))
    .where(ofGroup)
    .orderBy(desc(settingHistories.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(settingHistories, ofGroup) }
}
