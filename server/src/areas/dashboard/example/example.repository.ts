import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { exampleSets } from './example.tables.ts'

export type ExampleSet = Pick<typeof exampleSets.$inferSelect, 'category' | 'products' | 'fileIds'>

export async function find({ db }: Ctx): Promise<ExampleSet | undefined> {
  const [row] = await db.select().from(exampleSets)
  return row
}

/** Stores the set. @returns false when there is one, also one that another call is about to commit */
export async function insert({ db, actor, now }: Ctx, set: ExampleSet): Promise<boolean> {
  const rows = await db
    .insert(exampleSets)
    .values({ ...set, createdBy: actor.userId, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: exampleSets.id })
  return rows.length > 0
}

/** Takes the set out. Returns undefined when it is gone, also by another call. */
export async function take({ db }: Ctx): Promise<ExampleSet | undefined> {
  const [row] = await db.delete(exampleSets).returning()
  return row
}

/** Of these products, those that stand in orders. */
export async function listOrdered({ db }: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select asked.id from unnest(${sql.param([...ids])}::bigint[]) as asked(id)
    where exists (select from order_line where order_line.product_id = asked.id)`)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** The versions of these products that are neither deleted nor in the recycle bin, locked. */
export async function lockProducts({ db }: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ id: number; version: number }>(sql`
    select id, version from product where id = any(${sql.param([...ids])}::bigint[]) and not is_del and not is_recycle
    order by id for update`)
  return new Map(rows.map(({ id, version }) => [Number(id), version]))
}
