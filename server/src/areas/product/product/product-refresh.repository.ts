import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** A product whose alert changed when its copies were refreshed. */
export type AlertChange = {
  id: number
  storeName: string
  stock: number
  alert: boolean
  isRecycle: boolean
  /** It had no SKU before, so its initial stock is no change to notify staff of. */
  isNew: boolean
}

/** Sums of stock or sales are capped at this, as columns hold no more. */
const MAX_SUM = 2_000_000_000

/**
 * Refreshes the values that products copy from their SKUs (docs/catalogue.md, SKUs): prices and code of the cheapest enabled
 * SKU, the highest price, sums of stock and sales, the number of SKUs, and whether stock is low, which is asked only of products
 * that are or were on the shelf. Unchanged rows are not written. Locks the products in the order of their ids.
 * @param storeStock the shop's threshold
 * @returns the products that became low on stock or ceased to be
 */
export async function refreshCopies(tx: Ctx, ids: readonly number[], storeStock: number): Promise<AlertChange[]> {
  if (!ids.length) return []
  const wanted = sql`any(${sql.param([...ids])}::bigint[])`
  // In a statement of its own, so that the sums below see everything committed before the locks were acquired.
  const { rows: before } = await tx.db.execute<{ id: number; alert: boolean; sku_count: number }>(
    sql`select id, alert, sku_count from product where id = ${wanted} and not is_del order by id for update`,
  )
  const { rows } = await tx.db.execute<{
    id: number
    store_name: string
    stock: number
    alert: boolean
    is_recycle: boolean
  }>(sql`
    update product set price_fen = now.price_fen, ot_price_fen = now.ot_price_fen, cost_fen = now.cost_fen,
      vip_price_fen = now.vip_price_fen, price_max_fen = now.price_max_fen, bar_code = now.bar_code,
      stock = now.stock, sales = now.sales, sku_count = now.sku_count, alert = now.alert
    from (
      select product.id, coalesce(first.price_fen, 0) as price_fen, coalesce(first.ot_price_fen, 0) as ot_price_fen,
        coalesce(first.cost_fen, 0) as cost_fen, first.vip_price_fen, coalesce(first.bar_code, '') as bar_code,
        coalesce(sums.price_max, first.price_fen, 0) as price_max_fen,
        least(coalesce(sums.stock, 0), ${MAX_SUM})::int as stock, least(coalesce(sums.sales, 0), ${MAX_SUM})::int as sales,
        coalesce(sums.sku_count, 0)::int as sku_count,
        product.first_show_time is not null
          and case when sums.has_own then sums.low else coalesce(sums.stock, 0) <= ${storeStock}::int end as alert
      from product
      left join lateral (
        select count(*) filter (where not is_del) as sku_count, sum(sales) as sales,
          sum(sku.stock) filter (where not is_del and is_show) as stock,
          max(sku.price_fen) filter (where not is_del and is_show) as price_max,
          coalesce(bool_or(not is_del and is_show and coalesce(sku.alert_stock, product.alert_stock) is not null), false)
            as has_own,
          coalesce(bool_or(not is_del and is_show and sku.stock <= coalesce(sku.alert_stock, product.alert_stock)), false)
            as low
        from product_sku as sku where sku.product_id = product.id
      ) as sums on true
      left join lateral (
        select * from product_sku as sku where sku.product_id = product.id and not is_del
        order by is_show desc, price_fen, id limit 1
      ) as first on true
      where product.id = ${wanted} and not product.is_del
    ) as now
    where product.id = now.id and (product.price_fen, product.ot_price_fen, product.cost_fen, product.vip_price_fen,
        product.price_max_fen, product.bar_code, product.stock, product.sales, product.sku_count, product.alert)
      is distinct from (now.price_fen, now.ot_price_fen, now.cost_fen, now.vip_price_fen, now.price_max_fen, now.bar_code,
        now.stock, now.sales, now.sku_count, now.alert)
    returning product.id, product.store_name, product.stock, product.alert, product.is_recycle`)
  const was = new Map(before.map((row) => [row.id, row]))
  return rows
    .filter(({ id, alert }) => was.get(id)?.alert !== alert)
    .map(({ store_name: storeName, is_recycle: isRecycle, ...row }) => {
      return { ...row, storeName, isRecycle, isNew: was.get(row.id)?.sku_count === 0 }
    })
}

/** Takes unlocked rows off the queue. Callers refresh the copies in the same transaction. */
export async function takeQueue({ db }: Ctx, max: number): Promise<{ productId: number; search: boolean }[]> {
  const { rows } = await db.execute<{ product_id: number; search: boolean }>(sql`
    with taken as (
      delete from product_refresh where id = any(array(
        select id from product_refresh order by id limit ${max} for update skip locked))
      returning product_id, search
    )
    select product_id, bool_or(search) as search from taken group by product_id order by product_id`)
  return rows.map(({ product_id: productId, search }) => ({ productId, search }))
}

/** Queues the products of categories for a refresh of their search rows. */
export async function queueSearch({ db }: Ctx, categoryIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    insert into product_refresh (product_id, search)
    select distinct product_id, true from product_category where category_id = any(${sql.param([...categoryIds])}::bigint[])`)
}

/** Queues every product that is not completely deleted, with its search row if asked for; returns their number. */
export async function queueAll({ db }: Ctx, search: boolean): Promise<number> {
  const { rowCount } = await db.execute(
    sql`insert into product_refresh (product_id, search) select id, ${search} from product where not is_del`,
  )
  return rowCount ?? 0
}

/** Queues products that changed, or whose stock did, since a moment; returns their number. */
export async function queueChanged({ db }: Ctx, since: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into product_refresh (product_id)
    select id from product where updated_at >= ${since} and not is_del
    union select product_id from stock_ledger where created_at >= ${since}`)
  return rowCount ?? 0
}

/** Adds recorded moves between tabs to the counts. Returns the number of rows folded. */
export async function foldTabs({ db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with taken as (
      delete from product_tab_delta where id = any(array(select id from product_tab_delta limit 10000 for update skip locked))
      returning type, change
    ), sums as (
      select type, sum(change) as change from taken group by type
    ), counted as (
      update product_tab_count as kept set count = kept.count + sums.change from sums where sums.type = kept.type
    )
    select count(*) as folded from taken`)
  return rows[0]?.folded ?? 0
}

/** Compares the counts of the tabs with the products and records differences as moves; returns the number of tabs. */
export async function correctTabs({ db }: Ctx): Promise<number> {
  // One statement sees one snapshot: moves that others record meanwhile are added to it.
  const { rowCount } = await db.execute(sql`
    insert into product_tab_delta (type, change)
    select kept.type, coalesce(actual.count, 0) - kept.count - coalesce(moved.change, 0)
    from product_tab_count as kept
    left join (select tab, count(*) as count
      from product as p, unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) as tab group by tab
    ) as actual on actual.tab = kept.type
    left join (select type, sum(change) as change from product_tab_delta group by type) as moved on moved.type = kept.type
    where coalesce(actual.count, 0) <> kept.count + coalesce(moved.change, 0)`)
  return rowCount ?? 0
}
