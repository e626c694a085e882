import { and, desc, eq, gte, lte, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { dicts } from './dict.tables.ts'

export type DictRow = typeof dicts.$inferSelect

/** What dictionaries may be sorted by. */
export const sortable = { id: dicts.id, name: dicts.name, remark: dicts.remark, createTime: dicts.createdAt }
/** New ones first. */
export const usualOrder = [desc(dicts.id)]

/** A page of dictionaries and how many match in all. */
export async function list(
  { db }: Ctx,
  { blurry, from, to }: { blurry?: string; from?: Date; to?: Date },
  order: SQL[],
  { limit, offset }: { limit: number; offset: number },
) {
  const where = and(
    blurry ? or(contains(dicts.name, blurry), contains(dicts.remark, blurry)) : undefined,
    from && gte(dicts.createdAt, from),
    to && lte(dicts.createdAt, to),
  )
  const page = db
    .select()
    .from(dicts)
    .where(where)
    .orderBy(...order)
  return { rows: await page.limit(limit).offset(offset), total: await db.$count(dicts, where) }
}

/** All dictionaries, by name. */
export function listAll({ db }: Ctx): Promise<DictRow[]> {
  return db.select().from(dicts).orderBy(dicts.name)
}

/** The dictionary, locked against change. */
export async function lock({ db }: Ctx, id: number): Promise<DictRow | undefined> {
  const [row] = await db.select().from(dicts).where(eq(dicts.id, id)).for('update')
  return row
}

/** Stores a dictionary. Returns undefined when the name is taken. */
export async function insert({ db, actor, now }: Ctx, dict: typeof dicts.$inferInsert) {
  const [saved] = await db
    .insert(dicts)
    .values({ ...dict, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: dicts.id, version: dicts.version })
  return saved
}

/** Changes a dictionary where it still has the version, or whatever version it has when none is given. */
export async function update({ db, actor, now }: Ctx, id: number, version: number | undefined, dict: Partial<DictRow>) {
  const [saved] = await db
    .update(dicts)
    .set({ ...dict, version: sql`${dicts.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(dicts.id, id), version === undefined ? undefined : eq(dicts.version, version)))
    .returning({ id: dicts.id, version: dicts.version })
  return saved
}

/** Deletes a dictionary with its values. */
export async function remove({ db }: Ctx, id: number): Promise<void> {
  await db.delete(dicts).where(eq(dicts.id, id))
}
