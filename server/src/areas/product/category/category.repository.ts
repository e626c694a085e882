import type { CategoryPlace, CategoryType } from '@zhanggui/domain/product/category.ts'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { categories } from './category.tables.ts'

export type CategoryRow = typeof categories.$inferSelect

/** Every category of a type, in display order. */
export function listAll({ db }: Ctx, type: CategoryType): Promise<CategoryRow[]> {
  return db
    .select()
    .from(categories)
    .where(eq(categories.type, type))
    .orderBy(desc(categories.sort), asc(categories.id))
}

export async function find({ db }: Ctx, id: number): Promise<CategoryRow | undefined> {
  const [row] = await db.select().from(categories).where(eq(categories.id, id))
  return row
}

/** The categories of a type among these ids, locked against moving and deleting until the transaction ends. */
export function lockAll({ db }: Ctx, ids: readonly number[], type: CategoryType): Promise<CategoryRow[]> {
  return db
    .select()
    .from(categories)
    .where(and(inArray(categories.id, [...ids]), eq(categories.type, type)))
    .orderBy(asc(categories.id))
    .for('share')
}

/** Locks a category against new uses until the transaction ends. */
export async function lock({ db }: Ctx, id: number): Promise<void> {
  await db.select({ id: categories.id }).from(categories).where(eq(categories.id, id)).for('update')
}

/** Inserts a category. Returns undefined when a sibling has the same name. */
export async function insert({ db, actor, now }: Ctx, category: typeof categories.$inferInsert) {
  const [saved] = await db
    .insert(categories)
    .values({ ...category, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: categories.id, version: categories.version })
  return saved
}

export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  category: Partial<CategoryRow>,
) {
  const [saved] = await db
    .update(categories)
    .set({ ...category, version: sql`${categories.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(categories.id, id), version === undefined ? undefined : eq(categories.version, version)))
    .returning({ id: categories.id, version: categories.version })
  return saved
}

/**
 * Stores the positions of categories.
 * @param moved those that were moved themselves: their version rises; the others only follow
 */
export async function place({ db, actor, now }: Ctx, places: readonly CategoryPlace[], moved: readonly number[]) {
  // In the lock order of product saves.
  await db.execute(sql`
    select from category where id = any(${sql.param(places.map(({ id }) => id))}::bigint[]) order by id for no key update`)
  const rows = JSON.stringify(places.map(({ id, pid, path, level, sort }) => ({ id, pid, path, level, sort })))
  await db.execute(sql`
    update category set pid = given.pid, path = given.path, level = given.level, sort = given.sort,
      version = version + (category.id = any(${sql.param([...moved])}::bigint[]))::int,
      updated_by = ${actor.userId}, updated_at = ${now()}
    from jsonb_to_recordset(${rows}::jsonb) as given(id bigint, pid bigint, path text, level smallint, sort int)
    where category.id = given.id`)
}

export async function hasChild({ db }: Ctx, id: number): Promise<boolean> {
  const [row] = await db.select({ id: categories.id }).from(categories).where(eq(categories.pid, id)).limit(1)
  return Boolean(row)
}

export async function remove({ db }: Ctx, id: number): Promise<void> {
  await db.delete(categories).where(eq(categories.id, id))
}
