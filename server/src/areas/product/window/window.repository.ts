import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import { inJson, inYuan, textOr } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { brands } from '../brand/brand.tables.ts'
import { freightTemplates } from '../freight/freight-template.tables.ts'
import { productSkus, products } from '../product/product.tables.ts'

const discountByUid = prepared('window-discount', (db) =>
  db
    .select({ discount: userLevels.discount })
    .from(shopUsers)
    .innerJoin(userLevels, and(eq(userLevels.id, shopUsers.level), eq(userLevels.isShow, true)))
    .where(eq(shopUsers.id, sql.placeholder('uid'))),
)

/** The percent of the price that a member pays; undefined for a buyer without a level. */
export async function findDiscount({ db }: Ctx, uid: number): Promise<number | undefined> {
  const [row] = await discountByUid(db).execute({ uid })
  return row?.discount
}

const { id, image, sliderImage, videoLink, storeName, storeInfo, unitName, cateIds, brandId, specType } = products
const { priceFen, priceMaxFen, otPriceFen, vipPriceFen, stock, sales, ficti, giveIntegral, activity } = products
const { minQty, limitType, limitNum, starAvg, replyCount, shareTitle, shareImage, params } = products
const { isShow, isRecycle, visibility } = products

type SkuOfWindow = {
  id: number
  unique: string
  suk: string
  priceFen: number
  otPriceFen: number
  vipPriceFen: number | null
  stock: number
  image: string
}

const skuColumns = {
  id: productSkus.id,
  unique: productSkus.unique,
  suk: productSkus.suk,
  stock: productSkus.stock,
  priceFen: productSkus.priceFen,
  otPriceFen: productSkus.otPriceFen,
  vipPriceFen: productSkus.vipPriceFen,
  image: productSkus.image,
}

const detailById = prepared('window-detail', (db) =>
  db
    .select({
      id,
      image,
      sliderImage,
      videoLink,
      storeName,
      storeInfo,
      unitName,
      cateIds,
      brandId,
      specType,
      price: inYuan(priceFen),
      priceMax: inYuan(priceMaxFen),
      otPrice: inYuan(otPriceFen),
      priceFen,
      vipPriceFen,
      stock,
      giveIntegral,
      activity,
      minQty,
      limitType,
      limitNum,
      shareTitle,
      shareImage,
      params,
      star: starAvg,
      replyNum: replyCount,
      isShow,
      isRecycle,
      visibility,
      sales: sql<number>`${sales} + ${ficti}`,
      brandName: textOr(brands.name, ''),
      isPostage: sql<boolean>`coalesce(${freightTemplates.appoint} = 0, false)`,
      html: sql<string | null>`(select html from product_content where product_id = product.id)`,
      labels: sql<{ name: string; color: string }[]>`(
        select coalesce(json_agg(json_build_object('name', name, 'color', color) order by sort desc, id), '[]')
        from product_label where id = any(product.label_ids) and is_show)`,
      ensures: sql<string[]>`(
        select coalesce(json_agg(label order by dict_detail.sort, dict_detail.id), '[]')
        from dict_detail join dict on dict.id = dict_id
        where dict.name = 'product_ensure' and dict_detail.id = any(product.ensure_ids))`,
      attrs: sql<{ attrName: string; attrValues: string[] }[]>`(
        select coalesce(json_agg(json_build_object('attrName', attr_name, 'attrValues', attr_values) order by position), '[]')
        from product_attr where product_id = product.id)`,
      skus: sql<SkuOfWindow[]>`(
        select coalesce(json_agg(${inJson(skuColumns)} order by ${productSkus.position}, ${productSkus.id}), '[]')
        from ${productSkus} where ${productSkus.productId} = product.id and not ${productSkus.isDel} and ${productSkus.isShow})`,
      collected: sql<boolean>`exists (
        select from user_collect where uid = ${sql.placeholder('uid')}::bigint and product_id = product.id)`,
    })
    .from(products)
    .leftJoin(brands, eq(brands.id, brandId))
    .leftJoin(freightTemplates, eq(freightTemplates.id, products.tempId))
    .where(and(eq(id, sql.placeholder('id')), eq(products.isDel, false))),
)

/** A product with all that its page shows, on the shelf or not; undefined when completely deleted. @param uid 0 for nobody */
export async function findDetail({ db }: Ctx, productId: number, uid: number) {
  const [row] = await detailById(db).execute({ id: productId, uid })
  return row
}

const ratingById = prepared('window-rating', (db) =>
  db
    .select({
      isShow,
      isRecycle,
      visibility,
      replyCount,
      starAvg,
      goodCount: products.goodCount,
      mediumCount: products.mediumCount,
      poorCount: products.poorCount,
    })
    .from(products)
    .where(and(eq(id, sql.placeholder('id')), eq(products.isDel, false))),
)

/** The counts of a product's visible replies, and whether buyers see it; undefined when completely deleted. */
export async function findRating({ db }: Ctx, productId: number) {
  const [row] = await ratingById(db).execute({ id: productId })
  return row
}

/** What a coupon is for: any goods, products or categories; undefined for one that is not there. */
export async function findUseType({ db }: Ctx, couponId: number) {
  const [row] = await db
    .select({ useType: coupons.useType })
    .from(coupons)
    .where(and(eq(coupons.id, couponId), eq(coupons.isDel, false)))
  return row?.useType
}
