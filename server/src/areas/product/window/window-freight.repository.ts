import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { buyerAddresses } from '../../user/address/buyer-address.tables.ts'
import { products } from '../product/product.tables.ts'

/** A SKU as freight and prices need it. */
type SentSku = { weight: number; volume: number; priceFen: number; vipPriceFen: number | null }

const sentById = prepared('window-freight', (db) =>
  db
    .select({
      name: products.storeName,
      tempId: products.tempId,
      isShow: products.isShow,
      isRecycle: products.isRecycle,
      visibility: products.visibility,
      sku: sql<SentSku | null>`(
        select json_build_object('weight', weight, 'volume', volume, 'priceFen', price_fen, 'vipPriceFen', vip_price_fen)
        from product_sku where product_id = product.id and not is_del and is_show order by price_fen, id limit 1)`,
    })
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), eq(products.isDel, false))),
)

/** What is sent of a product: its freight template and the cheapest SKU that is shown; undefined when completely deleted. */
export async function findSent({ db }: Ctx, productId: number) {
  const [row] = await sentById(db).execute({ id: productId })
  return row
}

/** Where a buyer's address lies: the named one, or the default; undefined for one that is not there or another's. */
export async function findPlaceOf({ db }: Ctx, uid: number, addressId: number | undefined) {
  const { id, isDefault, cityId, province, city, district } = buyerAddresses
  const [row] = await db
    .select({ cityId, province, city, district })
    .from(buyerAddresses)
    .where(and(eq(buyerAddresses.uid, uid), addressId === undefined ? eq(isDefault, true) : eq(id, addressId)))
  return row
}
