import { type SQL, sql } from 'drizzle-orm'

/** The discount of the best level there is, in percent; null without levels, and while members' prices are off. */
export const bestDiscount = (vipOpen: boolean): SQL =>
  vipOpen ? sql`(select min(discount) from user_level where is_show)` : sql`null::smallint`

/** What the best customer pays for a unit of a row `sku`; as `memberFen` of the domain. @param discount may be null */
export const bestUnit = (discount: SQL): SQL => sql`(case
  when ${discount} is null or sku.price_fen = 0 then sku.price_fen
  else least(sku.price_fen, coalesce(sku.vip_price_fen, greatest(1, (sku.price_fen * ${discount} + 50) / 100))) end)`

/** A unit with a coupon; as `unitWithCoupon` of the domain. */
export function unitWithCoupon(unit: SQL, money: SQL, minPrice: SQL): SQL {
  const least = sql`greatest(${minPrice}, ${unit})`
  return sql`(${unit} - coalesce(${unit} * least(${money}, ${least}) / nullif(${least}, 0), 0))`
}

/** Whether a row `coupon` is for the product. */
export const isForProduct = (productId: number | SQL): SQL => sql`(use_type = 1 or exists (select from coupon_scope
  where coupon_id = coupon.id and case use_type when 2 then target_id = ${productId}
    else exists (select from product_category where category_id = target_id and product_id = ${productId}) end))`

/** Whether a row `coupon` is for something in the category, which may stand above or below those it names. */
export const isForCategory = (cateId: number): SQL => sql`(use_type = 1 or exists (select from coupon_scope
  where coupon_id = coupon.id and case use_type
    when 2 then exists (select from product_category where category_id = ${cateId} and product_id = target_id)
    else exists (select from category as asked join category as named on named.id = target_id where asked.id = ${cateId}
      and (asked.id = named.id or asked.path like '%/' || named.id || '/%' or named.path like '%/' || asked.id || '/%'))
  end))`
