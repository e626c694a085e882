import type { PriceField, PriceSource } from '@zhanggui/domain/product/product-price.ts'
import type { StockReason } from '@zhanggui/domain/product/product-stock.ts'
import { and, asc, desc, eq, gte, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { operatorOf } from '../../../platform/data/operator.ts'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type Page } from '../../../platform/http/paging.ts'
import { productSkus, products } from '../product/product.tables.ts'
import type { SkuRow } from '../product/product-sku.repository.ts'
import {
  countingSales,
  noteJson,
  type StockItem,
  type StockNote,
  takenSkus,
  takingStock,
} from './product-stock.parts.ts'
import { priceHistory, productRefresh, stockLedger, stockMismatches } from './product-stock.tables.ts'

const { placeholder } = sql

export type { StockNote }
export type LedgerDraft = { productId: number; skuId: number; change: number; after: number }

/** Adds changes to the ledger; `after` is the resulting stock. */
export async function note(ctx: Ctx, rows: readonly LedgerDraft[], note: StockNote): Promise<void> {
  if (!rows.length) return
  const operator = operatorOf(ctx)
  const createdAt = ctx.now()
  await ctx.db
    .insert(stockLedger)
    .values(rows.map((row) => ({ ...row, before: row.after - row.change, ...note, ...operator, createdAt })))
}

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

export type PriceChange = {
  productId: number
  skuId: number
  field: PriceField
  oldFen: number | null
  newFen: number | null
}

/** Adds price changes to the history. */
export async function notePrices(ctx: Ctx, changes: readonly PriceChange[], source: PriceSource): Promise<void> {
  if (!changes.length) return
  const operator = operatorOf(ctx)
  const createdAt = ctx.now()
  // 600 SKUs with six fields each exceed the parameters of one statement.
  for (let start = 0; start < changes.length; start += 1000)
    await ctx.db
      .insert(priceHistory)
      .values(changes.slice(start, start + 1000).map((row) => ({ ...row, source, ...operator, createdAt })))
}

type LedgerFilter = {
  productId?: number
  skuId?: number
  reason?: StockReason
  from?: Date
  to?: Date
  operatorId?: number
  refId?: string
}

/** A page of the ledger, newest first. */
export async function listLedger({ db }: Ctx, filter: LedgerFilter, { limit, offset }: Page) {
  const where = matchingLedger(filter)
  const rows = await selectLedger(db, where).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, stockLedger, where)) }
}

export function countLedger({ db }: Ctx, filter: LedgerFilter): Promise<number> {
  return db.$count(stockLedger, matchingLedger(filter))
}

export function nextLedger({ db }: Ctx, filter: LedgerFilter, { after, limit }: Batch) {
  const rest = after === undefined ? undefined : lt(stockLedger.id, after)
  return selectLedger(db, and(matchingLedger(filter), rest)).limit(limit)
}

function selectLedger(db: Db, where: SQL | undefined) {
  return db
    .select({ entry: stockLedger, ...named })
    .from(stockLedger)
    .leftJoin(products, eq(products.id, stockLedger.productId))
    .leftJoin(productSkus, eq(productSkus.id, stockLedger.skuId))
    .where(where)
    .orderBy(desc(stockLedger.id))
}
export type FoundLedgerRow = Awaited<ReturnType<typeof selectLedger>>[number]

function matchingLedger({ productId, skuId, reason, from, to, operatorId, refId }: LedgerFilter): SQL | undefined {
  const ledger = stockLedger
  return and(
    productId === undefined ? undefined : eq(ledger.productId, productId),
    skuId === undefined ? undefined : eq(ledger.skuId, skuId),
    reason && eq(ledger.reason, reason),
    from && gte(ledger.createdAt, from),
    to && lte(ledger.createdAt, to),
    operatorId === undefined ? undefined : and(eq(ledger.operatorId, operatorId), sql`operator_id <> 0`),
    refId ? and(eq(ledger.refId, refId), sql`ref_id <> ''`) : undefined,
  )
}

const named = { storeName: products.storeName, image: products.image, suk: productSkus.suk }

type PriceFilter = {
  productId?: number
  skuId?: number
  field?: PriceField
  from?: Date
  to?: Date
  /** Includes changes of costs. */
  withCost: boolean
}

/** A page of price changes, newest first. */
export async function listPrices({ db }: Ctx, filter: PriceFilter, { limit, offset }: Page) {
  const { productId, skuId, field, from, to, withCost } = filter
  const history = priceHistory
  const where = and(
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
