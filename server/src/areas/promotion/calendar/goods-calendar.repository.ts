import { type ActivityType, activityPhase, nextWindow, type Slot } from '@zhanggui/domain/promotion/activity.ts'
import type { SaleWay } from '@zhanggui/domain/promotion/lowest-price.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { isForProduct, unitWithCoupon } from './calendar.parts.ts'
import type { CalendarFilter, CalendarItem } from './calendar.repository.ts'

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** The least that a coupon that can be spent meanwhile makes of a unit; null where the activity takes none, or there is none. */
const withCoupon = (allowCoupon: boolean): SQL => sql`(
  select min(${unitWithCoupon(sql`unit_fen`, sql`coupon.money_fen`, sql`coupon.min_price_fen`)}) from coupon
  where coalesce(activity.allow_coupon, ${allowCoupon}) and coupon.status and not coupon.is_del
    and ${isForProduct(sql`activity.product_id`)}
    and coalesce(greatest(receive_start, use_start) < activity.stop_at, true)
    and coalesce(case when is_fixed_time then use_end else receive_end + day * interval '1 day' end >= activity.start_at, true))`

/** The activities of a kind with goods of their own, whose days touch the time; each with the SKU that comes nearest to its cost. */
export const listGoods =
  (type: ActivityType) =>
  async ({ db, now }: Ctx, { from, end, productId, cateId, allowCoupon }: CalendarFilter): Promise<CalendarItem[]> => {
    const ofProduct = productId ? sql`activity.product_id = ${productId}` : sql`true`
    const inCategory = cateId
      ? sql`exists (select from product_category as place
          where place.product_id = activity.product_id and place.category_id = ${cateId})`
      : sql`true`
    type Row = Pick<
      CalendarItem,
      'id' | 'title' | 'productId' | 'image' | 'status' | 'lowestFen' | 'costFen' | 'lowestOf'
    >
    const { rows } = await db.execute<
      Row & { startAt: string; stopAt: string; slot: Slot | null; quota: number; quotaShow: number }
    >(sql`
      select activity.id, title, activity.product_id as "productId", activity.image, activity.status, start_at as "startAt",
        stop_at as "stopAt", sums.quota, sums.quota_show as "quotaShow", near.lowest_fen as "lowestFen",
        near.cost_fen as "costFen", coalesce(near.name, '') as "lowestOf",
        case when slot.id is not null then json_build_object('startHour', slot.start_hour, 'endHour', slot.end_hour,
          'isOpen', slot.status and not slot.is_del) end as slot
      from activity
      left join seckill on seckill.activity_id = activity.id
      left join seckill_slot as slot on slot.id = seckill.time_id
      cross join lateral (
        select coalesce(sum(quota), 0)::int as quota, coalesce(sum(quota_show), 0)::int as quota_show
        from activity_sku where activity_id = activity.id and not is_del
      ) as sums
      left join lateral (
        select lowest_fen, cost_fen, name from (
          select least(unit_fen, ${withCoupon(allowCoupon)}) as lowest_fen, cost_fen, name, sku_id from (
            select least(case when activity.type = 2 then taking.min_price_fen else taking.price_fen end, sku.price_fen) as unit_fen,
              sku.cost_fen, sku.id as sku_id, concat_ws(' ', store_name, nullif(suk, '默认')) as name
            from activity_sku as taking join product_sku as sku on sku.id = taking.product_sku_id and not sku.is_del
            join product on product.id = sku.product_id
            where taking.activity_id = activity.id and not taking.is_del
          ) as units
        ) as priced
        order by lowest_fen::float8 / nullif(cost_fen, 0) nulls last, lowest_fen, sku_id limit 1
      ) as near on true
      where activity.type = ${type} and not activity.is_del and start_at < ${moment(end)} and stop_at > ${moment(from)}
        and ${ofProduct} and ${inCategory}
      order by start_at, activity.id`)
    return rows.map(({ startAt, stopAt, slot, quota, quotaShow, ...row }) => {
      const times = { status: row.status, startAt: new Date(startAt), stopAt: new Date(stopAt), slot }
      return {
        ...row,
        phase: activityPhase(times, now()),
        from: times.startAt,
        // The last second of its last day.
        to: new Date(times.stopAt.getTime() - 1000),
        isLimited: true,
        total: quotaShow,
        received: quotaShow - quota,
        receiveFrom: null,
        receiveTo: null,
      }
    })
  }

/** A way in which a SKU is sold besides the ordinary one, as far as it lies in some time. */
export type ActivityWay = SaleWay & { skuId: number }

/** The open activities of a product that sell something within the time; a flash sale by its first hours in it. */
export async function listWays(
  { db }: Ctx,
  productId: number,
  { from, to, allowCoupon }: { from: Date; to: Date; allowCoupon: boolean },
): Promise<ActivityWay[]> {
  const { rows } = await db.execute<
    Omit<ActivityWay, 'from' | 'to'> & { startAt: string; stopAt: string; slot: Slot | null }
  >(sql`
    select activity.id, type, title, start_at as "startAt", stop_at as "stopAt", sku.id as "skuId",
      coalesce(allow_coupon, ${allowCoupon}) as "allowsCoupon",
      least(case when type = 2 then taking.min_price_fen else taking.price_fen end, sku.price_fen) as "unitFen",
      case when slot.id is not null then json_build_object('startHour', slot.start_hour, 'endHour', slot.end_hour,
        'isOpen', slot.status and not slot.is_del) end as slot
    from activity
    join activity_sku as taking on taking.activity_id = activity.id and not taking.is_del and taking.quota > 0
    join product_sku as sku on sku.id = taking.product_sku_id and not sku.is_del
    left join seckill on seckill.activity_id = activity.id
    left join seckill_slot as slot on slot.id = seckill.time_id
    where activity.product_id = ${productId} and activity.status and not activity.is_del
      and start_at <= ${moment(to)} and stop_at > ${moment(from)}
    order by activity.id, sku.id`)
  return rows.flatMap(({ startAt, stopAt, slot, ...way }) => {
    if (slot && !slot.isOpen) return []
    const times = { status: true, startAt: new Date(startAt), stopAt: new Date(stopAt), slot }
    const window = nextWindow(times, from)
    if (!window || window.from > to) return []
    return [{ ...way, from: window.from, to: new Date(window.to.getTime() - 1000) }]
  })
}
