import { type ActivityObject, type ActivityType, activityObjects } from '@zhanggui/domain/promotion/activity.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { preparedSql } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { dayOf, isOpen, lastEnd, paidFen, phaseAt, takings } from './activity.parts.ts'
import { activities } from './activity.tables.ts'

/** Staff's lists of products are a second behind what other processes change. */
export const inActivities = ({ platform }: Ctx) =>
  platform.caches.named<ReadonlySet<number>>('products-in-activities', { ttlSeconds: 1, max: 1 })

/** The products that any activity is of that is not deleted, whether it runs or not: the others need not be asked about. */
async function listInActivities(ctx: Ctx): Promise<ReadonlySet<number>> {
  const { rows: found } = await ctx.db.execute<{ id: number }>(
    sql`select distinct product_id as id from activity where not is_del`,
  )
  return new Set(found.map(({ id }) => Number(id)))
}

/** An activity of a product that is open and not over, or in which something goes on, with a SKU that takes part. */
export type ActivityUse = {
  type: ActivityObject
  id: number
  name: string
  productId: number
  skuId: number
}

/** Whether something goes on in a row `activity` whatever its switch: teams that run, sessions that are being cut or are to be ordered. */
const goesOn = sql`(exists (select from team where activity_id = activity.id and team.status = 1)
  or exists (select from bargain_session as session where session.activity_id = activity.id
    and (session.status = 1 or session.status = 3 and session.order_id is null)))`

type FoundUse = Omit<ActivityUse, 'type'> & { type: ActivityType }

/** @param of a condition on `activity` */
const usesOf = (of: SQL) => sql`
  select activity.type, activity.id, activity.title as name, activity.product_id as "productId", product_sku_id as "skuId"
  from activity join activity_sku as taking on taking.activity_id = activity.id and not taking.is_del
  left join seckill on seckill.activity_id = activity.id left join seckill_slot as slot on slot.id = seckill.time_id
  where not activity.is_del and ${of} and (${isOpen} and ${lastEnd} > ${sql.placeholder('now')}::timestamptz or ${goesOn})
  order by activity.id, taking.id`
// Every list of products asks for them: to plan the statement anew would cost more than the rest of the list.
const usesOfProducts = preparedSql<FoundUse>('activity_uses', () =>
  usesOf(sql`activity.product_id = any(${sql.placeholder('ids')}::bigint[])`),
)
const usesOfAll = preparedSql<FoundUse>('activity_uses_all', () => usesOf(sql`true`))

/** As {@link listUses}, for lists that only show it: products that no activity is of cost no statement. */
export async function listShownUses(ctx: Ctx, productIds: readonly number[]): Promise<ActivityUse[]> {
  const some = await inActivities(ctx).get('all', () => listInActivities(ctx))
  const ids = productIds.filter((id) => some.has(id))
  return ids.length ? listUses(ctx, ids) : []
}

/** The activities of products that are open and not over, or in which something goes on, with each SKU that takes part. */
export async function listUses({ db, now }: Ctx, productIds: readonly number[] | 'all'): Promise<ActivityUse[]> {
  const at = { now: now().toISOString() }
  const found =
    productIds === 'all' ? await usesOfAll(db, at) : await usesOfProducts(db, { ...at, ids: [...productIds] })
  return found.map(({ type, ...use }) => ({ ...use, type: activityObjects[type] }))
}

/** The activities of a product that are open or closed and not over, or in which something goes on. */
export async function listAlive({ db, now }: Ctx, productId: number) {
  const { id, type } = activities
  return db
    .select({ id, type })
    .from(activities)
    .where(
      and(eq(activities.productId, productId), eq(activities.isDel, false), sql`(stop_at > ${now()} or ${goesOn})`),
    )
    .orderBy(id)
}

/** Another activity that would run while this one does. */
export type Overlap = {
  id: number
  type: ActivityType
  title: string
  startAt: Date
  stopAt: Date
  sameSku: boolean
  sameSlot: boolean
}

/** The open activities of a product within a stretch of days, besides one. */
export async function listOverlaps(
  { db, now }: Ctx,
  {
    id,
    productId,
    skuIds,
    from,
    to,
    timeId,
  }: { id: number; productId: number; skuIds: readonly number[]; from: Date; to: Date; timeId: number },
): Promise<Overlap[]> {
  const skus = sql.param([...skuIds])
  const { rows: found } = await db.execute<
    Omit<Overlap, 'startAt' | 'stopAt'> & { startAt: string; stopAt: string }
  >(sql`
    select activity.id, activity.type, activity.title, start_at as "startAt", stop_at as "stopAt",
      exists (select from activity_sku where activity_id = activity.id and not is_del and product_sku_id = any(${skus})) as "sameSku",
      coalesce(seckill.time_id = ${timeId}, false) as "sameSlot"
    from activity left join seckill on seckill.activity_id = activity.id left join seckill_slot as slot on slot.id = seckill.time_id
    where activity.product_id = ${productId} and not activity.is_del and activity.id <> ${id} and ${isOpen}
      and ${lastEnd} > ${now().toISOString()}::timestamptz and start_at < ${to.toISOString()}::timestamptz
      and stop_at > ${from.toISOString()}::timestamptz
    order by activity.id`)
  return found.map((row) => ({ ...row, startAt: new Date(row.startAt), stopAt: new Date(row.stopAt) }))
}

/** What is left in other open activities of SKUs, by SKU. */
export async function sumOthers({ db, now }: Ctx, id: number, skuIds: readonly number[]): Promise<Map<number, number>> {
  const { rows: found } = await db.execute<{ skuId: number; quota: number }>(sql`
    select product_sku_id as "skuId", sum(quota)::int as quota
    from activity_sku as taking join activity on activity.id = taking.activity_id
    left join seckill on seckill.activity_id = activity.id left join seckill_slot as slot on slot.id = seckill.time_id
    where product_sku_id = any(${sql.param([...skuIds])}) and not taking.is_del and not activity.is_del and activity.id <> ${id}
      and ${isOpen} and ${lastEnd} > ${now().toISOString()}::timestamptz
    group by 1`)
  return new Map(found.map(({ skuId, quota }) => [skuId, quota]))
}

/** An activity that runs, with its lowest price, and the moment at which it pauses or ends. */
export type RunningUse = {
  id: number
  type: ActivityType
  productId: number
  priceFen: number
  /** Of a team; 0 for other kinds. */
  people: number
  endAt: string
}

/** The activities that run now, those that end first before the others. */
export async function listRunning({ db, now }: Ctx): Promise<RunningUse[]> {
  const at = sql`${now().toISOString()}::timestamptz`
  const { rows: found } = await db.execute<RunningUse>(sql`
    select activity.id, activity.type, activity.product_id as "productId", coalesce(combination.people, 0) as people, cheapest.fen as "priceFen",
      case when slot.id is null then stop_at else least(stop_at, ${dayOf(at)} + slot.end_hour * interval '1 hour') end as "endAt"
    from activity left join seckill on seckill.activity_id = activity.id left join seckill_slot as slot on slot.id = seckill.time_id
    left join combination on combination.activity_id = activity.id
    cross join lateral (select coalesce(min(${paidFen}), 0)::bigint as fen from ${takings}
      where taking.activity_id = activity.id and not taking.is_del) as cheapest
    where activity.status and not activity.is_del and stop_at > ${at} and ${phaseAt(now())} = 'running'
    order by ${lastEnd}, activity.id`)
  return found.map((row) => ({ ...row, priceFen: Number(row.priceFen) }))
}
