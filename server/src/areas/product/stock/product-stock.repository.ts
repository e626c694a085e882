import type { LedgerQuery, PriceQuery } from '@zhanggui/contract/product/product-stock.ts'
import { and, asc, desc, eq, gte, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import type { StockNote } from '../ledger/stock-ledger.repository.ts'
import { productSkus, products } from '../product/product.tables.ts'
import type { SkuRow } from '../product/product-sku.repository.ts'
import { countingSales, noteJson, type StockItem, takenSkus, takingStock } from './product-stock.parts.ts'
import { priceHistory, productRefresh, stockLedger, stockMismatches } from './product-stock.tables.ts'

const { placeholder } = sql

const takeItems = preparedSql<{ taken: number[] }>('stock_take', () => {
  const [items, note] = [sql`${placeholder('items')}::jsonb`, sql`${placeholder('note')}::jsonb`]
  const anyShelf = sql`${placeholder('anyShelf')}::boolean`
  return sql`with ${takingStock({ items, note, anyShelf })} select ${takenSkus} as taken`
})

/**
 * Takes stock of SKUs and records it, of each if there is enough and it may be sold. One statement, so that rows are locked no
 * longer than the rest of the transaction.
 * @returns the SKUs that were taken; unless all were, nothing may be committed
 */
export async function take(
  ctx: Ctx,
  items: readonly StockItem[],
  note: StockNote,
  anyShelf: boolean,
): Promise<number[]> {
  const values = { items: JSON.stringify(items), note: noteJson(ctx, operatorOf(ctx), note), anyShelf }
  const [row] = await takeItems(ctx.db, values)
  return row?.taken ?? []
}

export type SkuState = Pick<SkuRow, 'id' | 'productId' | 'suk' | 'stock' | 'isDel' | 'isShow' | 'version'> & {
  isSold: boolean
}

/** The current SKUs, and whether their products are on the shelf. */
export async function findStates({ db }: Ctx, ids: readonly number[]): Promise<SkuState[]> {
  const { id, productId, suk, stock, isDel, isShow, version } = productSkus
  const isSold = sql<boolean>`${products.isShow} and not ${products.isRecycle} and not ${products.isDel}`
  return db
    .select({ id, productId, suk, stock, isDel, isShow, version, isSold })
    .from(productSkus)
    .innerJoin(products, eq(products.id, productId))
    .where(inArray(id, [...ids]))
}

/** Locks SKUs in the order of their ids, including removed ones. */
export function lockSkus({ db }: Ctx, ids: readonly number[]): Promise<SkuRow[]> {
  return db
    .select()
    .from(productSkus)
    .where(inArray(productSkus.id, [...ids]))
    .orderBy(asc(productSkus.id))
    .for('update')
}

/** Changes the stock of locked SKUs by the given amounts. Returns their new stock, by id. */
export async function change({ db, now, caller }: Ctx, changes: ReadonlyMap<number, number>) {
  const rows = JSON.stringify([...changes].map(([id, change]) => ({ id, change })))
  const { rows: changed } = await db.execute<{ id: number; stock: number }>(sql`
    update product_sku as sku set stock = sku.stock + given.change, version = sku.version + 1,
      updated_by = ${caller?.userId ?? null}, updated_at = ${now()}
    from jsonb_to_recordset(${rows}::jsonb) as given(id bigint, change int)
    where sku.id = given.id returning sku.id, sku.stock`)
  return new Map(changed.map(({ id, stock }) => [id, stock]))
}

/** The SKUs whose stock was already given back for this reason and reference. */
export async function findNoted(
  { db }: Ctx,
  skuIds: readonly number[],
  { reason, refType = '', refId = '' }: StockNote,
): Promise<Set<number>> {
  const ledger = stockLedger
  const rows = await db
    .select({ skuId: ledger.skuId })
    .from(ledger)
    .where(
      and(
        inArray(ledger.skuId, [...skuIds]),
        eq(ledger.reason, reason),
        eq(ledger.refType, refType),
        eq(ledger.refId, refId),
      ),
    )
  return new Set(rows.map(({ skuId }) => skuId))
}

const addItems = preparedSql('stock_sales', () => {
  const given = sql`jsonb_to_recordset(${placeholder('items')}::jsonb) as given(sku_id bigint, num int)`
  return sql`with ${countingSales(given)} select from counted_sales`
})

/** Adds to the sales of SKUs, which never fall below zero. */
export async function addSales({ db }: Ctx, items: readonly StockItem[]): Promise<void> {
  await addItems(db, { items: JSON.stringify(items.map(({ skuId: sku_id, num }) => ({ sku_id, num }))) })
}

/** Queues products for a refresh of their copies. */
export async function queueRefresh({ db }: Ctx, productIds: readonly number[]): Promise<void> {
  if (!productIds.length) return
  await db.insert(productRefresh).values([...new Set(productIds)].map((productId) => ({ productId })))
}

type Times = { from?: Date; to?: Date }
type LedgerFilter = FilterOf<LedgerQuery, 'dateLimit'> & Times

/** A page of the ledger, newest first. */
export async function listLedger(ctx: Ctx, filter: LedgerFilter, { limit, offset }: Page) {
  const where = matchingLedger(ctx, filter)
  const rows = await selectLedger(ctx, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(ctx.db, stockLedger, where)) }
}

export function countLedger(ctx: Ctx, filter: LedgerFilter): Promise<number> {
  return ctx.db.$count(stockLedger, matchingLedger(ctx, filter))
}

export function nextLedger(ctx: Ctx, filter: LedgerFilter, { after, limit }: Batch) {
  const rest = after === undefined ? undefined : lt(stockLedger.id, after)
  return selectLedger(ctx, and(matchingLedger(ctx, filter), rest)).limit(limit)
}

/** Whether the caller sees whose order a row is of: accounts of stores see their own pick-ups alone. */
function seesRef({ actor: { scope } }: Ctx): SQL<boolean> {
  if (!scope.storeIds) return sql<boolean>`true`
  return sql<boolean>`(ref_type = '' and operator_type <> 'buyer' or ref_type = 'order' and exists (
    select from store_order where order_no = ref_id and shipping_type = 2
      and store_id = any(${sql.param([...scope.storeIds])}::bigint[])))`
}

function selectLedger(ctx: Ctx, where: SQL | undefined) {
  return ctx.db
    .select({ entry: stockLedger, isSeen: seesRef(ctx), ...named })
    .from(stockLedger)
    .leftJoin(products, eq(products.id, stockLedger.productId))
    .leftJoin(productSkus, eq(productSkus.id, stockLedger.skuId))
    .where(where)
    .orderBy(desc(stockLedger.id))
}
export type FoundLedgerRow = Awaited<ReturnType<typeof selectLedger>>[number]

function matchingLedger(ctx: Ctx, filter: LedgerFilter): SQL | undefined {
  const { productId, skuId, reason, from, to, operatorId, refId, ...left } = filter
  const ledger = stockLedger
  const isLimited = ctx.actor.scope.storeIds !== undefined
  // What is not shown is not looked for either.
  const [seen, notOf] = isLimited ? [seesRef(ctx), sql`operator_type <> 'buyer'`] : []
  return and(
    allRead(left),
    productId === undefined ? undefined : eq(ledger.productId, productId),
    skuId === undefined ? undefined : eq(ledger.skuId, skuId),
    reason && eq(ledger.reason, reason),
    from && gte(ledger.createdAt, from),
    to && lte(ledger.createdAt, to),
    operatorId === undefined ? undefined : and(eq(ledger.operatorId, operatorId), sql`operator_id <> 0`, notOf),
    refId ? and(eq(ledger.refId, refId), sql`ref_id <> ''`, seen) : undefined,
  )
}

const named = { storeName: products.storeName, image: products.image, suk: productSkus.suk }

/** `withCost`: includes changes of costs. */
type PriceFilter = FilterOf<PriceQuery, 'dateLimit'> & Times & { withCost: boolean }

/** A page of price changes, newest first. */
export async function listPrices({ db }: Ctx, filter: PriceFilter, { limit, offset }: Page) {
  const { productId, skuId, field, from, to, withCost, ...left } = filter
  const history = priceHistory
  const where = and(
    allRead(left),
    productId === undefined ? undefined : eq(history.productId, productId),
    skuId === undefined ? undefined : eq(history.skuId, skuId),
    field && eq(history.field, field),
    withCost ? undefined : ne(history.field, 'cost'),
    from && gte(history.createdAt, from),
    to && lte(history.createdAt, to),
  )
  const rows = await db
    .select({ entry: history, ...named })
    .from(history)
    .leftJoin(products, eq(products.id, history.productId))
    .leftJoin(productSkus, eq(productSkus.id, history.skuId))
    .where(where)
    .orderBy(desc(history.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, history, where)) }
}

/** The SKUs whose stock and ledger disagreed in the last comparison. */
export function listMismatches({ db }: Ctx, most: number) {
  const { productId, skuId, stock, ledger } = stockMismatches
  return db
    .select({ productId, skuId, stock, ledger, ...named })
    .from(stockMismatches)
    .leftJoin(products, eq(products.id, productId))
    .leftJoin(productSkus, eq(productSkus.id, skuId))
    .orderBy(skuId)
    .limit(most)
}

/**
 * Compares stock and ledger of SKUs in a range of ids: the stock, the sum of the changes and the result of the last change
 * must be equal. Stores the mismatches, replacing earlier ones of that range.
 * @returns the number of mismatches
 */
export async function compareLedger({ db, now }: Ctx, fromId: number, toId: number): Promise<number> {
  await db.delete(stockMismatches).where(and(gte(stockMismatches.skuId, fromId), lte(stockMismatches.skuId, toId)))
  const { rowCount } = await db.execute(sql`
    insert into stock_mismatch (sku_id, product_id, stock, ledger, found_at)
    select sku.id, sku.product_id, sku.stock, coalesce(noted.total, 0), ${now()}::timestamptz
    from product_sku as sku
    left join (
      select sku_id, sum(change) as total, (array_agg(after order by id desc))[1] as last from stock_ledger
      where sku_id between ${fromId} and ${toId} group by sku_id
    ) as noted on noted.sku_id = sku.id
    where sku.id between ${fromId} and ${toId}
      and (sku.stock <> coalesce(noted.total, 0) or sku.stock <> coalesce(noted.last, 0))`)
  return rowCount ?? 0
}

export async function findLastSku({ db }: Ctx): Promise<number> {
  const [row] = await db.select({ last: sql<number | null>`max(${productSkus.id})` }).from(productSkus)
  return row?.last ?? 0
}
