import { type ProductTab, productTabTypes, type RecommendFlag, recommendFlags } from '@zhanggui/domain/product.ts'
import { type Keyword, shelfTokens } from '@zhanggui/domain/product-search.ts'
import { and, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'
import { type ProductFound, selectFound } from './product.repository.ts'
import { products } from './product.tables.ts'
import { findByCode } from './product-sku.repository.ts'

/** As far as products are counted where no count is kept (ER-31). */
const MOST_COUNTED = 10_000
/** Products that a keyword names exactly: their id, or a code of theirs. */
const MOST_EXACT = 20

/** What of the products is looked at. */
export type Filter = {
  type: ProductTab
  /** With all below them. */
  cateIds?: readonly number[] | undefined
  keyword?: Keyword | undefined
  flags?: Partial<Record<RecommendFlag, boolean>>
  tempId?: number
  brandId?: number
  labelId?: number
  priceMinFen?: number
  priceMaxFen?: number
  stockMin?: number
  stockMax?: number
  from?: Date
  to?: Date
  noImage?: boolean
  /** Products with something going on, and whether they or the others are asked for. */
  busy?: { ids: readonly number[]; wanted: boolean }
}

export type Order = { by: 'price' | 'sales' | 'stock' | 'createTime'; up: boolean }
export type Counted = { total: number; totalIsLowerBound?: true }

const live = sql`not product.is_del and not product.is_recycle`
// As the partial indexes say it.
const inTab: Record<ProductTab, SQL> = {
  1: sql`product.is_show and ${live}`,
  2: sql`not product.is_show and ${live}`,
  3: sql`product.stock <= 0 and ${live}`,
  4: sql`product.alert and ${live}`,
  5: sql`product.is_recycle and not product.is_del`,
}
const tabTokens: Partial<Record<ProductTab, string>> = {
  1: shelfTokens.on,
  2: shelfTokens.off,
  5: shelfTokens.recycled,
}

const sortable = {
  price: sql`${products.priceFen}`,
  sales: sql`(${products.sales} + ${products.ficti})`,
  stock: sql`${products.stock}`,
  createTime: sql`${products.createdAt}`,
}

/** Whether only the tab decides: what is kept counted. */
export function isPlain({ type: _, ...filter }: Filter): boolean {
  return Object.values(filter).every((value) => value === undefined)
}

function conditions(filter: Filter): SQL[] {
  const { type, cateIds, keyword, flags = {}, tempId, brandId, labelId, busy } = filter
  const { priceMinFen, priceMaxFen, stockMin, stockMax, from, to, noImage } = filter
  const { id, priceFen, stock, createdAt, labelIds } = products
  const chosen = (Object.keys(recommendFlags) as RecommendFlag[]).flatMap((flag) =>
    flags[flag] === undefined ? [] : [eq(products[flag], flags[flag])],
  )
  const some = [
    inTab[type],
    cateIds && inCategories(cateIds),
    keyword && matches(keyword, tabTokens[type]),
    ...chosen,
    tempId === undefined ? undefined : eq(products.tempId, tempId),
    brandId === undefined ? undefined : and(eq(products.brandId, brandId), sql`product.brand_id <> 0`),
    labelId === undefined ? undefined : sql`${labelIds} @> array[${labelId}]::bigint[] and product.label_ids <> '{}'`,
    priceMinFen === undefined ? undefined : gte(priceFen, priceMinFen),
    priceMaxFen === undefined ? undefined : lte(priceFen, priceMaxFen),
    stockMin === undefined ? undefined : gte(stock, stockMin),
    stockMax === undefined ? undefined : lte(stock, stockMax),
    from && gte(createdAt, from),
    to && lte(createdAt, to),
    noImage === undefined ? undefined : noImage ? sql`product.image = ''` : sql`product.image <> ''`,
    busy && sql`${busy.wanted}::boolean = (${id} = any(${sql.param([...busy.ids])}::bigint[]))`,
  ]
  return some.flatMap((condition) => condition ?? [])
}

function inCategories(cateIds: readonly number[]): SQL {
  return sql`exists (select from product_category where product_category.product_id = product.id
    and product_category.category_id = any(${sql.param([...cateIds])}::bigint[]))`
}

function matches({ tokens, runs }: Keyword, tabToken: string | undefined): SQL {
  const wanted = tabToken ? [...tokens, tabToken] : tokens
  const stands = runs.map((run) => sql` and product_search.text_norm like ${`%${run.replace(/[\\%_]/g, '\\$&')}%`}`)
  return sql`exists (select from product_search where product_search.product_id = product.id
    and product_search.tokens @> ${sql.param(wanted)}::text[]${sql.join(stands)})`
}

/**
 * A page of products: those that the keyword names exactly come first, then by the order asked for, the newest first.
 */
export async function list(
  ctx: Ctx,
  filter: Filter,
  order: Order | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ProductFound[]> {
  const exact = await findExact(ctx, filter)
  const first = exact.slice(offset, offset + limit)
  const wanted = limit - first.length
  const rest = wanted
    ? await selectFound(ctx)
        .where(
          and(...conditions(filter), exact.length ? sql`product.id <> all(${sql.param(exact)}::bigint[])` : undefined),
        )
        .orderBy(...orderOf(order))
        .limit(wanted)
        .offset(Math.max(0, offset - exact.length))
    : []
  if (!first.length) return rest
  const found = await selectFound(ctx).where(inArray(products.id, first))
  const byId = new Map(found.map((row) => [row.product.id, row]))
  return [...first.flatMap((id) => byId.get(id) ?? []), ...rest]
}

function orderOf(order: Order | undefined): SQL[] {
  if (!order) return [desc(products.sort), desc(products.id)]
  return [order.up ? sql`${sortable[order.by]} asc` : sql`${sortable[order.by]} desc`, desc(products.id)]
}

/** Those of the products found that the keyword names exactly: by their id, or by a code of a SKU. */
async function findExact(ctx: Ctx, filter: Filter): Promise<number[]> {
  if (!filter.keyword) return []
  const { exact } = filter.keyword
  const ids = [...(/^\d{1,15}$/.test(exact) ? [Number(exact)] : []), ...(await findByCode(ctx, exact, MOST_EXACT))]
  if (!ids.length) return []
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(...conditions(filter), inArray(products.id, ids)))
    .orderBy(desc(products.id))
  return rows.map(({ id }) => id)
}

/** How many products match, up to 10,000 where that is not kept. */
export async function count(ctx: Ctx, filter: Filter): Promise<Counted> {
  if (isPlain(filter)) return { total: (await countTabs(ctx)).get(filter.type) ?? 0 }
  const [counted] = await countSome(ctx, [filter])
  return counted ?? { total: 0 }
}

/** The kept counts of all tabs. */
export async function countTabs({ db }: Ctx): Promise<Map<ProductTab, number>> {
  const { rows } = await db.execute<{ type: ProductTab; count: number }>(sql`
    select type, sum(count)::bigint as count from (
      select type, count from product_tab_count union all select type, change from product_tab_delta
    ) as parts group by type`)
  return new Map(rows.map(({ type, count: kept }) => [type, Math.max(0, kept)]))
}

/** How many products of each tab match the rest of the filter. */
export async function countEach(ctx: Ctx, filter: Omit<Filter, 'type'>): Promise<Map<ProductTab, Counted>> {
  if (isPlain({ ...filter, type: 1 })) {
    const kept = await countTabs(ctx)
    return new Map(productTabTypes.map((type) => [type, { total: kept.get(type) ?? 0 }]))
  }
  const counted = await countSome(
    ctx,
    productTabTypes.map((type) => ({ ...filter, type })),
  )
  return new Map(productTabTypes.map((type, index) => [type, counted[index] ?? { total: 0 }]))
}

/** One statement for all: counts that stop at 10,000. */
async function countSome(ctx: Ctx, filters: readonly Filter[]): Promise<Counted[]> {
  const columns = filters.map(
    (filter, index) => sql`(select count(*) from (select from product where ${and(...conditions(filter))}
      limit ${MOST_COUNTED + 1}) as found) as ${sql.identifier(`c${index}`)}`,
  )
  const { rows } = await ctx.db.execute<Record<string, number>>(sql`select ${sql.join(columns, sql`, `)}`)
  return filters.map((_, index) => {
    const total = Number(rows[0]?.[`c${index}`] ?? 0)
    return total > MOST_COUNTED ? { total: MOST_COUNTED, totalIsLowerBound: true } : { total }
  })
}

/** The ids of the products found, by id, at most so many. */
export async function listIds({ db }: Ctx, filter: Filter, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(...conditions(filter)))
    .orderBy(products.id)
    .limit(most)
  return rows.map(({ id }) => id)
}
