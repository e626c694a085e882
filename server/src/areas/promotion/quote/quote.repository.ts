import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { orderLines, storeOrders } from '../../order/order/order.tables.ts'
import { productSkus, products } from '../../product/product/product.tables.ts'
import { userLevels } from '../../user/level/user-level.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

export type GoodsRow = Awaited<ReturnType<typeof readGoods>>[number]

/** What orders need to know of SKUs, those not for sale included. */
export function readGoods({ db }: Ctx, skuIds: readonly number[]) {
  return db
    .select({
      skuId: productSkus.id,
      productId: productSkus.productId,
      unique: productSkus.unique,
      storeName: products.storeName,
      image: sql<string>`coalesce(nullif(${productSkus.image}, ''), ${products.image})`,
      sku: productSkus.suk,
      barCode: productSkus.barCode,
      cateIds: products.cateIds,
      listFen: productSkus.priceFen,
      vipFen: productSkus.vipPriceFen,
      costFen: productSkus.costFen,
      weight: productSkus.weight,
      volume: productSkus.volume,
      brokerageFen: productSkus.brokerageFen,
      brokerageTwoFen: productSkus.brokerageTwoFen,
      stock: productSkus.stock,
      tempId: products.tempId,
      giveIntegral: products.giveIntegral,
      isSub: products.isSub,
      minQty: products.minQty,
      limitType: products.limitType,
      limitNum: products.limitNum,
      visibility: products.visibility,
      onSale: sql<boolean>`${products.isShow} and not ${products.isRecycle} and not ${products.isDel}
        and ${productSkus.isShow} and not ${productSkus.isDel}`,
    })
    .from(productSkus)
    .innerJoin(products, eq(products.id, productSkus.productId))
    .where(inArray(productSkus.id, [...skuIds]))
}

/** A buyer's points and shown level; undefined for nobody. */
export async function readBuyer({ db }: Ctx, uid: number) {
  const [row] = await db
    .select({
      integral: shopUsers.integral,
      levelId: userLevels.id,
      levelName: userLevels.name,
      discount: userLevels.discount,
    })
    .from(shopUsers)
    .leftJoin(userLevels, and(eq(userLevels.id, shopUsers.level), eq(userLevels.isShow, true)))
    .where(eq(shopUsers.id, uid))
  return row
}

/** How many units of products a buyer has ordered and kept, by product; closed orders and refunded units do not count. */
export async function countBought(
  { db }: Ctx,
  uid: number,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .select({
      productId: orderLines.productId,
      num: sql<number>`sum(${orderLines.num} - ${orderLines.refundNum})::int`,
    })
    .from(storeOrders)
    .innerJoin(orderLines, eq(orderLines.orderId, storeOrders.id))
    .where(and(eq(storeOrders.uid, uid), eq(storeOrders.closeType, 0), inArray(orderLines.productId, [...productIds])))
    .groupBy(orderLines.productId)
  return new Map(rows.map(({ productId, num }) => [productId, num]))
}
