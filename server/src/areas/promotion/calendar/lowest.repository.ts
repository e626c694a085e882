import type { OpenCoupon } from '@zhanggui/domain/promotion/lowest-price.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { bestDiscount, isForProduct } from './calendar.parts.ts'

export type PricedSku = { id: number; suk: string; listFen: number; vipFen: number | null; costFen: number }

/** The SKUs of a product that is not deleted, with its categories and all above them; undefined for no such product. */
export async function findProduct({ db }: Ctx, productId: number, vipOpen: boolean) {
  const { rows } = await db.execute<{ categoryIds: number[]; discount: number | null; skus: PricedSku[] }>(sql`
    select ${bestDiscount(vipOpen)} as discount,
      (select coalesce(json_agg(category_id), '[]') from product_category where product_id = product.id) as "categoryIds",
      (select coalesce(json_agg(json_build_object('id', sku.id, 'suk', suk, 'listFen', sku.price_fen,
        'vipFen', sku.vip_price_fen, 'costFen', sku.cost_fen) order by position, sku.id), '[]')
        from product_sku as sku where product_id = product.id and not sku.is_del) as skus
    from product where id = ${productId} and not is_del`)
  return rows[0]
}

/**
 * The open coupons for a product of which copies can be spent between two moments: from when they are received first until
 * the last one ends.
 */
export async function listOpenCoupons({ db }: Ctx, productId: number, from: Date, to: Date): Promise<OpenCoupon[]> {
  const [start, end] = [sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`]
  const { rows } = await db.execute<
    Omit<OpenCoupon, 'from' | 'to'> & { opens: string | null; ends: string | null }
  >(sql`
    select * from (
      select id, name, money_fen as "moneyFen", min_price_fen as "minFen", use_type as "useType",
        (select coalesce(json_agg(target_id), '[]') from coupon_scope where coupon_id = coupon.id) as "scopeIds",
        greatest(receive_start, use_start) as opens,
        case when is_fixed_time then use_end else receive_end + day * interval '1 day' end as ends
      from coupon where status and not is_del and ${isForProduct(productId)}
    ) as open
    where (opens is null or opens <= ${end}) and (ends is null or ends >= ${start} - interval '1 second')
    order by id`)
  return rows.map(({ opens, ends, ...coupon }) => ({
    ...coupon,
    from: opens === null ? null : new Date(opens),
    to: ends === null ? null : new Date(ends),
  }))
}
