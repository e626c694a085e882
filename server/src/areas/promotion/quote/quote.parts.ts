import type { Freight } from '@zhanggui/domain/product/freight.ts'
import { type SQL, sql } from 'drizzle-orm'
import { ownCopy, type ReadCopy } from '../../coupon/copy/coupon-copy.parts.ts'
import { freightsJson } from '../../product/freight/freight-template.parts.ts'
import { pathJson } from '../../setting/region/region.parts.ts'
import { accountsOf } from '../../user/buyer-session/former-account.parts.ts'
import { activityColumn, type ReadActivity, readingActivity } from '../activity/activity.parts.ts'

// Parts of statements that read more than a basket.

/** What orders need to know of a SKU, also of one that is not for sale. */
export type Goods = {
  skuId: number
  productId: number
  unique: string
  storeName: string
  image: string
  sku: string
  barCode: string
  cateIds: number[]
  /** Those with all that stand above them. */
  categoryIds: number[]
  listFen: number
  vipFen: number | null
  costFen: number
  weight: number
  volume: number
  brokerageFen: number
  brokerageTwoFen: number
  stock: number
  tempId: number
  giveIntegral: number
  isSub: boolean
  minQty: number
  limitType: number
  limitNum: number
  visibility: number
  onSale: boolean
}

/** What the price of a basket depends on besides the settings. */
export type BasketRead = {
  goods: Goods[]
  /** A buyer's points and shown level; null for nobody. */
  buyer: { integral: number; levelId: number | null; levelName: string | null; discount: number | null } | null
  /** How many units of limited products the buyer has ordered and kept, by product; null for none. */
  bought: Record<string, number> | null
  templates: Freight[]
  /** The place of the delivery and all above it; empty for an unknown one. */
  path: number[]
  /** The buyer's copy that is asked for; null when none is, for one that is not there, and for another's. */
  coupon: ReadCopy | null
  /** The activity that is asked for; null when none is, and for one that is not there. */
  activity: ReadActivity | null
}

/** The values of a basket within a statement. */
type BasketValues = {
  uid: SQL
  /** JSON: an array, which is planned alike however many there are, so that the plan is kept. */
  skuIds: SQL
  /** A boolean: whether it is delivered, so that freight is read. */
  delivered: SQL
  /** May be null. */
  cityId: SQL
  /** The copy to be spent; may be null. */
  couponUserId: SQL
  /** The SKU of an activity in which they are bought; may be null. */
  activitySkuId: SQL
  /** The team they are bought in; may be null. */
  teamId: SQL
  /** The bargain they were won in; may be null. */
  sessionId: SQL
  /** The first moment of the Shanghai day. */
  today: SQL
}

/** The `with` queries that {@link basketColumns} reads the goods and their activity from. */
export const readingGoods = ({
  skuIds,
  activitySkuId: id,
  teamId,
  sessionId,
  uid,
  today,
}: Pick<BasketValues, 'skuIds' | 'activitySkuId' | 'teamId' | 'sessionId' | 'uid' | 'today'>): SQL => sql`
  ${readingActivity({ id, teamId, sessionId, uid, today })}, basket_goods as materialized (
    select product.id as product_id, temp_id, limit_type = 2 and limit_num > 0 as is_limited,
      json_build_object('skuId', sku.id, 'productId', product.id, 'unique', sku."unique", 'storeName', product.store_name,
        'image', coalesce(nullif(sku.image, ''), product.image), 'sku', sku.suk, 'barCode', sku.bar_code,
        'cateIds', product.cate_ids, 'categoryIds', array(select category_id from product_category as closure
          where closure.product_id = product.id), 'listFen', sku.price_fen, 'vipFen', sku.vip_price_fen, 'costFen', sku.cost_fen,
        'weight', sku.weight, 'volume', sku.volume, 'brokerageFen', sku.brokerage_fen,
        'brokerageTwoFen', sku.brokerage_two_fen, 'stock', sku.stock, 'tempId', product.temp_id,
        'giveIntegral', product.give_integral, 'isSub', product.is_sub, 'minQty', product.min_qty,
        'limitType', product.limit_type, 'limitNum', product.limit_num, 'visibility', product.visibility,
        'onSale', product.is_show and not product.is_recycle and not product.is_del and sku.is_show and not sku.is_del) as goods
    from jsonb_array_elements_text(${skuIds}) as wanted join product_sku as sku on sku.id = wanted::bigint
    join product on product.id = sku.product_id
  )`

/**
 * The columns of {@link BasketRead}. Closed orders, refunded units and what was bought in activities do not count as bought, orders of
 * an account that the buyer ended do.
 */
export function basketColumns({
  uid,
  delivered,
  cityId,
  couponUserId,
}: Omit<BasketValues, 'skuIds' | 'activitySkuId' | 'teamId' | 'sessionId' | 'today'>): SQL {
  // A value that the planner does not see: without freight it took the statement for so much cheaper that it planned it for each call.
  const wanted = sql`(select ${delivered})`
  return sql`
    (select coalesce(json_agg(goods), '[]') from basket_goods) as goods,
    (select json_build_object('integral', integral, 'levelId', own.id, 'levelName', own.name, 'discount', own.discount)
      from shop_user left join user_level as own on own.id = level and own.is_show where shop_user.id = ${uid}) as buyer,
    (select json_object_agg(product_id, num) from (
      select line.product_id, sum(line.num - refund_num) as num
      from store_order join order_line as line on order_id = store_order.id
      where uid = any(${accountsOf(uid)}) and close_type = 0 and activity_id = 0 and line.product_id in (select product_id from basket_goods where is_limited)
        and exists (select from basket_goods where is_limited)
      group by line.product_id
    ) as kept) as bought,
    ${freightsJson(sql`(select temp_id from basket_goods where ${wanted} union select temp_id from basket_activity where ${wanted})`)} as templates,
    ${pathJson(cityId)} as path,
    ${ownCopy({ uid, id: couponUserId })} as coupon, ${activityColumn} as activity`
}
