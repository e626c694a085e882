import { namesOf, pick } from '@zhanggui/domain/fields.ts'
import type { ProductTab } from '@zhanggui/domain/product/product.ts'
import { rowFields } from '@zhanggui/domain/product/product-fields.ts'
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { preparedAs, type Select } from '../../../platform/data/prepared.ts'
import { inWireTime, inYuan, textOr } from '../../../platform/data/wire-rows.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { brands } from '../brand/brand.tables.ts'
import { products } from './product.tables.ts'
import { type Counted, count, keptCounts } from './product-count.repository.ts'
import {
  conditions,
  type Filter,
  foundBy,
  idIn,
  inTab,
  isPlain,
  isSearched,
  type Narrowed,
  narrow,
  patternsOf,
  tokensOf,
} from './product-filter.repository.ts'
import { findByCode, firstSkus, idsByCode } from './product-sku.repository.ts'

/** The maximum number of products whose id or code equals the keyword. */
const MAX_EXACT = 20
/** How many more a search for buyers reads than it shows, so that those they do not find leave no gap. */
const SPARE = 10
/** How many labels a card can show. */
const CARD_LABELS = 2
/** The number of SKUs per product in the picker. */
const PICKED_SKUS = 20

export type Order = { by: 'price' | 'sales' | 'stock' | 'createTime'; up: boolean }

const sortable = {
  price: sql`${products.priceFen}`,
  sales: sql`(${products.sales} + ${products.ficti})`,
  stock: sql`${products.stock}`,
  createTime: sql`${products.createdAt}`,
}

type Asked = { limit: number; offset: number }

/** The columns read for each product of a page. `total` is the count of the tab, on the first page of a tab. */
type View<Row> = {
  name: string
  select: (ctx: Pick<Ctx, 'db'>, more: { total: SQL<number | null> }) => Selected<Row>
}
type Selected<Row> = {
  where(condition: SQL): Readable<Row> & { orderBy(...by: SQL[]): Readable<Row> }
  innerJoin(source: SQL, on: SQL): { orderBy(...by: SQL[]): Readable<Row> }
}
type Readable<Row> = Select<(Row & { total: number | null })[]>

const { id, image, storeName, cateIds, priceFen, otPriceFen, stock, sales, isShow, specType, skuCount } = products
const { version, isRecycle, alert, priceMaxFen, costFen, createdAt } = products
const { unitName, vipPriceFen, activity, ficti, starAvg, replyCount } = products
const listColumns = {
  ...pick(getTableColumns(products), namesOf(rowFields)),
  id,
  version,
  image,
  stock,
  sales,
  isShow,
  isRecycle,
  specType,
  skuCount,
  alert,
  price: inYuan(priceFen),
  priceMax: inYuan(priceMaxFen),
  otPrice: inYuan(otPriceFen),
  cost: inYuan(costFen),
  cateId: sql<number>`coalesce(${cateIds}[1], 0)`,
  createTime: inWireTime(createdAt),
  brandName: textOr(brands.name, ''),
}

function selectListed({ db }: Pick<Ctx, 'db'>, more: { total: SQL<number | null> }) {
  return db
    .select({ ...more, ...listColumns })
    .from(products)
    .leftJoin(brands, eq(brands.id, products.brandId))
}
type Listed = ReturnType<typeof selectListed>['_']['result'][number]
export type ProductListed = Omit<Listed, 'total'>

/** The columns of the product list. */
export const listView: View<ProductListed> = { name: 'list', select: selectListed }

const pickColumns = {
  id,
  image,
  storeName,
  cateIds,
  stock,
  sales,
  isShow,
  specType,
  skuCount,
  price: inYuan(priceFen),
  otPrice: inYuan(otPriceFen),
  skus: firstSkus(PICKED_SKUS),
}

function selectPicked({ db }: Pick<Ctx, 'db'>, more: { total: SQL<number | null> }) {
  return db.select({ ...more, ...pickColumns }).from(products)
}
type Picked = ReturnType<typeof selectPicked>['_']['result'][number]
export type ProductPicked = Omit<Picked, 'total'>

/** The columns of the picker, with the first SKUs. */
export const pickView: View<ProductPicked> = { name: 'pick', select: selectPicked }

const cardColumns = {
  id,
  image,
  storeName,
  cateIds,
  unitName,
  stock,
  priceFen,
  vipPriceFen,
  activity,
  price: inYuan(priceFen),
  otPrice: inYuan(otPriceFen),
  sales: sql<number>`${sales} + ${ficti}`,
  star: starAvg,
  replyNum: replyCount,
  isNew: products.isNew,
  labels: sql<string[]>`array(select name from product_label
    where id = any(product.label_ids) and is_show order by sort desc, id limit ${sql.raw(String(CARD_LABELS))})`,
}

function selectCards({ db }: Pick<Ctx, 'db'>, more: { total: SQL<number | null> }) {
  return db.select({ ...more, ...cardColumns }).from(products)
}
export type CardRow = Omit<ReturnType<typeof selectCards>['_']['result'][number], 'total'>

/** The columns of the cards that buyers see. */
const cardView: View<CardRow> = { name: 'card', select: selectCards }

/** A page of cards, as {@link listPage}. */
export function listCards(ctx: Ctx, filter: Filter, order: Order | undefined, asked: Asked) {
  return listPage(ctx, cardView, filter, order, asked)
}

/** Those of the products that are on the shelf and that these buyers find, as cards in the order of the ids. */
export async function findCards(ctx: Ctx, ids: readonly number[], buyers: 'all' | 'members'): Promise<CardRow[]> {
  if (!ids.length) return []
  const found = await selectCards(ctx, { total: sql`null` }).where(
    and(sql`product.id = any(${sql.param([...ids])}::bigint[])`, inTab[1], foundBy[buyers]),
  )
  const cards = new Map(found.map(({ total: _, ...card }) => [card.id, card]))
  return ids.flatMap((each) => cards.get(each) ?? [])
}

/**
 * A page of products with the total: products whose id or code equals the keyword come first, then the given order, newest
 * first.
 */
export async function listPage<Row extends { id: number }>(
  ctx: Ctx,
  view: View<Row>,
  filter: Filter,
  order: Order | undefined,
  asked: Asked,
): Promise<Counted & { found: Row[] }> {
  const { type, buyers, ...rest } = filter
  if (isPlain({ type, ...rest }) && !asked.offset && usualLimits.includes(asked.limit)) {
    const found = await firstPage(ctx.db, view, type, order, asked.limit, buyers).execute()
    return { found, ...(buyers ? await count(ctx, filter) : { total: Math.max(0, found[0]?.total ?? 0) }) }
  }
  if (filter.keyword && isSearched({ type, ...rest }) && !order && !asked.offset) {
    const { exact } = filter.keyword
    const most = asked.limit + (buyers ? SPARE : 0)
    const found = await searchedPage(ctx.db, view, buyers).execute({
      code: exact,
      ids: idIn(exact),
      tokens: tokensOf(filter),
      patterns: patternsOf(filter),
      tab: type,
      limit: most,
      max: MAX_EXACT,
    })
    if (!buyers || found.length >= asked.limit || Number(found[0]?.total ?? most) < most)
      return { found: found.slice(0, asked.limit), ...(await count(ctx, filter)) }
  }
  const ids = await listPageIds(ctx, filter, order, asked)
  return { found: await readAll(ctx, view, ids), ...(await count(ctx, filter)) }
}

/**
 * The first page of a filter that search covers, in one statement that combines {@link findExact} and {@link findPage}.
 * @param buyers as in a filter: leaves out what they do not find, and tells in `total` how many search found up to the limit
 */
function searchedPage<Row>(db: Db, view: View<Row>, buyers: Filter['buyers']) {
  const tokens = sql`${sql.placeholder('tokens')}::text[]`
  const patterns = sql`${sql.placeholder('patterns')}::text[]`
  const tab = sql`${sql.placeholder('tab')}::smallint`
  const limit = sql`${sql.placeholder('limit')}::int`
  const exact = sql`array(
    select product_id from product_search
    where product_id = any(${sql.placeholder('ids')}::bigint[] || array(${idsByCode}))
      and tokens @> ${tokens} and text_norm like all (${patterns}) and tab = ${tab}
    order by product_id desc limit ${limit})`
  const page = sql`(
    with exact as materialized (select ${exact} as ids)
    select id, place, count(*) over () as found from exact, unnest(exact.ids || array(
      select product_search_page(${tokens}, ${patterns}, ${tab}, exact.ids, ${limit} - cardinality(exact.ids), 0)
    )) with ordinality as each(id, place)
  ) as page`
  const shown = buyers ? sql` and ${inTab[1]} and ${foundBy[buyers]}` : sql``
  const total = buyers ? sql<number>`page.found` : sql<null>`null`
  return preparedAs(db, `product-${view.name}-searched${buyers ? `-${buyers}` : ''}`, (on) =>
    view.select({ db: on }, { total }).innerJoin(page, sql`page.id = product.id${shown}`).orderBy(sql`page.place`),
  )
}

async function listPageIds(
  ctx: Ctx,
  asked: Filter,
  order: Order | undefined,
  { limit, offset }: Asked,
): Promise<number[]> {
  const filter = isSearched(asked) && !order ? asked : await narrow(ctx, asked)
  const exact = await findExact(ctx, filter)
  const first = exact.slice(offset, offset + limit)
  const wanted = limit - first.length
  if (!wanted) return first
  return [...first, ...(await findPage(ctx, filter, order, exact, wanted, Math.max(0, offset - exact.length)))]
}

/** Reads the rows of a page by id, so that joins run only for its products; all other pages share one statement. */
async function readAll<Row extends { id: number }>(
  { db }: Ctx,
  view: View<Row>,
  ids: readonly number[],
): Promise<Row[]> {
  if (!ids.length) return []
  const statement = preparedAs(db, `product-${view.name}-by-ids`, (on) =>
    view.select({ db: on }, { total: sql`null` }).where(sql`product.id = any(${sql.placeholder('ids')}::bigint[])`),
  )
  const found = new Map((await statement.execute({ ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The ids of a page, without the exact matches that precede it. */
async function findPage(
  { db }: Ctx,
  filter: Narrowed,
  order: Order | undefined,
  exact: readonly number[],
  limit: number,
  offset: number,
): Promise<number[]> {
  if (filter.keyword && !order && isSearched(filter)) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select product_search_page(${sql.param(tokensOf(filter))}::text[], ${sql.param(patternsOf(filter))}::text[],
        ${filter.type}::smallint, ${sql.param([...exact])}::bigint[], ${limit}, ${offset}) as id`)
    return rows.map(({ id }) => id)
  }
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(...conditions(filter), exact.length ? notAmong(exact) : undefined))
    .orderBy(...orderOf(order))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

function notAmong(ids: readonly number[]): SQL {
  return sql`product.id <> all(${sql.param([...ids])}::bigint[])`
}

/** Page sizes of list and picker. */
const usualLimits = [10, 20, 30, 40, 60, 80]

/**
 * A tab's first page and count in one statement, planned once per connection: the limit is part of it, not a parameter.
 * @param buyers as in a filter; what they find is not counted
 */
function firstPage<Row>(
  db: Db,
  view: View<Row>,
  type: ProductTab,
  order: Order | undefined,
  limit: number,
  buyers: Filter['buyers'],
) {
  const by = orderOf(order)
  const where = buyers ? sql`${inTab[type]} and ${foundBy[buyers]}` : inTab[type]
  const page = sql`select id from product where ${where} order by ${sql.join(by, sql`, `)} limit ${sql.raw(String(limit))}`
  const total = buyers
    ? sql<null>`null`
    : sql<number | null>`(
    select sum(count)::bigint from ${keptCounts} where type = ${sql.raw(String(type))})`
  const parts = [view.name, type, order ? `${order.by}-${order.up}` : 'usual', limit, ...(buyers ? [buyers] : [])]
  return preparedAs(db, `product-${parts.join('-')}`, (on) =>
    view
      .select({ db: on }, { total })
      .where(sql`product.id = any(array(${page}))`)
      .orderBy(...by),
  )
}

function orderOf(order: Order | undefined): SQL[] {
  if (!order) return [desc(products.sort), desc(products.id)]
  return [order.up ? sql`${sortable[order.by]} asc` : sql`${sortable[order.by]} desc`, desc(products.id)]
}

/** The ids of the products found whose id or SKU code equals the keyword. */
async function findExact(ctx: Ctx, filter: Filter): Promise<number[]> {
  if (!filter.keyword) return []
  const { exact } = filter.keyword
  const ids = [...idIn(exact), ...(await findByCode(ctx, exact, MAX_EXACT))]
  if (!ids.length) return []
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(...conditions(filter), inArray(products.id, ids)))
    .orderBy(desc(products.id))
  return rows.map(({ id }) => id)
}

/** The ids of the products found, at most `max`, in ascending order or in that of the list. */
export async function listIds(ctx: Ctx, filter: Filter, max: number, by?: { order?: Order }): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(...conditions(await narrow(ctx, filter))))
    .orderBy(...(by ? orderOf(by.order) : [products.id]))
    .limit(max)
  return rows.map(({ id }) => id)
}
