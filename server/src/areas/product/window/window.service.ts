import type {
  Card,
  CardTag,
  shopWindow,
  WindowCategory,
  WindowDetail,
  WindowQuery,
} from '@zhanggui/contract/product/window.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import type { LimitType, RecommendFlag } from '@zhanggui/domain/product/product.ts'
import { readKeyword } from '@zhanggui/domain/product/product-search.ts'
import { memberFen } from '@zhanggui/domain/promotion/quote.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { listShownCategories } from '../category/category.service.ts'
import { WHAT } from '../product/product-describe.service.ts'
import type { Filter } from '../product/product-filter.repository.ts'
import * as lists from '../product/product-list.repository.ts'
import * as shown from './window.repository.ts'
import { countView } from './window-count.service.ts'

/** What later areas need to know of a product to add to its card. `activity` are the kinds in the product's own order. */
export type CardProduct = { id: number; cateIds: readonly number[]; activity: readonly number[] }

/** What of a card later areas add; `activityTag` says in a word what its activity offers. */
export type CardAddition = Partial<Pick<Card, 'activityH5' | 'activityStyle'>> & { activityTag?: string }

/** What later areas add to cards and pages of products. */
export type CardPart = {
  /** By the products' ids, for a whole page in one pass. */
  ofCards(ctx: Ctx, products: readonly CardProduct[]): Promise<ReadonlyMap<number, CardAddition>>
  /** Of one product; its running activities are in its own order. */
  ofDetail(ctx: Ctx, product: CardProduct): Promise<Partial<Parts>>
}
type Parts = Pick<WindowDetail, 'activities' | 'activityStyle' | 'atmosphere'>
export const cardParts = defineHook<CardPart>('parts of cards')

/** The tree of the shown categories. */
export function getCategoryTree(ctx: Ctx): Promise<WindowCategory[]> {
  return listShownCategories(ctx)
}

/**
 * A page of the products that the caller may find, as cards.
 * @throws 400 for a keyword that is too long, or a page too far; 404 for goods of a coupon that was deleted
 */
export async function listCards(ctx: Ctx, query: WindowQuery) {
  const { keyword: typed = '', cid, brandId, labelId, flag, couponId, minPrice, maxPrice, inStock, ...page } = query
  const keyword = readKeyword(typed)
  const scope = couponId === undefined ? undefined : await readScope(ctx, couponId)
  return answerCards(
    ctx,
    {
      ...(keyword && { keyword }),
      ...(cid !== undefined && { cateIds: [cid] }),
      ...(brandId !== undefined && { brandId }),
      ...(labelId !== undefined && { labelId }),
      ...(flag && { flags: { [flag]: true } }),
      ...(minPrice !== undefined && { priceMinFen: toFen(minPrice) }),
      ...(maxPrice !== undefined && { priceMaxFen: toFen(maxPrice) }),
      ...(inStock && { stockMin: 1 }),
      ...(scope && { scope }),
    },
    page,
  )
}

/** The goods that a coupon is for; undefined for any. @throws 404 */
async function readScope(ctx: Ctx, couponId: number): Promise<Filter['scope'] | undefined> {
  const useType = await shown.findUseType(ctx, couponId)
  if (useType === undefined) throw notFound('优惠券')
  return useType === 1 ? undefined : { couponId, of: useType === 2 ? 'products' : 'categories' }
}

/** A page of the products with a recommend flag. */
export function listRecommended(
  ctx: Ctx,
  flag: 'isHot' | 'isGood',
  query: RouteInput<typeof shopWindow.hot | typeof shopWindow.good>['query'],
) {
  return answerCards(ctx, { flags: { [flag]: true } }, query)
}

/** Which products are wanted: of some categories, or with a flag. */
export type CardWish = {
  cateIds?: readonly number[]
  flag?: RecommendFlag
  sort?: WindowQuery['sort']
  page: number
  limit: number
}

/**
 * What the caller finds for each of several wishes, in their order: equal ones are read once, and what later areas add to the
 * cards is asked for all of them together.
 */
export async function listCardsOfEach(
  ctx: Ctx,
  wishes: readonly CardWish[],
): Promise<{ list: Card[]; total: number }[]> {
  const member = await readMember(ctx)
  const keys = wishes.map((wish) => JSON.stringify(wish))
  const read = new Map<string, Awaited<ReturnType<typeof findCardsOf>>>()
  for (const [index, wish] of wishes.entries()) {
    const key = keys[index] ?? ''
    if (!read.has(key)) read.set(key, await findCardsOf(ctx, wish, member))
  }
  const rows = new Map([...read.values()].flatMap(({ found }) => found.map((row) => [row.id, row])))
  const cards = new Map((await describeCards(ctx, [...rows.values()], member)).map((card) => [card.id, card]))
  return keys.map((key) => {
    const { found = [], total = 0 } = read.get(key) ?? {}
    return { list: found.flatMap(({ id }) => cards.get(id) ?? []), total }
  })
}

function findCardsOf(ctx: Ctx, { cateIds, flag, sort = 'default', page, limit }: CardWish, member: Member) {
  const filter = { ...(cateIds && { cateIds }), ...(flag && { flags: { [flag]: true } }) }
  return findCards(ctx, filter, { sort, page, limit }, member)
}

/** The cards of products in the order of the ids, without those that the caller does not find. */
export async function listCardsByIds(ctx: Ctx, ids: readonly number[]) {
  const member = await readMember(ctx)
  const list = await describeCards(ctx, await lists.findCards(ctx, [...new Set(ids)], member.finds), member)
  return { list, total: list.length, page: 1, limit: ids.length }
}

/**
 * A product as its page shows it; counted as a view.
 * @param brief for the SKU sheet of a list: without details and parameters, and no view
 * @throws 404, also off the shelf, and for those who are no members when it is for members alone
 */
export async function getDetail(ctx: Ctx, id: number, brief = false): Promise<WindowDetail> {
  const member = await readMember(ctx)
  const row = await shown.findDetail(ctx, id, ctx.shopper?.uid ?? 0)
  requireSeen(row, member)
  if (!brief) countView(ctx, id)
  const media = await readMedia(ctx)
  const { priceFen, vipPriceFen, activity, isShow: _1, isRecycle: _2, visibility: _3, html, attrs, skus, ...rest } = row
  const { ensures, params, collected, ...product } = rest
  return {
    product: {
      ...product,
      ...vipOf(member, priceFen, vipPriceFen),
      image: media.toWire(product.image),
      sliderImage: product.sliderImage.map(media.toWire),
      videoLink: media.toWire(product.videoLink),
      shareImage: media.toWire(product.shareImage),
      limitType: product.limitType as LimitType,
    },
    attr: attrs,
    skus: skus.map((sku) => ({
      id: sku.id,
      unique: sku.unique,
      sku: sku.suk,
      stock: sku.stock,
      price: toYuan(sku.priceFen),
      otPrice: toYuan(sku.otPriceFen),
      ...vipOf(member, sku.priceFen, sku.vipPriceFen),
      image: media.toWire(sku.image),
    })),
    params: brief ? [] : params,
    ensures,
    collected,
    content: brief ? '' : media.toWireHtml(html ?? ''),
    activities: [],
    activityStyle: null,
    atmosphere: null,
    ...(await detailPartsOf(ctx, { id, cateIds: product.cateIds, activity })),
    serverTime: toWireTime(ctx.now()),
  }
}

/** What the caller may find and pays: `discount` is the percent of members' prices, undefined where there are none. */
export type Member = { finds: 'all' | 'members'; discount: number | undefined }

/** Members are buyers with a level. */
export async function readMember(ctx: Ctx): Promise<Member> {
  const level = ctx.shopper && (await shown.findDiscount(ctx, ctx.shopper.uid))
  if (level === undefined) return { finds: 'all', discount: undefined }
  const { vip_open: isOpen } = await getSettings(ctx)
  return { finds: 'members', discount: isOpen ? level : undefined }
}

type Seen = { isShow: boolean; isRecycle: boolean; visibility: number }

/** @throws 404 for a product that the caller may not see; one for those with the link is seen by its id */
export function requireSeen<Row extends Seen>(row: Row | undefined, { finds }: Member): asserts row is Row {
  if (!row) throw notFound(WHAT)
  if (!row.isShow || row.isRecycle) throw new HttpError(404, 'NOT_FOUND', '商品已下架')
  if (row.visibility === 2 && finds === 'all') throw new HttpError(404, 'NOT_FOUND', '该商品仅会员可见')
}

const sorts = { price: 'price', sales: 'sales', news: 'createTime' } as const

/** What is left of a query once its filters were read. */
type CardPage = Pick<WindowQuery, 'sort' | 'order' | 'page' | 'limit'>

async function answerCards(ctx: Ctx, filter: CardFilter, query: CardPage) {
  const member = await readMember(ctx)
  const { found, paging, ...counted } = await findCards(ctx, filter, query, member)
  return { list: await describeCards(ctx, found, member), ...counted, page: paging.page, limit: paging.limit }
}

type CardFilter = Omit<Filter, 'type' | 'buyers'>

async function findCards(ctx: Ctx, filter: CardFilter, query: CardPage, member: Member) {
  const { sort = 'default', order = sort === 'price' ? 'asc' : 'desc', ...left } = query
  const paging = readPage(left)
  const by = sort === 'default' ? undefined : { by: sorts[sort], up: order === 'asc' }
  return { ...(await lists.listCards(ctx, { type: 1, buyers: member.finds, ...filter }, by, paging)), paging }
}

async function describeCards(ctx: Ctx, rows: readonly lists.CardRow[], member: Member): Promise<Card[]> {
  const media = await readMedia(ctx)
  const parts = await partsOf(ctx, rows)
  return rows.map((row) => {
    const { id, storeName, price, otPrice, sales, unitName, stock, star, replyNum } = row
    const { activityTag, ...part } = parts(id)
    return {
      id,
      storeName,
      price,
      otPrice,
      sales,
      unitName,
      stock,
      star,
      replyNum,
      image: media.toWire(row.image),
      ...vipOf(member, row.priceFen, row.vipPriceFen),
      activityH5: null,
      activityStyle: null,
      ...part,
      tags: tagsOf(activityTag, row),
    }
  })
}

/** A card has room for two. */
const MAX_TAGS = 2

function tagsOf(activityTag: string | undefined, { labels, isNew }: lists.CardRow): CardTag[] {
  const tags: CardTag[] = [
    ...(activityTag ? [{ text: activityTag, kind: 'activity' as const }] : []),
    ...labels.map((text) => ({ text, kind: 'label' as const })),
    ...(isNew ? [{ text: '新品', kind: 'new' as const }] : []),
  ]
  // A shop's own label may have the same word.
  const once = tags.filter(({ text }, index) => tags.findIndex((other) => other.text === text) === index)
  return once.slice(0, MAX_TAGS)
}

async function partsOf(ctx: Ctx, rows: readonly CardProduct[]): Promise<(id: number) => CardAddition> {
  const found: Awaited<ReturnType<CardPart['ofCards']>>[] = []
  if (rows.length) for (const part of ctx.platform.hooks.of(cardParts)) found.push(await part.ofCards(ctx, rows))
  return (id: number) => Object.assign({}, ...found.map((each) => each.get(id)))
}

async function detailPartsOf(ctx: Ctx, product: CardProduct): Promise<Partial<Parts>> {
  const found: Partial<Parts>[] = []
  for (const part of ctx.platform.hooks.of(cardParts)) found.push(await part.ofDetail(ctx, product))
  return Object.assign({}, ...found)
}

/** What the caller pays for a unit, in fen. */
export const priceFor = ({ discount }: Member, listFen: number, vipFen: number | null): number =>
  discount === undefined ? listFen : memberFen({ listFen, vipFen }, discount)

/** What a member pays, where that is less than the list price. */
function vipOf(member: Member, listFen: number, vipFen: number | null): { vipPrice?: number } {
  const fen = priceFor(member, listFen, vipFen)
  return fen < listFen ? { vipPrice: toYuan(fen) } : {}
}
