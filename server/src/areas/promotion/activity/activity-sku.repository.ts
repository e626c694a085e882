import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { productAttrs, productSkus } from '../../product/product/product.tables.ts'
import { leftOfTakings, noticed, takings } from './activity.parts.ts'
import type { ActivitySkuRow } from './activity.repository.ts'
import { activities, activitySkus } from './activity.tables.ts'

/** What the SKUs that take part come to. */
export type ActivitySums = {
  activityId: number
  quotaShow: number
  quota: number
  reserved: number
  sold: number
  /** What buyers can have: no more than there is of it in stock and on the shelf. */
  left: number
  /** Some SKU is cheaper on the shelf. */
  aboveSale: boolean
  /** Some SKU is sold for less than it costs, coupons aside. */
  belowCost: boolean
  soldOutAt: string | null
  cheapest: { priceFen: number; saleFen: number; otPriceFen: number; costFen: number; stock: number }
}

/** The sums of activities. */
export async function sumSkus({ db }: Ctx, ids: readonly number[]): Promise<ActivitySums[]> {
  if (!ids.length) return []
  const { rows: found } = await db.execute<ActivitySums>(sql`
    select taking.activity_id as "activityId", sum(quota_show)::int as "quotaShow", sum(quota)::int as quota,
      sum(reserved)::int as reserved, sum(sold)::int as sold, ${leftOfTakings}::int as left,
      bool_or(sku.price_fen < case when activity.type = 2 then taking.min_price_fen else taking.price_fen end) as "aboveSale",
      ${noticed.belowCost} as "belowCost",
      case when sum(quota) = 0 then max(sold_out_at) end as "soldOutAt",
      (array_agg(json_build_object('priceFen', taking.price_fen, 'saleFen', sku.price_fen, 'otPriceFen', sku.ot_price_fen,
        'costFen', sku.cost_fen, 'stock', sku.stock) order by sku.is_del, taking.price_fen, taking.id))[1] as cheapest
    from ${takings} join activity on activity.id = taking.activity_id
    where taking.activity_id = any(${sql.param([...ids])}) and not taking.is_del group by taking.activity_id`)
  return found
}

/** The live SKUs of an activity's product in their order, with what they have in it. */
export async function listSkus({ db }: Ctx, activityId: number, productId: number) {
  const {
    id: skuId,
    suk,
    attrValue,
    image,
    priceFen,
    otPriceFen,
    costFen,
    stock,
    barCode,
    weight,
    volume,
    isShow,
  } = productSkus
  return db
    .select({
      skuId,
      suk,
      attrValue,
      image,
      saleFen: priceFen,
      otPriceFen,
      costFen,
      stock,
      barCode,
      weight,
      volume,
      isShow,
      taking: activitySkus,
    })
    .from(productSkus)
    .leftJoin(
      activitySkus,
      and(
        eq(activitySkus.productSkuId, productSkus.id),
        eq(activitySkus.activityId, activityId),
        eq(activitySkus.isDel, false),
      ),
    )
    .where(and(eq(productSkus.productId, productId), eq(productSkus.isDel, false)))
    .orderBy(productSkus.position, productSkus.id)
}
export type ListedSku = Awaited<ReturnType<typeof listSkus>>[number]

/** The dimensions of a product's SKUs. */
export function listAttrs({ db }: Ctx, productId: number) {
  const { id, attrName, attrValues, position } = productAttrs
  return db
    .select({ id, attrName, attrValues })
    .from(productAttrs)
    .where(eq(productAttrs.productId, productId))
    .orderBy(position)
}

/** All SKUs of an activity, removed ones too, locked in the order of their ids. */
export function lockSkus({ db }: Ctx, activityId: number): Promise<ActivitySkuRow[]> {
  return db
    .select()
    .from(activitySkus)
    .where(eq(activitySkus.activityId, activityId))
    .orderBy(activitySkus.id)
    .for('update')
}

/** A SKU of an activity as it is to be. */
export type SkuChange = Pick<ActivitySkuRow, 'productSkuId' | 'priceFen' | 'minPriceFen' | 'quotaShow'>

/** Gives SKUs their price and quota, new ones and those removed before too; what is held and sold of them stays. */
export async function storeSkus({ db, now }: Ctx, activityId: number, changes: readonly SkuChange[]): Promise<void> {
  if (!changes.length) return
  await db
    .insert(activitySkus)
    .values(changes.map((change) => ({ ...change, activityId, quota: change.quotaShow })))
    .onConflictDoUpdate({
      target: [activitySkus.activityId, activitySkus.productSkuId],
      set: {
        priceFen: sql`excluded.price_fen`,
        minPriceFen: sql`excluded.min_price_fen`,
        quotaShow: sql`excluded.quota_show`,
        quota: sql`excluded.quota_show - activity_sku.reserved - activity_sku.sold`,
        soldOutAt: sql`case when excluded.quota_show > activity_sku.reserved + activity_sku.sold then null
          else coalesce(activity_sku.sold_out_at, ${now().toISOString()}::timestamptz) end`,
        isDel: false,
      },
    })
}

/** SKUs do not take part any more. */
export async function removeSkus({ db }: Ctx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  await db
    .update(activitySkus)
    .set({ isDel: true })
    .where(inArray(activitySkus.id, [...ids]))
}

/** Sets the whole quota of a SKU that takes part. @returns undefined when more than that is held or sold, or it does not take part */
export async function setQuota({ db, now }: Ctx, activityId: number, skuId: number, quotaShow: number) {
  const { quota, reserved, sold } = activitySkus
  const [row] = await db
    .update(activitySkus)
    .set({
      quotaShow,
      quota: sql`${quotaShow} - ${reserved} - ${sold}`,
      soldOutAt: sql`case when ${quotaShow} > ${reserved} + ${sold} then null
        else coalesce(sold_out_at, ${now().toISOString()}::timestamptz) end`,
    })
    .where(
      and(
        eq(activitySkus.activityId, activityId),
        eq(activitySkus.productSkuId, skuId),
        eq(activitySkus.isDel, false),
        sql`${reserved} + ${sold} <= ${quotaShow}`,
      ),
    )
    .returning({ quota, quotaShow: activitySkus.quotaShow })
  return row
}

/** Of which activity and product SKU an activity SKU is. */
export async function findTaking({ db }: Ctx, id: number) {
  const { activityId, productSkuId: skuId } = activitySkus
  const [row] = await db
    .select({ activityId, skuId, type: activities.type })
    .from(activitySkus)
    .innerJoin(activities, eq(activities.id, activityId))
    .where(eq(activitySkus.id, id))
  return row
}
