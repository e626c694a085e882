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

/** Of these products, those that stand in orders, or in drafts of orders that are still open. */
export async function listOrdered({ db }: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select asked.id from unnest(${sql.param([...ids])}::bigint[]) as asked(id)
    where exists (select from order_line where order_line.product_id = asked.id)
      or exists (select from draft_order, jsonb_array_elements(draft_order.items) item, product_sku
        where draft_order.state < 2 and product_sku.id = (item ->> 'skuId')::bigint
          and product_sku.product_id = asked.id)`)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** How much of the set is still as it was made: products on sale and in the warehouse, and its category. */
export async function countUntouched({ db }: Ctx): Promise<{ onSale: number; stored: number; categories: number }> {
  const { rows } = await db.execute<{ onSale: number; stored: number; categories: number }>(sql`
    select
      (select count(*)::int from category where id = (example_set.category ->> 'id')::bigint
        and version = (example_set.category ->> 'version')::int) as categories,
      count(product.id) filter (where product.is_show)::int as "onSale",
      count(product.id) filter (where not product.is_show)::int as stored
    from example_set
      cross join lateral jsonb_to_recordset(example_set.products) as made(id bigint, version int)
      left join product on product.id = made.id and product.version = made.version and not product.is_recycle and not product.is_del
    group by example_set.id, example_set.category`)
  return rows[0] ?? { onSale: 0, stored: 0, categories: 0 }
}

/** A product as it is now: its version, whether it is in the recycle bin, and the last movement of its stock. */
export type ExampleState = { version: number; isRecycle: boolean; ledgerId: number }

/**
 * These products as they are now, not those that are deleted; locked with their SKUs, so that orders placed at this moment are
 * awaited and then seen.
 */
export async function lockProducts({ db }: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, ExampleState>> {
  const asked = sql`any(${sql.param([...ids])}::bigint[])`
  await db.execute(sql`select from product where id = ${asked} order by id for update`)
  await db.execute(sql`select from product_sku where product_id = ${asked} order by id for update`)
  const { rows } = await db.execute<ExampleState & { id: number }>(sql`
    select id, version, is_recycle as "isRecycle",
      (select coalesce(max(stock_ledger.id), 0) from stock_ledger where stock_ledger.product_id = product.id) as "ledgerId"
    from product where id = ${asked} and not is_del order by id`)
  return new Map(rows.map(({ id, ledgerId, ...state }) => [Number(id), { ...state, ledgerId: Number(ledgerId) }]))
}
