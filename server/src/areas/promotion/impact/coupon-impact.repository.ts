import { IMPACT_LOOKED } from '@zhanggui/contract/promotion/coupon-impact.ts'
import type { CouponUseType } from '@zhanggui/domain/promotion/coupon.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { bestDiscount, bestUnit, unitWithCoupon } from '../calendar/calendar.parts.ts'

/** The terms of a coupon that may not be stored yet. @property scopeIds products of use type 2, categories of 3 */
export type ImpactTerms = { useType: CouponUseType; scopeIds: readonly number[]; moneyFen: number; minFen: number }

/** A SKU that a coupon brings below its cost. */
export type BelowRow = {
  productId: number
  storeName: string
  skuId: number
  suk: string
  priceFen: number
  costFen: number
  lowestFen: number
}
/** What was found among the SKUs that were looked at; `looked` exceeds the limit when there were more. */
export type Impact = { looked: number; below: number; list: BelowRow[] }

const LISTED = 20

const needed = sql`sku.id, product_id, suk, price_fen, cost_fen, vip_price_fen`
/** What the index `product_sku_margin` is sorted by. */
const thinness = sql`(cost_fen::float8 / least(price_fen, coalesce(vip_price_fen, price_fen)))`
const isPriced = sql`cost_fen > 0 and price_fen > 0 and vip_price_fen is distinct from 0 and sku.is_show and not sku.is_del`
const onSale = sql`product.is_show and not product.is_recycle and not product.is_del`
/** A member's price is rounded, of 1.49 fen to 1: what a level leaves of a price is never less of it than this. */
const ROUNDED = 0.66

/** Among the SKUs of the products or categories that a coupon names, whichever come first. */
export function judgeNamed(ctx: Ctx, terms: ImpactTerms, vipOpen: boolean): Promise<Impact> {
  const ids = sql`${`{${terms.scopeIds.join()}}`}::bigint[]`
  const products =
    terms.useType === 2
      ? sql`unnest(${ids}) as product_id`
      : sql`(select distinct product_id from product_category where category_id = any(${ids})) as named`
  return judge(
    ctx,
    terms,
    vipOpen,
    sql`select ${needed} from ${products} join product_sku as sku using (product_id) where ${isPriced} limit ${IMPACT_LOOKED + 1}`,
  )
}

/**
 * Among the SKUs of the shop with the thinnest margins, of the categories that a coupon names if it does. With a threshold no
 * SKU whose margin is wider than the coupon's share of the threshold can fall below cost.
 */
export function judgeThinnest(ctx: Ctx, terms: ImpactTerms, vipOpen: boolean): Promise<Impact> {
  const { moneyFen, minFen } = terms
  const left = moneyFen < minFen ? 1 - moneyFen / minFen : 0
  const ofLevel = sql`coalesce(${ROUNDED}::float8 * (select discount from best) / 100, 1)`
  return judge(
    ctx,
    terms,
    vipOpen,
    sql`select ${needed} from product_sku as sku where ${isPriced} and ${thinness} >= ${left}::float8 * ${ofLevel}
      order by ${thinness} desc limit ${IMPACT_LOOKED + 1}`,
  )
}

async function judge({ db }: Ctx, terms: ImpactTerms, vipOpen: boolean, looked: SQL): Promise<Impact> {
  const unit = bestUnit(sql`(select discount from best)`)
  const lowest = unitWithCoupon(sql`unit_fen`, sql`${terms.moneyFen}::bigint`, sql`${terms.minFen}::bigint`)
  const ofCategories = sql`and exists (select from product_category as closure
    where closure.product_id = product.id and category_id = any(${`{${terms.scopeIds.join()}}`}::bigint[]))`
  const { rows } = await db.execute<Impact>(sql`
    with best as materialized (select ${bestDiscount(vipOpen)} as discount),
    looked as materialized (${looked}),
    judged as (
      select id, product_id, suk, price_fen, cost_fen, ${lowest} as lowest_fen
      from (select sku.*, ${unit} as unit_fen from looked as sku) as sku
    ),
    below as materialized (
      select judged.*, store_name from judged join product on product.id = product_id
      where lowest_fen < judged.cost_fen and ${onSale} ${terms.useType === 3 ? ofCategories : sql``}
    )
    select (select count(*)::int from looked) as looked, (select count(*)::int from below) as below,
      (select coalesce(json_agg(worst), '[]') from (
        select product_id as "productId", store_name as "storeName", id as "skuId", suk, price_fen as "priceFen",
          cost_fen as "costFen", lowest_fen as "lowestFen"
        from below order by lowest_fen::float8 / cost_fen, id limit ${LISTED}) as worst) as list`)
  const [impact] = rows
  if (!impact) throw new Error('the impact of a coupon was not read')
  return impact
}
