import type { ProductBase, ProductInfo, Sku } from '@zhanggui/contract/product/product.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { SaleType } from '@zhanggui/domain/product/product.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { listNames } from '../category/category.service.ts'
import { listActivities, type ProductUse } from './guard.service.ts'
import * as products from './product.repository.ts'
import type * as skus from './product-sku.repository.ts'

export const WHAT = '商品'
export const SEE_COST = 'admin:product:cost:view'
const LOWEST_MS = 30 * 24 * 3600_000

/** Whether the caller may see costs (docs/catalogue.md, Products). */
export function maySeeCost({ caller }: Ctx): boolean {
  return caller !== undefined && holds(caller, SEE_COST)
}

/** Products with all their own fields, in the order given. */
export async function describeRows(ctx: Ctx, found: readonly products.FoundRow[]): Promise<ProductBase[]> {
  if (!found.length) return []
  const media = await readMedia(ctx)
  const names = await listNames(ctx, [...new Set(found.flatMap(({ cateIds }) => cateIds))])
  const activities = await readActivities(ctx, found)
  const seesCost = maySeeCost(ctx)
  return found.map((row) => ({ ...describe(row, names, media, seesCost), ...activities(row.id) }))
}

/**
 * A product with all details, as its form shows it.
 * @throws 404 for an unknown or completely deleted product
 */
export async function getProduct(ctx: Ctx, id: number): Promise<ProductInfo> {
  const found = await products.findInfo(ctx, id, new Date(ctx.now().getTime() - LOWEST_MS))
  if (!found) throw notFound(WHAT)
  const { html, attrs, skus: rows, coupons, ...own } = found
  const [row] = await describeRows(ctx, [own])
  if (!row) throw notFound(WHAT)
  const media = await readMedia(ctx)
  return {
    ...row,
    attr: attrs,
    attrValue: rows.map(({ lowest, ...sku }) => ({
      ...describeSku(ctx, sku, media),
      stockBase: sku.stock,
      lowestPrice: toYuan(Math.min(sku.priceFen, lowest ?? sku.priceFen)),
    })),
    content: media.toWireHtml(html ?? ''),
    couponIds: coupons.map(({ id }) => id),
    coupons,
  }
}

/** Reads which kinds of activities each product takes part in. */
export async function readActivities(ctx: Ctx, found: readonly { id: number }[]) {
  const ids = found.map(({ id }) => id)
  const uses = Map.groupBy(await listActivities(ctx, ids, true), ({ productId }) => productId)
  return (id: number) => {
    const runs = (type: ProductUse['type']) => uses.get(id)?.some((use) => use.type === type) ?? false
    return { isSeckill: runs('seckill'), isBargain: runs('bargain'), isCombination: runs('combination') }
  }
}

/** A SKU in wire format. */
export function describeSku(ctx: Ctx, sku: skus.SkuShown, media: Media): Sku {
  const { id, productId, version, attrValue, suk, unique, stock, sales, barCode, skuNo, weight, volume } = sku
  return {
    id,
    productId,
    version,
    attrValue,
    suk,
    unique,
    stock,
    sales,
    barCode,
    skuNo,
    weight,
    volume,
    image: media.toWire(sku.image),
    price: toYuan(sku.priceFen),
    otPrice: toYuan(sku.otPriceFen),
    cost: maySeeCost(ctx) ? toYuan(sku.costFen) : null,
    vipPrice: sku.vipPriceFen === null ? null : toYuan(sku.vipPriceFen),
    brokerage: toYuan(sku.brokerageFen),
    brokerageTwo: toYuan(sku.brokerageTwoFen),
    isShow: sku.isShow,
    alertStock: sku.alertStock,
  }
}

/** The primary category, and the names of all existing ones. */
export function namedCategories(cateIds: readonly number[], names: ReadonlyMap<number, string>) {
  const [primary = 0] = cateIds
  return {
    cateNames: cateIds.flatMap((id) => names.get(id) ?? []),
    storeCategory: { id: primary, cateName: names.get(primary) ?? '' },
  }
}

function describe(row: products.FoundRow, names: ReadonlyMap<number, string>, media: Media, seesCost: boolean) {
  return {
    ...row,
    ...namedCategories(row.cateIds, names),
    image: media.toWire(row.image),
    sliderImage: row.sliderImage.map(media.toWire),
    videoLink: media.toWire(row.videoLink),
    flatPattern: media.toWire(row.flatPattern),
    codePath: media.toWire(row.codePath),
    shareImage: media.toWire(row.shareImage),
    cost: seesCost ? row.cost : null,
    activity: row.activity as SaleType[],
    limitType: row.limitType as ProductBase['limitType'],
    visibility: row.visibility as ProductBase['visibility'],
  }
}
