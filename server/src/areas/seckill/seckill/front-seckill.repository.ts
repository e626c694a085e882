import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** A slot with its hours, that has flash sales on a day. */
export type DaySlot = { id: number; name: string; sliderImgs: string[]; startHour: number; endHour: number }

const isOnSale = sql`product.is_show and not product.is_recycle and not product.is_del`
/** Who finds a product in lists: members see those for members too. */
const isFound = (finds: 'all' | 'members') => (finds === 'members' ? sql`visibility in (0, 2)` : sql`visibility = 0`)

/** Open flash sales that run in their slot on a day: it lies within their days, whatever the hour. */
const onDay = (day: Date) => sql`activity.type = 1 and activity.status and not activity.is_del
  and start_at <= ${day.toISOString()}::timestamptz + slot.start_hour * interval '1 hour'
  and stop_at > ${day.toISOString()}::timestamptz + slot.start_hour * interval '1 hour' and slot.status and not slot.is_del`

/** The slots of a day that have something to sell, in the order of their hours. @param day its first moment */
export async function listSlots({ db }: Ctx, day: Date, finds: 'all' | 'members'): Promise<DaySlot[]> {
  const { rows } = await db.execute<DaySlot>(sql`
    select slot.id, slot.name, slider_imgs as "sliderImgs", start_hour as "startHour", end_hour as "endHour"
    from seckill_slot as slot where exists (
      select from seckill join activity on activity.id = activity_id join product on product.id = product_id
      where time_id = slot.id and ${onDay(day)} and ${isOnSale} and ${isFound(finds)})
    order by start_hour`)
  return rows
}

export type CardRow = {
  id: number
  productId: number
  cid: number
  image: string
  title: string
  unitName: string
  priceFen: number
  otPriceFen: number
  quota: number
  quotaShow: number
  num: number
  onceNum: number
}

/** A page of the flash sales of a slot on a day, the highest sort first. */
export async function listCards(
  { db }: Ctx,
  { timeId, day, finds }: { timeId: number; day: Date; finds: 'all' | 'members' },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CardRow[]; total: number }> {
  const from = sql`from seckill join seckill_slot as slot on slot.id = time_id join activity on activity.id = activity_id
    join product on product.id = product_id where time_id = ${timeId} and ${onDay(day)} and ${isOnSale} and ${isFound(finds)}`
  const { rows } = await db.execute<CardRow>(sql`
    with page as materialized (
      select activity.id, product_id, coalesce(cate_ids[1], 0) as cid, activity.image, title, activity.unit_name, activity.sort, num, once_num
      ${from} order by activity.sort desc, activity.id desc limit ${limit} offset ${offset}
    )
    select page.id, product_id as "productId", cid, image, title, unit_name as "unitName", num, once_num as "onceNum", taking.*
    from page cross join lateral (
      select coalesce(min(least(taking.price_fen, sku.price_fen)), 0)::int as "priceFen",
        coalesce((array_agg(sku.ot_price_fen order by taking.price_fen, taking.id))[1], 0)::int as "otPriceFen",
        coalesce(sum(least(quota, sku.stock)), 0)::int as quota,
        coalesce(sum(quota_show), 0)::int as "quotaShow"
      from activity_sku as taking join product_sku as sku on sku.id = product_sku_id where activity_id = page.id 
        and not taking.is_del and not sku.is_del and sku.is_show
    ) as taking
    order by page.sort desc, page.id desc`)
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`)
  return { rows, total: counted[0]?.total ?? 0 }
}
