import { type ProductTab, type RecommendFlag, recommendFlags } from '@zhanggui/domain/product/product.ts'
import { categoryToken, type Keyword } from '@zhanggui/domain/product/product-search.ts'
import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { products } from './product.tables.ts'

/** The maximum number of products of a rare keyword; with more, scanning in page order is faster. */
const MAX_AMONG = 4000

/** Conditions on products. */
export type Filter = {
  type: ProductTab
  /** Categories, including their descendants. */
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
  /** Goods that a coupon is for: its products, or what stands in its categories. */
  scope?: { couponId: number; of: 'products' | 'categories' }
  /** Only what buyers find: those without a level, or members. */
  buyers?: 'all' | 'members'
  /** Products with open activities, and whether these or the others are wanted. */
  busy?: { ids: readonly number[]; wanted: boolean }
}

const live = sql`not product.is_del and not product.is_recycle`
// The same conditions as in the partial indexes.
export const inTab: Record<ProductTab, SQL> = {
  1: sql`product.is_show and ${live}`,
  2: sql`not product.is_show and ${live}`,
  3: sql`product.stock <= 0 and product.first_show_time is not null and ${live}`,
  4: sql`product.alert and ${live}`,
  5: sql`product.is_recycle and not product.is_del`,
}
export const foundBy: Record<NonNullable<Filter['buyers']>, SQL> = {
  all: sql`product.visibility = 0`,
  members: sql`product.visibility <> 1`,
}
/** The tabs stored in search rows. */
const searchTabs: readonly ProductTab[] = [1, 2, 5]

/** Whether a filter is only a tab, whose count is kept. */
export function isPlain({ type: _, ...filter }: Filter): boolean {
  return Object.values(filter).every((value) => value === undefined)
}

export function conditions(filter: Narrowed): SQL[] {
  const { type, among, cateIds, keyword, flags = {}, tempId, brandId, labelId, buyers, busy, ...others } = filter
  const { priceMinFen, priceMaxFen, stockMin, stockMax, from, to, noImage, scope, ...unread } = others
  allRead(unread)
  const { id, priceFen, stock, createdAt, labelIds } = products
  const chosen = (Object.keys(recommendFlags) as RecommendFlag[]).flatMap((flag) =>
    flags[flag] === undefined ? [] : [flags[flag] ? sql`${products[flag]}` : sql`not ${products[flag]}`],
  )
  const some = [
    inTab[type],
    buyers && foundBy[buyers],
    cateIds && !(keyword && cateIds.length === 1) ? inCategories(cateIds) : undefined,
    among ? sql`product.id = any(${sql.param([...among])}::bigint[])` : keyword && matches(filter, keyword),
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
    scope && inScope(scope),
    busy && sql`${busy.wanted}::boolean = (${id} = any(${sql.param([...busy.ids])}::bigint[]))`,
  ]
  return some.flatMap((condition) => condition ?? [])
}

function inCategories(cateIds: readonly number[]): SQL {
  return sql`exists (select from product_category where product_category.product_id = product.id
    and product_category.category_id = any(${sql.param([...cateIds])}::bigint[]))`
}

function inScope({ couponId, of }: NonNullable<Filter['scope']>): SQL {
  const scope = sql`coupon_scope where coupon_scope.coupon_id = ${couponId}`
  if (of === 'products') return sql`product.id in (select target_id from ${scope})`
  return sql`exists (select from product_category where product_category.product_id = product.id
    and product_category.category_id in (select target_id from ${scope}))`
}

/** The tokens of a filter: those of its keyword, and its category if it has exactly one. */
export function tokensOf({ keyword, cateIds }: Filter): string[] {
  const [category] = cateIds?.length === 1 ? cateIds : []
  return [...(keyword?.tokens ?? []), ...(category ? [categoryToken(category)] : [])]
}

/** LIKE patterns for the longer runs of a keyword. */
export function patternsOf({ keyword }: Filter): string[] {
  return keyword ? likeRuns(keyword) : []
}

export const likeRuns = ({ runs }: Pick<Keyword, 'runs'>): string[] => runs.map(like)

/** A filter with the product ids of a rare keyword, to which the query is limited. */
export type Narrowed = Filter & { among?: readonly number[] }

/**
 * Looks up a keyword first when search rows do not cover the whole filter: the planner assumes that checking a token costs
 * nothing, and would scan all products of a tab for a word that only one of them has.
 */
export async function narrow(ctx: Ctx, filter: Filter): Promise<Narrowed> {
  const { keyword } = filter
  if (!keyword) return filter
  const finding = fewOf.get(keyword) ?? findFew(ctx, { ...keyword, tokens: tokensOf(filter) })
  fewOf.set(keyword, finding)
  const among = await finding
  return among ? { ...filter, among } : filter
}

/** Lookups by keyword object, shared by the page and the counts of a call. */
const fewOf = new WeakMap<Keyword, Promise<number[] | undefined>>()

/** The ids of all products that a keyword finds, in any tab; undefined above {@link MAX_AMONG}. */
export async function findFew({ db }: Ctx, { tokens, runs }: Pick<Keyword, 'tokens' | 'runs'>) {
  const { rows } = await db.execute<{ ids: number[] | null }>(sql`
    select product_search_few(${sql.param([...tokens])}::text[], ${sql.param(likeRuns({ runs }))}::text[], ${MAX_AMONG}) as ids`)
  return rows[0]?.ids?.map(Number)
}

/** Whether search rows cover the whole filter, so that products need not be read. */
export function isSearched({ type, keyword, cateIds, ...rest }: Filter): boolean {
  return searchTabs.includes(type) && !(cateIds && cateIds.length > 1) && isPlain({ ...rest, type })
}

function matches(filter: Filter, keyword: Keyword): SQL {
  return searchFinds(sql`product.id`, { ...keyword, tokens: tokensOf(filter) })
}

/** The condition that search finds a product by a keyword. @param productId the column with its id */
export function searchFinds(productId: SQL, { tokens, runs }: Pick<Keyword, 'tokens' | 'runs'>): SQL {
  return sql`exists (select from product_search where product_search.product_id = ${productId} and ${holds(tokens, runs)})`
}

/** The condition that a search row has all tokens, and the longer runs in its text. */
function holds(tokens: readonly string[], runs: readonly string[]): SQL {
  const stands = runs.map((run) => sql` and product_search.text_norm like ${like(run)}`)
  return sql`product_search.tokens @> ${sql.param([...tokens])}::text[]${sql.join(stands)}`
}

function like(run: string): string {
  return `%${run.replace(/[\\%_]/g, '\\$&')}%`
}

/** The keyword as a product id, if it may be one. */
export function idIn(exact: string): number[] {
  return /^\d{1,15}$/.test(exact) ? [Number(exact)] : []
}
