import type { Slot } from '@zhanggui/domain/promotion/activity.ts'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { leftOfTakings, noticed, takings } from '../../promotion/activity/activity.parts.ts'

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Flash sales with their slots that run on a day, whether they are open or not. @param day its first moment */
const onDay = (day: Date) => sql`activity join seckill on seckill.activity_id = activity.id
  join seckill_slot as slot on slot.id = seckill.time_id
  where activity.type = 1 and not activity.is_del
    and greatest(start_at, ${moment(day)} + slot.start_hour * interval '1 hour')
      < least(stop_at, ${moment(day)} + slot.end_hour * interval '1 hour')`

export type DaySlotRow = { id: number; name: string; count: number } & Slot

/** The slots, by their hours, with the number of flash sales in them on a day. */
export async function listSlots({ db }: Ctx, day: Date): Promise<DaySlotRow[]> {
  const { rows } = await db.execute<DaySlotRow>(sql`
    with counted as (select slot.id, count(*)::int as count from ${onDay(day)} group by slot.id)
    select slot.id, name, start_hour as "startHour", end_hour as "endHour", status as "isOpen", coalesce(count, 0) as count
    from seckill_slot as slot left join counted using (id) where not is_del order by start_hour`)
  return rows
}

export type DaySaleRow = {
  id: number
  version: number
  productId: number
  storeName: string
  title: string
  image: string
  timeId: number
  startAt: Date
  stopAt: Date
  status: boolean
  slot: Slot
  priceFen: number
  otPriceFen: number
  quotaShow: number
  reserved: number
  sold: number
  left: number
  soldOut: boolean
  belowCost: boolean
}

/** The flash sales of a day by their slots, in each the highest sort first. */
export async function listSales({ db }: Ctx, day: Date, limit: number): Promise<DaySaleRow[]> {
  const { rows } = await db.execute<Omit<DaySaleRow, 'startAt' | 'stopAt'> & { startAt: string; stopAt: string }>(sql`
    with page as materialized (
      select activity.id, activity.version, activity.type, activity.product_id, title, activity.image, activity.status, activity.sort,
        start_at, stop_at, slot.id as time_id, slot.start_hour, slot.end_hour, slot.status and not slot.is_del as is_open
      from ${onDay(day)} order by slot.start_hour, activity.sort desc, activity.id desc limit ${limit}
    )
    select activity.id, activity.version, activity.product_id as "productId", title,
      (select store_name from product where product.id = activity.product_id) as "storeName", activity.image, activity.status, start_at as "startAt",
      stop_at as "stopAt", time_id as "timeId",
      json_build_object('startHour', start_hour, 'endHour', end_hour, 'isOpen', is_open) as slot, sums.*
    from page as activity cross join lateral (
      select coalesce(sum(quota_show), 0)::int as "quotaShow", coalesce(sum(reserved), 0)::int as reserved,
        coalesce(sum(sold), 0)::int as sold, ${leftOfTakings}::int as left, coalesce(sum(quota) = 0, true) as "soldOut",
        ${noticed.belowCost} as "belowCost", coalesce(min(taking.price_fen), 0)::bigint as "priceFen",
        coalesce((array_agg(sku.ot_price_fen order by sku.is_del, taking.price_fen, taking.id))[1], 0)::bigint as "otPriceFen"
      from ${takings} where taking.activity_id = activity.id and not taking.is_del
    ) as sums
    order by start_hour, sort desc, activity.id desc`)
  return rows.map(({ startAt, stopAt, ...row }) => ({ ...row, startAt: new Date(startAt), stopAt: new Date(stopAt) }))
}

/** How many flash sales a day has, and what their quotas come to. */
export async function sumSales({ db }: Ctx, day: Date) {
  const { rows } = await db.execute<{ total: number; quotaShow: number; reserved: number; sold: number }>(sql`
    with found as materialized (select activity.id from ${onDay(day)})
    select (select count(*)::int from found) as total, coalesce(sum(quota_show), 0)::int as "quotaShow",
      coalesce(sum(reserved), 0)::int as reserved, coalesce(sum(sold), 0)::int as sold
    from activity_sku where activity_id in (select id from found) and not is_del`)
  const [row] = rows
  if (!row) throw new Error('the flash sales of a day were not summed')
  return row
}

/** How many orders of flash sales were placed between two moments, by stretches of ten minutes; those without any are missing. */
export async function countOrders({ db }: Ctx, from: Date, to: Date): Promise<{ stretch: number; count: number }[]> {
  const { rows } = await db.execute<{ stretch: number; count: number }>(sql`
    select floor(extract(epoch from o.created_at - ${moment(from)}) / 600)::int as stretch, count(*)::int as count
    from store_order as o join activity on activity.id = activity_id
    where o.created_at >= ${moment(from)} and o.created_at < ${moment(to)} and activity_id > 0 and activity.type = 1
    group by 1`)
  return rows
}
