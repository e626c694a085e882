import { type SQL, sql } from 'drizzle-orm'
import type { Operator } from '../../../platform/data/operator.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { StockNote } from '../ledger/stock-ledger.repository.ts'

// Parts of statements that move stock together with rows of other areas. SKUs are locked in the order of their ids.

/** A number of units of a SKU. */
export type StockItem = { skuId: number; num: number }
/** A change of the stock of SKUs, each named once. */
export type StockMove = { items: readonly StockItem[]; note: StockNote }

const noteColumns = sql.raw('reason, ref_type, ref_id, remark, operator_type, operator_id, operator_name, created_at')

/** The note of a stock change as the parts of statements take it. */
export function noteJson(ctx: Ctx, operator: Operator, { reason, refType = '', refId = '', remark = '' }: StockNote) {
  return JSON.stringify({ reason, refType, refId, remark, ...operator, createdAt: ctx.now() })
}

/**
 * `with` queries that take stock for a sale, in `taken_stock`: one row for each SKU that was on sale with enough stock. Fewer than
 * were given means that the transaction must not be committed.
 * @param items JSON of `skuId` and `num`, each SKU once
 * @param note JSON by {@link noteJson}
 * @param anyShelf a boolean: also from products that are off the shelf
 * @param first what must be true for it to begin, so that it waits for the query read there
 */
export function takingStock(values: { items: SQL; note: SQL; anyShelf: SQL; first?: SQL }): SQL {
  const { items, note, anyShelf, first = sql`true` } = values
  return sql`
    wanted_stock as materialized (
      select "skuId" as sku_id, num from jsonb_to_recordset(${items}) as given("skuId" bigint, num int) where ${first}
    ), locked_stock as materialized (
      select id from product_sku where id in (select sku_id from wanted_stock) order by id for no key update
    ), taken_stock as (
      update product_sku as sku set stock = stock - num, version = version + 1
      from wanted_stock join locked_stock on locked_stock.id = sku_id
      where sku.id = sku_id and stock >= num and not is_del and is_show and (${anyShelf} or exists (
        select from product where product.id = sku.product_id and product.is_show and not product.is_recycle and not product.is_del))
      returning sku.id, product_id, stock, num
    ), noted_stock as (
      insert into stock_ledger (product_id, sku_id, change, before, after, ${noteColumns})
      select product_id, id, -num, stock + num, stock, "reason", "refType", "refId", remark, "operatorType", "operatorId",
        "operatorName", "createdAt"
      from taken_stock, jsonb_to_record(${note}) as given(reason text, "refType" text, "refId" text, remark text,
        "operatorType" text, "operatorId" bigint, "operatorName" text, "createdAt" timestamptz)
      order by id
    ), queued_stock as (
      insert into product_refresh (product_id) select distinct product_id from taken_stock
    )`
}

/** What {@link takingStock} took: a JSON array of SKUs. */
export const takenSkus = sql`(select coalesce(json_agg(id), '[]') from taken_stock)`

/** `with` queries that add to the sales of SKUs, which never fall below zero. @param given a table of `sku_id` and `num` */
export function countingSales(given: SQL): SQL {
  return sql`
    wanted_sales as materialized (select sku_id, sum(num)::int as num from ${given} group by sku_id),
    locked_sales as materialized (
      select id from product_sku where id in (select sku_id from wanted_sales) order by id for no key update
    ), counted_sales as (
      update product_sku as sku set sales = greatest(0, sales + num)
      from wanted_sales join locked_sales on locked_sales.id = sku_id where sku.id = sku_id
      returning product_id
    ), queued_sales as (
      insert into product_refresh (product_id) select distinct product_id from counted_sales
    )`
}
