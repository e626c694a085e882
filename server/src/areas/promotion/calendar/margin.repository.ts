import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { bestDiscount, bestUnit } from './calendar.parts.ts'

/** A SKU's id, its price for the best customer and its cost, both in fen. */
type NearSku = [id: number, unitFen: number, costFen: number]
/** Of the SKUs of a place (a category, or 0 for all goods) whose price reaches the same thresholds, those that decide. */
export type Nearest = {
  place: number
  band: number
  byAmount: NearSku | null
  byShare: NearSku | null
  cheapest: NearSku | null
}
export type Margins = { thresholds: number[]; nearest: Nearest[] }

/** What margins are read for: thresholds in fen and places of the coupons there are, and the best level's discount. */
export type MarginKey = { thresholds: number[]; places: number[]; discount: number | null }

/** The key, and when goods or categories were changed last, in words that change with it. */
export async function readKey({ db }: Ctx, vipOpen: boolean): Promise<MarginKey & { changed: string }> {
  const { rows } = await db.execute<MarginKey & { changed: string }>(sql`
    select coalesce((select jsonb_agg(distinct min_price_fen order by min_price_fen) from coupon where not is_del), '[]') as thresholds,
      coalesce((select jsonb_agg(distinct place order by place) from (
        select 0 as place from coupon where not is_del and use_type = 1
        union all select target_id from coupon_scope join coupon on coupon.id = coupon_id where not is_del and use_type = 3
      ) as named), '[]') as places,
      ${bestDiscount(vipOpen)} as discount,
      concat_ws(' ', (select max(updated_at) from product), (select max(updated_at) from category)) as changed`)
  const [key] = rows
  if (!key) throw new Error('the thresholds of coupons were not read')
  return key
}

/**
 * The SKUs for sale that decide for every coupon, however many there are: each place is read once, and its SKUs are told apart
 * by the thresholds that their price reaches. At or above its threshold a coupon takes its amount off, so of each such band
 * the SKU with the least margin falls below cost first; below it the coupon takes a share, so the one with the highest cost
 * for its price does (`c − 1`, as what is left of a price is rounded up).
 */
export async function readMargins({ db }: Ctx, { thresholds, places, discount }: MarginKey): Promise<Margins> {
  const named = places.filter((place) => place > 0)
  const { rows } = await db.execute<Nearest>(sql`
    with best as materialized (select ${discount}::smallint as discount),
    priced as materialized (
      select id as sku_id, unit_fen, cost_fen, product_id,
        width_bucket(unit_fen, ${`{${thresholds.join()}}`}::bigint[]) as band
      from (
        select sku.id, ${bestUnit(sql`(select discount from best)`)} as unit_fen, sku.cost_fen, product_id
        from product_sku as sku join product on product.id = product_id
        where ${places.length > 0} and sku.is_show and not sku.is_del
          and product.is_show and not product.is_recycle and not product.is_del
        offset 0) as sku
    ),
    placed as (
      select 0 as place, priced.* from priced where ${places.includes(0)}
      union all select category_id, priced.* from product_category join priced using (product_id)
      where category_id = any(${`{${named.join()}}`}::bigint[])
    ),
    near as (
      select place, band,
        min(array[unit_fen - cost_fen, sku_id, unit_fen, cost_fen]::float8[]) filter (where cost_fen > 0) as by_amount,
        max(array[coalesce((cost_fen - 1)::float8 / nullif(unit_fen, 0), 'infinity'), sku_id, unit_fen, cost_fen])
          filter (where cost_fen > 0) as by_share,
        min(array[unit_fen, sku_id, unit_fen, cost_fen]::float8[]) as cheapest
      from placed group by place, band
    )
    select place, band, to_json(by_amount[2:4]::bigint[]) as "byAmount", to_json(by_share[2:4]::bigint[]) as "byShare",
      to_json(cheapest[2:4]::bigint[]) as cheapest from near`)
  return { thresholds, nearest: rows }
}
