import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { brands } from './brand.tables.ts'

export type BrandRow = typeof brands.$inferSelect

/** Products are counted up to here (ER-31). */
const MOST_COUNTED = 10_000
/** Products named as those that are in the way. */
const MOST_NAMED = 20

/** A page of brands in display order, with how many products have each. */
export async function list(
  { db }: Ctx,
  { keywords, isShow }: { keywords?: string; isShow?: boolean },
  { limit, offset }: Page,
) {
  const where = and(
    keywords ? contains(brands.name, keywords) : undefined,
    isShow === undefined ? undefined : eq(brands.isShow, isShow),
  )
  const productCount = sql<number>`(select count(*) from (
    select from product where brand_id = brand.id and not is_del limit ${MOST_COUNTED}) as counted)`
  const rows = await db
    .select({ row: brands, productCount })
    .from(brands)
    .where(where)
    .orderBy(desc(brands.sort), asc(brands.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(brands, where) }
}

export async function find({ db }: Ctx, id: number): Promise<BrandRow | undefined> {
  const [row] = await db.select().from(brands).where(eq(brands.id, id))
  return row
}

/** Stores a brand. Returns undefined when the name is taken. */
export async function insert({ db, actor, now }: Ctx, brand: typeof brands.$inferInsert) {
  const [saved] = await db
    .insert(brands)
    .values({ ...brand, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: brands.id, version: brands.version })
  return saved
}

export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  brand: Partial<BrandRow>,
) {
  const [saved] = await db
    .update(brands)
    .set({ ...brand, version: sql`${brands.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(brands.id, id), version === undefined ? undefined : eq(brands.version, version)))
    .returning({ id: brands.id, version: brands.version })
  return saved
}

/** Deletes a brand: waits for those who are giving it to a product. */
export async function remove({ db }: Ctx, id: number): Promise<void> {
  await db.delete(brands).where(eq(brands.id, id))
}

/** The first of the products, not completely deleted, that have a brand. */
export async function listUses({ db }: Ctx, id: number) {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select id, store_name as name from product
    where brand_id = ${id} and not is_del order by id limit ${MOST_NAMED}`)
  return rows.map((row) => ({ type: 'product', ...row }))
}
