import type { activityKinds } from '@zhanggui/contract/promotion/activity-calendar.ts'
import type { StyleType } from '@zhanggui/domain/promotion/activity-style.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { bestDiscount, bestUnit, isForCategory, isForProduct, unitWithCoupon } from './calendar.parts.ts'
import { listGoods } from './goods-calendar.repository.ts'
import type { Margins } from './margin.repository.ts'
import { listStyles } from './style-calendar.repository.ts'

/** What the calendar shows: what runs within a time, of a product or a category if asked. */
export type CalendarFilter = {
  from: Date
  /** The first moment after it. */
  end: Date
  productId?: number | undefined
  cateId?: number | undefined
  vipOpen: boolean
  /** Whether activities that say nothing of it take coupons. */
  allowCoupon: boolean
  /** Of all goods; not for those of a single product. */
  margins?: Margins | undefined
}

/** Something that runs for a time. */
export type CalendarItem = {
  /** Of what is no coupon; that of coupons follows from the rest. */
  phase?: string
  styleType?: StyleType
  id: number
  title: string
  /** Of what is of one product; 0 and ''. */
  productId: number
  image: string
  from: Date
  /** Null: without an end. */
  to: Date | null
  status: boolean
  isLimited: boolean
  total: number
  received: number
  receiveFrom: Date | null
  receiveTo: Date | null
  /** Of the SKU that comes nearest to its cost; null and '' when it covers none that is for sale. */
  lowestFen: number | null
  costFen: number | null
  lowestOf: string
}

const onSale = sql`product.is_show and not product.is_recycle and not product.is_del and sku.is_show and not sku.is_del`

/**
 * Coupons that can be received within the time, each judged on every SKU it covers and that is for sale. Those of some
 * products, and all where a product is asked for, read them all; for categories and for all goods the SKUs that decide are given.
 */
async function listCoupons({ db }: Ctx, filter: CalendarFilter): Promise<CalendarItem[]> {
  const { from, end, productId, cateId, vipOpen, margins } = filter
  const unit = bestUnit(sql`(select discount from best)`)
  const lowest = unitWithCoupon(sql`unit_fen`, sql`running.money_fen`, sql`running.min_price_fen`)
  const start = sql`coalesce(receive_start, created_at)`
  const stop = sql`least(receive_end, use_end)`
  const bandOfThreshold = sql`width_bucket(running.min_price_fen, ${`{${margins?.thresholds.join() ?? ''}}`}::bigint[])`
  const sku = (rest: SQL) => sql`select sku.id as sku_id, ${unit} as unit_fen, sku.cost_fen ${rest} and ${onSale}`
  const covered = productId
    ? sku(sql`from product_sku as sku join product on product.id = product_id where product_id = ${productId}`)
    : sql`
        ${sku(sql`from coupon_scope join product_sku as sku on product_id = target_id join product on product.id = product_id
          where running.use_type = 2 and coupon_id = running.id`)}
        union all select near[1], near[2], near[3] from nearest cross join lateral (values
          (case when band >= ${bandOfThreshold} then "byAmount" else "byShare" end), (cheapest)) as found (near)
        where running.use_type <> 2 and place = any(running.places) and near is not null`
  const places = sql`case use_type when 1 then array[0]::bigint[]
    when 3 then array(select target_id from coupon_scope where coupon_id = coupon.id) end`
  const { rows } = await db.execute<Omit<CalendarItem, 'from' | 'to' | 'receiveFrom' | 'receiveTo'> & Times>(sql`
    with best as materialized (select ${bestDiscount(vipOpen)} as discount),
    running as materialized (
      select *, ${start} as starts, ${stop} as stops, ${places} as places from coupon
      where not is_del and ${start} < ${moment(end)} and (${stop} is null or ${stop} >= ${moment(from)})
        and ${productId ? isForProduct(productId) : sql`true`} and ${cateId ? isForCategory(cateId) : sql`true`}
    ),
    nearest as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(margins?.nearest ?? [])}::jsonb)
        as given (place bigint, band int, "byAmount" bigint[], "byShare" bigint[], cheapest bigint[])
    )
    select running.id, running.name as title, coalesce(single.id, 0) as "productId", coalesce(single.image, '') as image,
      starts as "startsAt", stops as "stopsAt", status, is_limited as "isLimited", total, received,
      receive_start as "receiveStart", receive_end as "receiveEnd",
      near.lowest_fen as "lowestFen", near.cost_fen as "costFen", coalesce(named.name, '') as "lowestOf"
    from running
    left join lateral (
      select product.id, product.image from product
      where running.use_type = 2 and product.id = (
        select min(target_id) from coupon_scope where coupon_id = running.id having count(*) = 1)
    ) as single on true
    left join lateral (
      select ${lowest} as lowest_fen, cost_fen, sku_id from (${covered}) as covered
      order by ${lowest}::float8 / nullif(cost_fen, 0) nulls last, 1, sku_id limit 1
    ) as near on true
    left join lateral (
      select concat_ws(' ', store_name, nullif(suk, '默认')) as name
      from product_sku as sku join product on product.id = product_id where sku.id = near.sku_id
    ) as named on true
    order by starts, running.id`)
  return rows.map(({ startsAt, stopsAt, receiveStart, receiveEnd, ...row }) => ({
    ...row,
    from: new Date(startsAt),
    to: stopsAt === null ? null : new Date(stopsAt),
    receiveFrom: receiveStart === null ? null : new Date(receiveStart),
    receiveTo: receiveEnd === null ? null : new Date(receiveEnd),
  }))
}

type Times = { startsAt: string; stopsAt: string | null; receiveStart: string | null; receiveEnd: string | null }
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** One query for each kind of activity, by its number: 4 coupons, 5 styles, the others with goods of their own. */
export const calendarSources: Record<
  (typeof activityKinds)[number],
  (ctx: Ctx, filter: CalendarFilter) => Promise<CalendarItem[]>
> = {
  1: listGoods(1),
  2: listGoods(2),
  3: listGoods(3),
  4: listCoupons,
  5: listStyles,
}
