import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** Up to this many rows of product_category are counted at each request; beyond, counts may be some seconds old. */
const MAX_COUNTED = 50_000
/** At most this many products are named in a refusal. */
const MAX_NAMED = 20

/** Whether counting the products of all categories takes only milliseconds, by the table statistics. */
export async function isQuicklyCounted({ db }: Ctx): Promise<boolean> {
  const { rows } = await db.execute<{ few: boolean }>(
    sql`select reltuples < ${MAX_COUNTED} as few from pg_class where oid = 'product_category'::regclass`,
  )
  return rows[0]?.few ?? true
}

/** The number of products in each category or below it, by category id, without completely deleted ones. */
export async function countByCategory({ db }: Ctx): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select category_id as id, count(*) as count from product_category
    join product on product.id = product_category.product_id and not product.is_del
    group by category_id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The number and the first products of a category, without completely deleted ones. */
export async function listUses({ db }: Ctx, categoryId: number) {
  const { rows } = await db.execute<{ id: number; name: string; total: number }>(sql`
    select product.id, product.store_name as name, count(*) over () as total
    from product_category join product on product.id = product_category.product_id and not product.is_del
    where category_id = ${categoryId} order by product.id limit ${MAX_NAMED}`)
  return { total: rows[0]?.total ?? 0, uses: rows.map(({ id, name }) => ({ type: 'product', id, name })) }
}

/** Locks the products of a category against edits until the transaction ends. */
export async function lockProducts({ db }: Ctx, categoryId: number): Promise<void> {
  await db.execute(sql`
    select from product where id in (select product_id from product_category where category_id = ${categoryId})
    order by id for no key update`)
}

/** Files the products of a category under another one. Their version rises, so that open forms are refused. */
export async function refile({ db, actor, now }: Ctx, from: number, to: number): Promise<void> {
  await db.execute(sql`
    update product set version = version + 1, updated_by = ${actor.userId}, updated_at = ${now()}, cate_ids = (
      select array_agg(id order by place) from (
        select id, min(place) as place
        from unnest(array_replace(cate_ids, ${from}::bigint, ${to}::bigint)) with ordinality as chosen(id, place)
        group by id) as once)
    where not is_del and id in (select product_id from product_category where category_id = ${from})`)
  await db.execute(sql`
    insert into product_category (product_id, category_id, is_direct)
    select product_id, ${to}::bigint, true from product_category where category_id = ${from} and is_direct
    on conflict (product_id, category_id) do update set is_direct = true`)
  const { rows } = await db.execute<{ id: number }>(
    sql`delete from product_category where category_id = ${from} returning product_id as id`,
  )
  await renewClosure({ db }, sql`any(${sql.param(rows.map(({ id }) => id))}::bigint[])`)
}

/** Takes completely deleted products out of a category. */
export async function forget({ db }: Ctx, categoryId: number): Promise<void> {
  await db.execute(sql`delete from product_category where category_id = ${categoryId}`)
}

/** Updates the closure of all products in these categories after a move. */
export async function follow({ db }: Ctx, categoryIds: readonly number[]): Promise<void> {
  await renewClosure(
    { db },
    sql`any(select product_id from product_category
      where category_id = any(${sql.param([...categoryIds])}::bigint[]) and is_direct)`,
  )
}

/** Rebuilds the closure of products from the categories chosen for them. */
async function renewClosure({ db }: Pick<Ctx, 'db'>, products: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`
    with chosen as materialized (
      select product_id, category_id from product_category where is_direct and product_id = ${products}
    ), wanted as materialized (
      select distinct product_id, above::bigint as category_id from chosen
      join category on category.id = chosen.category_id
      cross join string_to_table(trim(both '/' from category.path), '/') as above where above <> '0'
    ), gone as (
      delete from product_category as stale using (select distinct product_id from chosen) as touched
      where stale.product_id = touched.product_id and not stale.is_direct
        and not exists (select from wanted
          where wanted.product_id = stale.product_id and wanted.category_id = stale.category_id)
    )
    insert into product_category (product_id, category_id, is_direct)
    select product_id, category_id, false from wanted on conflict (product_id, category_id) do nothing`)
}
