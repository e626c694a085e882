import { sql } from 'drizzle-orm'
import { fulfil } from './order-life.demo.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, midnightOf, type Stage } from './order-stage.demo.ts'
import { orderOf } from './order-story.demo.ts'

type Sale = { activityId: number; activitySkuId: number; quota: number; startHour: number; isFew: boolean }
/** Orders in a flash sale that still has some left. */
const SOME = 4

/** What was bought in flash sales in the last days, each in its hours: those of few units are bought out. */
export async function sellInSales(stage: Stage): Promise<void> {
  const { tx } = stage
  const { rows } = await tx.db.execute<Sale>(sql`
    select activity.id as "activityId", min(taking.id) as "activitySkuId", sum(quota)::int as quota, start_hour as "startHour",
      sum(quota_show) < 5 as "isFew"
    from activity join activity_sku as taking on taking.activity_id = activity.id and not taking.is_del
    join seckill on seckill.activity_id = activity.id join seckill_slot as slot on slot.id = time_id
    where activity.status and not activity.is_del and start_at < ${tx.now().toISOString()}::timestamptz - interval '1 day'
    group by activity.id, start_hour order by activity.id`)
  for (const { activityId, activitySkuId, quota, startHour, isFew } of rows)
    for (let at = 0; at < (isFew ? quota : SOME); at++) {
      const days = isFew ? 1 : 1 + (at % 2)
      const moment = midnightOf(tx.now()) - days * DAY_MS + startHour * HOUR_MS + (7 + 9 * at) * MINUTE_MS
      const hours = (tx.now().getTime() - moment) / HOUR_MS
      await fulfil(
        await orderOf(stage, { hours, who: activityId * 5 + at * 11, sale: { activityId, activitySkuId, num: 1 } }),
      )
    }
}
