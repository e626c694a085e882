import type {
  PickQuery,
  ProductFilter,
  ProductPick,
  ProductQuery,
  ProductRow,
  TabHeader,
} from '@zhanggui/contract/product/product.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { productTabs, type RecommendFlag, recommendFlags } from '@zhanggui/domain/product/product.ts'
import { readKeyword } from '@zhanggui/domain/product/product-search.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Only, readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import type { TodoCounter } from '../../message/live/todo.service.ts'
import { listNames } from '../category/category.service.ts'
import { listBusy } from './guard.service.ts'
import * as products from './product.repository.ts'
import * as counts from './product-count.repository.ts'
import { describeRows, describeSku, maySeeCost, namedCategories, readActivities } from './product-describe.service.ts'
import type { Filter } from './product-filter.repository.ts'
import * as lists from './product-list.repository.ts'
import * as skus from './product-sku.repository.ts'

const sorts = ['price', 'sales', 'stock', 'createTime'] as const

/**
 * A page of a tab of the product list.
 * @throws 400 for a keyword that is too long, an invalid time range, or a page too far
 */
export async function listProducts(ctx: Ctx, query: ProductQuery) {
  const { page, limit, type, withSku, priceOrder, salesOrder, stockOrder, createTimeOrder, ...others } = query
  const paging = readPage({ page, limit })
  const filter = { type, ...(await readFilter(ctx, others)) }
  const order = readOrder({ priceOrder, salesOrder, stockOrder, createTimeOrder })
  const { found, ...counted } = await lists.listPage(ctx, lists.listView, filter, order, paging)
  const list = await describeListed(ctx, found)
  if (withSku) await addSkus(ctx, list)
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** A page of products for the picker: slim rows, never with costs. */
export async function listPicks(ctx: Ctx, { page, limit, type = 1, ...query }: PickQuery) {
  const paging = readPage({ page, limit })
  const filter = { type, ...(await readFilter(ctx, query)) }
  const { found, ...counted } = await lists.listPage(ctx, lists.pickView, filter, undefined, paging)
  return { list: await describePicks(ctx, found), ...counted, page: paging.page, limit: paging.limit }
}

/** The five tabs with their numbers of products, by the same filters as the list. */
export async function listTabs(ctx: Ctx, query: ProductFilter): Promise<TabHeader[]> {
  const counted = await counts.countEach(ctx, await readFilter(ctx, query))
  return productTabs.map(({ type, name }) => {
    const { total = 0, totalIsLowerBound } = counted.get(type) ?? {}
    return { name, type, count: total, ...(totalIsLowerBound && { countIsLowerBound: true }) }
  })
}

/** The number of products of a query, as its list counts them. */
export async function countListed(ctx: Ctx, { type, ...query }: ProductFilter & Pick<ProductQuery, 'type'>) {
  return counts.count(ctx, { type, ...(await readFilter(ctx, query)) })
}

/** Products in the order of the ids, and the unknown ids. */
export async function listProductsByIds(ctx: Ctx, ids: readonly number[]) {
  const wanted = [...new Set(ids)]
  const found = new Map((await products.findRows(ctx, wanted)).map((row) => [row.id, row]))
  const list = await describeRows(
    ctx,
    wanted.flatMap((id) => found.get(id) ?? []),
  )
  const missing = wanted.filter((id) => !found.has(id))
  return { list, total: list.length, page: 1, limit: wanted.length, missing }
}

/** The ids of all products a filter finds, at most `max`, for batches and exports. */
export async function listMatching(
  ctx: Ctx,
  { type, ...query }: ProductFilter & Pick<ProductQuery, 'type'>,
  max: number,
  by?: Parameters<typeof lists.listIds>[3],
) {
  return lists.listIds(ctx, { type, ...(await readFilter(ctx, query)) }, max, by)
}

/** The conditions of a query besides the tab. @throws 400 for a keyword that is too long or an invalid time range */
export async function readFilter<Query extends ProductFilter>(
  ctx: Ctx,
  query: Only<ProductFilter, Query>,
): Promise<Omit<Filter, 'type'>> {
  const { cateId, keywords = '', priceMin, priceMax, createTime, hasActivity, ...others }: ProductFilter = query
  const { tempId, brandId, labelId, stockMin, stockMax, noImage, ...chosen } = others
  allRead<Omit<typeof chosen, RecommendFlag>>(chosen)
  const flags = (Object.keys(recommendFlags) as RecommendFlag[]).filter((flag) => chosen[flag] !== undefined)
  return {
    tempId,
    brandId,
    labelId,
    stockMin,
    stockMax,
    noImage,
    ...parseTimeRange(createTime, ctx.now()),
    cateIds: cateId?.length ? cateId : undefined,
    keyword: readKeyword(keywords) ?? foundNowhere(keywords),
    flags: flags.length ? Object.fromEntries(flags.map((flag) => [flag, chosen[flag]])) : undefined,
    priceMinFen: priceMin === undefined ? undefined : toFen(priceMin),
    priceMaxFen: priceMax === undefined ? undefined : toFen(priceMax),
    busy: hasActivity === undefined ? undefined : { ids: await listBusy(ctx), wanted: hasActivity },
  }
}

/** What was typed without a letter or a digit: no product has it, where a blank text leaves the list whole. */
const foundNowhere = (typed: string) => (typed.trim() ? { tokens: ['!'], runs: [], exact: typed.trim() } : undefined)

/** The order that a query asks for; the usual one if undefined. */
export function readOrder(query: Pick<ProductQuery, `${(typeof sorts)[number]}Order`>): lists.Order | undefined {
  const by = sorts.find((sort) => query[`${sort}Order`])
  return by && { by, up: query[`${by}Order`] === 'asc' }
}

async function addSkus(ctx: Ctx, list: ProductRow[]): Promise<void> {
  const media = await readMedia(ctx)
  const rows = await skus.listOf(
    ctx,
    list.map(({ id }) => id),
  )
  const byProduct = Map.groupBy(rows, ({ productId }) => productId)
  for (const row of list) row.attrValue = (byProduct.get(row.id) ?? []).map((sku) => describeSku(ctx, sku, media))
}

async function describeListed(ctx: Ctx, found: readonly lists.ProductListed[]): Promise<ProductRow[]> {
  const media = await readMedia(ctx)
  const names = await listNames(ctx, [...new Set(found.map(({ cateId }) => cateId))])
  const activities = await readActivities(ctx, found)
  const seesCost = maySeeCost(ctx)
  return found.map(({ cateId, ...product }) => ({
    ...product,
    ...activities(product.id),
    storeCategory: { id: cateId, cateName: names.get(cateId) ?? '' },
    image: media.toWire(product.image),
    cost: seesCost ? product.cost : null,
  }))
}

async function describePicks(ctx: Ctx, found: readonly lists.ProductPicked[]): Promise<ProductPick[]> {
  const media = await readMedia(ctx)
  const names = await listNames(ctx, [...new Set(found.flatMap(({ cateIds }) => cateIds))])
  return found.map(({ cateIds, skus: firstSkus, ...product }) => ({
    ...product,
    ...namedCategories(cateIds, names),
    image: media.toWire(product.image),
    attrValue: firstSkus.map(({ priceFen: skuFen, ...sku }) => ({
      ...sku,
      price: toYuan(skuFen),
      image: media.toWire(sku.image),
    })),
  }))
}

/** The number of products low on stock, on bell and menu. */
export const stockAlerts: TodoCounter = {
  name: 'stockAlerts',
  page: 'product/product-list',
  permission: 'admin:product:quick:stock:add',
  count: async (ctx) => (await counts.countTabs(ctx)).get(4) ?? 0,
}
