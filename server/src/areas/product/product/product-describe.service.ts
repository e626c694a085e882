import type { ProductInfo, ProductRow, Sku } from '@zhanggui/contract/product/product.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { ActivityType } from '@zhanggui/domain/product/product.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { listNames } from '../category/category.service.ts'
import { listActivities, type ProductUse } from './guard.repository.ts'
import * as products from './product.repository.ts'
import * as skus from './product-sku.repository.ts'

export const WHAT = '商品'
export const SEE_COST = 'admin:product:cost:view'
const LOWEST_MS = 30 * 24 * 3600_000

/** Whether the caller may learn what goods cost the shop (2.6). */
export function maySeeCost({ caller }: Ctx): boolean {
  return caller !== undefined && holds(caller, SEE_COST)
}

/** Products as lists show them, in the order given. */
export async function describeRows(ctx: Ctx, found: readonly products.ProductFound[]): Promise<ProductRow[]> {
  if (!found.length) return []
  const media = await readMedia(ctx)
  const names = await listNames(ctx, [...new Set(found.flatMap(({ product }) => product.cateIds))])
  const ids = found.map(({ product }) => product.id)
  const uses = Map.groupBy(await listActivities(ctx, ids), ({ productId }) => productId)
  return found.map((each) => describe(ctx, each, names, uses.get(each.product.id) ?? [], media))
}

/**
 * Everything of a product, as its form shows it.
 * @throws 404 for one that is completely deleted
 */
export async function getProduct(ctx: Ctx, id: number): Promise<ProductInfo> {
  const found = await products.findInfo(ctx, id)
  if (!found) throw notFound(WHAT)
  const [row] = await describeRows(ctx, [found])
  if (!row) throw notFound(WHAT)
  const media = await readMedia(ctx)
  const rows = await skus.listWithLowest(ctx, id, new Date(ctx.now().getTime() - LOWEST_MS))
  return {
    ...row,
    attr: found.attrs,
    attrValue: rows.map(({ sku, lowest }) => ({
      ...describeSku(ctx, sku, media),
      stockBase: sku.stock,
      lowestPrice: toYuan(Math.min(sku.priceFen, lowest ?? sku.priceFen)),
    })),
    content: media.toWireHtml(found.html ?? ''),
    // Coupons come with their own area: no product has any before.
    couponIds: [],
    coupons: [],
  }
}

/** A SKU as the wire shows it. */
export function describeSku(ctx: Ctx, sku: skus.SkuRow, media: Media): Sku {
  const { id, productId, version, attrValue, suk, unique, stock, sales, barCode, skuNo, weight, volume } = sku
  return {
    ...{ id, productId, version, attrValue, suk, unique, stock, sales, barCode, skuNo, weight, volume },
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

/** The primary category and the names of all, as far as they exist. */
export function namedCategories(cateIds: readonly number[], names: ReadonlyMap<number, string>) {
  const [primary = 0] = cateIds
  return {
    cateNames: cateIds.flatMap((id) => names.get(id) ?? []),
    storeCategory: { id: primary, cateName: names.get(primary) ?? '' },
  }
}

function describe(
  ctx: Ctx,
  { product, tempName, appoint, brandName, createName, updateName }: products.ProductFound,
  names: ReadonlyMap<number, string>,
  uses: readonly ProductUse[],
  media: Media,
): ProductRow {
  // One rest of it all: every further one would copy sixty fields again.
  const {
    createdAt,
    updatedAt,
    autoOnTime,
    autoOffTime,
    priceFen,
    priceMaxFen,
    otPriceFen,
    costFen,
    vipPriceFen,
    createdBy: _createdBy,
    updatedBy: _updatedBy,
    recycleTime: _recycleTime,
    starAvg: _starAvg,
    goodCount: _goodCount,
    mediumCount: _mediumCount,
    poorCount: _poorCount,
    ...same
  } = product
  const runs = (type: ProductUse['type']) => uses.some((use) => use.type === type)
  return {
    ...same,
    ...namedCategories(product.cateIds, names),
    image: media.toWire(product.image),
    sliderImage: product.sliderImage.map(media.toWire),
    videoLink: media.toWire(product.videoLink),
    flatPattern: media.toWire(product.flatPattern),
    codePath: media.toWire(product.codePath),
    shareImage: media.toWire(product.shareImage),
    price: toYuan(priceFen),
    priceMax: toYuan(priceMaxFen),
    otPrice: toYuan(otPriceFen),
    cost: maySeeCost(ctx) ? toYuan(costFen) : null,
    vipPrice: vipPriceFen === null ? null : toYuan(vipPriceFen),
    tempName: tempName ?? '',
    isPostage: appoint === 0,
    brandName: brandName ?? '',
    activity: product.activity as ActivityType[],
    limitType: product.limitType as ProductRow['limitType'],
    visibility: product.visibility as ProductRow['visibility'],
    isSeckill: runs('seckill'),
    isBargain: runs('bargain'),
    isCombination: runs('combination'),
    autoOnTime: autoOnTime && toWireTime(autoOnTime),
    autoOffTime: autoOffTime && toWireTime(autoOffTime),
    createTime: toWireTime(createdAt),
    updateTime: toWireTime(updatedAt),
    createBy: createName ?? '系统',
    updateBy: updateName ?? '系统',
  }
}
