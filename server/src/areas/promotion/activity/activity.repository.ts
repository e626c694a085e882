import type { ActivityPhase, ActivityType, Slot } from '@zhanggui/domain/promotion/activity.ts'
import { and, desc, eq, getTableColumns, inArray, ne, or, sql } from 'drizzle-orm'
import { among, has, is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { bargains } from '../../bargain/bargain/bargain.tables.ts'
import { combinations } from '../../combination/combination/combination.tables.ts'
import { productAttrs, productSkus, products } from '../../product/product/product.tables.ts'
import { seckills } from '../../seckill/seckill/seckill.tables.ts'
import { seckillSlots } from '../../seckill/slot/seckill-slot.tables.ts'
import { inOwnStores } from '../../user/scope/told-order.parts.ts'
import { isOpen, lastEnd, phaseAt } from './activity.parts.ts'
import { activities, activitySkus } from './activity.tables.ts'

export type ActivityRow = typeof activities.$inferSelect
export type ActivitySkuRow = typeof activitySkus.$inferSelect
/** An activity with what its kind has of its own, and its slot, if it has one; null of other kinds. */
export type ActivityRecord = ActivityRow & {
  slot: (Slot & { id: number; name: string }) | null
  seckill: { timeId: number; num: number; onceNum: number; totalNum: number } | null
  combination: Omit<typeof combinations.$inferSelect, 'activityId'> | null
  /** With what its price is cut from and to. */
  bargain:
    | (Omit<typeof bargains.$inferSelect, 'activityId' | 'rule'> & { priceFen: number; minPriceFen: number })
    | null
}

export const { insert, update } = rows(activities)

const slot = sql<
  ActivityRecord['slot']
>`case when slot.id is not null then json_build_object('id', slot.id, 'name', slot.name,
  'startHour', slot.start_hour, 'endHour', slot.end_hour, 'isOpen', slot.status and not slot.is_del) end`
const seckill = sql<
  ActivityRecord['seckill']
>`case when seckill.activity_id is not null then json_build_object('timeId', seckill.time_id,
  'num', seckill.num, 'onceNum', seckill.once_num, 'totalNum', seckill.total_num) end`
const combination = sql<
  ActivityRecord['combination']
>`case when combination.activity_id is not null then json_build_object('people', people, 'effectiveHours', effective_hours,
  'num', combination.num, 'onceNum', combination.once_num, 'virtualRation', virtual_ration, 'isHot', combination.is_hot) end`
const bargain = sql<
  ActivityRecord['bargain']
>`case when bargain.activity_id is not null then (select json_build_object('peopleNum', people_num, 'bargainNum', bargain_num,
  'num', bargain.num, 'cutMinFen', cut_min_fen, 'cutMaxFen', cut_max_fen, 'isHot', bargain.is_hot,
  'priceFen', coalesce(min(taking.price_fen), 0), 'minPriceFen', coalesce(min(taking.min_price_fen), 0))
  from activity_sku as taking where taking.activity_id = bargain.activity_id and not taking.is_del) end`
const slotOf = sql`${seckillSlots} as slot`

function selectRecords({ db }: Ctx) {
  return db
    .select({ ...getTableColumns(activities), slot, seckill, combination, bargain })
    .from(activities)
    .leftJoin(seckills, eq(seckills.activityId, activities.id))
    .leftJoin(slotOf, sql`slot.id = seckill.time_id`)
    .leftJoin(combinations, eq(combinations.activityId, activities.id))
    .leftJoin(bargains, eq(bargains.activityId, activities.id))
    .$dynamic()
}

/** What a list of activities is asked for. */
export type ActivityFilter = {
  type: ActivityType
  /** An id, or part of a title. */
  keywords?: string | undefined
  status?: boolean | undefined
  isDel?: boolean | undefined
  productId?: number | undefined
  timeId?: number | undefined
  phase?: ActivityPhase | undefined
  /** These alone. */
  ids?: readonly number[] | undefined
}

function matching({ type, keywords, status, isDel = false, productId, timeId, phase, ids }: ActivityFilter, now: Date) {
  const isId = keywords !== undefined && /^\d{1,15}$/.test(keywords)
  return and(
    eq(activities.type, type),
    eq(activities.isDel, isDel),
    isId ? or(eq(activities.id, Number(keywords)), has(activities.title, keywords)) : has(activities.title, keywords),
    among(activities.id, ids),
    is(activities.status, status),
    is(activities.productId, productId),
    is(seckills.timeId, timeId),
    phase && sql`${phaseAt(now)} = ${phase}`,
  )
}

/** A page of activities of a kind, the highest sort first. */
export async function list(ctx: Ctx, filter: ActivityFilter, { limit, offset }: Page) {
  const where = matching(filter, ctx.now())
  const order = [desc(activities.sort), desc(activities.id)]
  // What records have of their own is read for the page alone.
  const page = ctx.db
    .select({ id: activities.id })
    .from(activities)
    .leftJoin(seckills, eq(seckills.activityId, activities.id))
    .leftJoin(slotOf, sql`slot.id = seckill.time_id`)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const ids = (await page).map(({ id }) => id)
  const found = ids.length
    ? await selectRecords(ctx)
        .where(inArray(activities.id, ids))
        .orderBy(...order)
    : []
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(activities)
    .leftJoin(seckills, eq(seckills.activityId, activities.id))
    .leftJoin(slotOf, sql`slot.id = seckill.time_id`)
    .where(where)
  return { rows: found, total: counted?.total ?? 0 }
}

/** How many activities there are of each phase. */
export async function countPhases(ctx: Ctx, filter: ActivityFilter): Promise<Partial<Record<ActivityPhase, number>>> {
  const phase = phaseAt(ctx.now())
  const found = await ctx.db
    .select({ phase, count: sql<number>`count(*)`.mapWith(Number) })
    .from(activities)
    .leftJoin(seckills, eq(seckills.activityId, activities.id))
    .leftJoin(slotOf, sql`slot.id = seckill.time_id`)
    .where(matching(filter, ctx.now()))
    .groupBy(sql`1`)
  return Object.fromEntries(found.map((each) => [each.phase, each.count]))
}

/** An activity that is not deleted. */
export async function find(ctx: Ctx, id: number): Promise<ActivityRecord | undefined> {
  const [row] = await selectRecords(ctx).where(and(eq(activities.id, id), eq(activities.isDel, false)))
  return row
}

/** An activity, deleted or not. */
export async function findAny(ctx: Ctx, id: number): Promise<ActivityRecord | undefined> {
  const [row] = await selectRecords(ctx).where(eq(activities.id, id))
  return row
}

/** One that is not deleted, locked against changes. */
export async function lock(ctx: Ctx, id: number): Promise<ActivityRecord | undefined> {
  await ctx.db.select({ id: activities.id }).from(activities).where(eq(activities.id, id)).for('no key update')
  return find(ctx, id)
}

/** The state of a product, locked, so that of two activities that stand in each other's way one is opened. */
export async function lockProduct({ db }: Ctx, id: number) {
  const { isShow, isRecycle, isDel, specType } = products
  const [row] = await db
    .select({ isShow, isRecycle, isDel, specType })
    .from(products)
    .where(eq(products.id, id))
    .for('no key update')
  return row
}

/** Whether another activity of a kind has a title. */
export async function isTitleTaken({ db }: Ctx, type: ActivityType, title: string, exceptId = 0): Promise<boolean> {
  const { id, isDel } = activities
  const found = await db
    .select({ id })
    .from(activities)
    .where(and(eq(activities.title, title), eq(activities.type, type), eq(isDel, false), ne(id, exceptId)))
    .limit(1)
  return found.length > 0
}

/** The titles of activities of a kind that begin with a text. */
export async function listTitles({ db }: Ctx, type: ActivityType, start: string): Promise<string[]> {
  const { title } = activities
  const found = await db
    .select({ title })
    .from(activities)
    .where(and(eq(activities.type, type), eq(activities.isDel, false), sql`starts_with(${title}, ${start})`))
  return found.map((each) => each.title)
}

/** What the SKUs that take part come to. */
export type ActivitySums = {
  activityId: number
  quotaShow: number
  quota: number
  reserved: number
  sold: number
  /** What buyers can have: no more than there is of it in stock and on the shelf. */
  left: number
  /** Some SKU is cheaper on the shelf. */
  aboveSale: boolean
  soldOutAt: string | null
  cheapest: { priceFen: number; saleFen: number; otPriceFen: number; costFen: number; stock: number }
}

/** The sums of activities. */
export async function sumSkus({ db }: Ctx, ids: readonly number[]): Promise<ActivitySums[]> {
  if (!ids.length) return []
  const { rows: found } = await db.execute<ActivitySums>(sql`
    select taking.activity_id as "activityId", sum(quota_show)::int as "quotaShow", sum(quota)::int as quota,
      sum(reserved)::int as reserved, sum(sold)::int as sold,
      sum(case when sku.is_show and not sku.is_del and product.is_show and not product.is_recycle and not product.is_del
        then least(quota, sku.stock) else 0 end)::int as left,
      bool_or(sku.price_fen < case when activity.type = 2 then taking.min_price_fen else taking.price_fen end) as "aboveSale",
      case when sum(quota) = 0 then max(sold_out_at) end as "soldOutAt",
      (array_agg(json_build_object('priceFen', taking.price_fen, 'saleFen', sku.price_fen, 'otPriceFen', sku.ot_price_fen,
        'costFen', sku.cost_fen, 'stock', sku.stock) order by sku.is_del, taking.price_fen, taking.id))[1] as cheapest
    from activity_sku as taking join activity on activity.id = taking.activity_id
    join product_sku as sku on sku.id = product_sku_id join product on product.id = sku.product_id
    where taking.activity_id = any(${sql.param([...ids])}) and not taking.is_del group by taking.activity_id`)
  return found
}

/** The live SKUs of an activity's product in their order, with what they have in it. */
export async function listSkus({ db }: Ctx, activityId: number, productId: number) {
  const {
    id: skuId,
    suk,
    attrValue,
    image,
    priceFen,
    otPriceFen,
    costFen,
    stock,
    barCode,
    weight,
    volume,
    isShow,
  } = productSkus
  return db
    .select({
      skuId,
      suk,
      attrValue,
      image,
      saleFen: priceFen,
      otPriceFen,
      costFen,
      stock,
      barCode,
      weight,
      volume,
      isShow,
      taking: activitySkus,
    })
    .from(productSkus)
    .leftJoin(
      activitySkus,
      and(
        eq(activitySkus.productSkuId, productSkus.id),
        eq(activitySkus.activityId, activityId),
        eq(activitySkus.isDel, false),
      ),
    )
    .where(and(eq(productSkus.productId, productId), eq(productSkus.isDel, false)))
    .orderBy(productSkus.position, productSkus.id)
}
export type ListedSku = Awaited<ReturnType<typeof listSkus>>[number]

/** The dimensions of a product's SKUs. */
export function listAttrs({ db }: Ctx, productId: number) {
  const { id, attrName, attrValues, position } = productAttrs
  return db
    .select({ id, attrName, attrValues })
    .from(productAttrs)
    .where(eq(productAttrs.productId, productId))
    .orderBy(position)
}

/** All SKUs of an activity, removed ones too, locked in the order of their ids. */
export function lockSkus({ db }: Ctx, activityId: number): Promise<ActivitySkuRow[]> {
  return db
    .select()
    .from(activitySkus)
    .where(eq(activitySkus.activityId, activityId))
    .orderBy(activitySkus.id)
    .for('update')
}

/** A SKU of an activity as it is to be. */
export type SkuChange = Pick<ActivitySkuRow, 'productSkuId' | 'priceFen' | 'minPriceFen' | 'quotaShow'>

/** Gives SKUs their price and quota, new ones and those removed before too; what is held and sold of them stays. */
export async function storeSkus({ db, now }: Ctx, activityId: number, changes: readonly SkuChange[]): Promise<void> {
  if (!changes.length) return
  await db
    .insert(activitySkus)
    .values(changes.map((change) => ({ ...change, activityId, quota: change.quotaShow })))
    .onConflictDoUpdate({
      target: [activitySkus.activityId, activitySkus.productSkuId],
      set: {
        priceFen: sql`excluded.price_fen`,
        minPriceFen: sql`excluded.min_price_fen`,
        quotaShow: sql`excluded.quota_show`,
        quota: sql`excluded.quota_show - activity_sku.reserved - activity_sku.sold`,
        soldOutAt: sql`case when excluded.quota_show > activity_sku.reserved + activity_sku.sold then null
          else coalesce(activity_sku.sold_out_at, ${now().toISOString()}::timestamptz) end`,
        isDel: false,
      },
    })
}

/** SKUs do not take part any more. */
export async function removeSkus({ db }: Ctx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  await db
    .update(activitySkus)
    .set({ isDel: true })
    .where(inArray(activitySkus.id, [...ids]))
}

/** Sets the whole quota of a SKU that takes part. @returns undefined when more than that is held or sold, or it does not take part */
export async function setQuota({ db, now }: Ctx, activityId: number, skuId: number, quotaShow: number) {
  const { quota, reserved, sold } = activitySkus
  const [row] = await db
    .update(activitySkus)
    .set({
      quotaShow,
      quota: sql`${quotaShow} - ${reserved} - ${sold}`,
      soldOutAt: sql`case when ${quotaShow} > ${reserved} + ${sold} then null
        else coalesce(sold_out_at, ${now().toISOString()}::timestamptz) end`,
    })
    .where(
      and(
        eq(activitySkus.activityId, activityId),
        eq(activitySkus.productSkuId, skuId),
        eq(activitySkus.isDel, false),
        sql`${reserved} + ${sold} <= ${quotaShow}`,
      ),
    )
    .returning({ quota, quotaShow: activitySkus.quotaShow })
  return row
}

/** How many orders of an activity wait for their money. */
export async function countUnpaid({ db }: Ctx, activityId: number): Promise<number> {
  const { rows: found } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from store_order where activity_id = ${activityId} and activity_id > 0 and tab = 1`,
  )
  return found[0]?.count ?? 0
}

/** An activity of a product that is open and not over, or in which something goes on, with a SKU that takes part. */
export type ActivityUse = {
  type: 'seckill' | 'bargain' | 'combination'
  id: number
  name: string
  productId: number
  skuId: number
}

const useTypes = { 1: 'seckill', 2: 'bargain', 3: 'combination' } as const

/** Whether something goes on in a row `activity` whatever its switch: teams that run, sessions that are being cut or are to be ordered. */
const goesOn = sql`(exists (select from team where activity_id = activity.id and team.status = 1)
  or exists (select from bargain_session as session where session.activity_id = activity.id
    and (session.status = 1 or session.status = 3 and session.order_id is null)))`

/** The activities of products that are open and not over, or in which something goes on, with each SKU that takes part. */
export async function listUses({ db, now }: Ctx, productIds: readonly number[] | 'all'): Promise<ActivityUse[]> {
  const of = productIds === 'all' ? sql`true` : sql`activity.product_id = any(${sql.param([...productIds])})`
  const { rows: found } = await db.execute<Omit<ActivityUse, 'type'> & { type: ActivityType }>(sql`
    select activity.type, activity.id, activity.title as name, activity.product_id as "productId", product_sku_id as "skuId"
    from activity join activity_sku as taking on taking.activity_id = activity.id and not taking.is_del
    left join seckill on seckill.activity_id = activity.id left join seckill_slot as slot on slot.id = seckill.time_id
    where not activity.is_del and ${of} and (${isOpen} and ${lastEnd} > ${now().toISOString()}::timestamptz
      or ${goesOn})
    order by activity.id, taking.id`)
  return found.map(({ type, ...use }) => ({ type: useTypes[type], ...use }))
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

/** What the orders of an activity came to. */
export type ActivityMoney = { orderCount: number; buyerCount: number; payFen: number; refundFen: number }

export async function sumOrders({ db }: Ctx, activityId: number): Promise<ActivityMoney> {
  const { rows: found } = await db.execute<ActivityMoney>(sql`
    select count(*) filter (where paid)::int as "orderCount", count(distinct uid) filter (where paid)::int as "buyerCount",
      coalesce(sum(pay_price_fen - refund_price_fen) filter (where paid), 0)::bigint as "payFen",
      coalesce(sum(refund_price_fen) filter (where paid), 0)::bigint as "refundFen"
    from store_order where activity_id = ${activityId} and activity_id > 0`)
  const [row] = found
  if (!row) throw new Error('the orders of an activity were not summed')
  return { ...row, payFen: Number(row.payFen), refundFen: Number(row.refundFen) }
}

/** The newest orders of an activity in the caller's stores. */
export async function listOrders(ctx: Ctx, activityId: number, limit: number) {
  const { rows: found } = await ctx.db.execute<{
    id: number
    orderNo: string
    nickname: string
    num: number
    payFen: number
    tab: number
    refundStatus: number
    createdAt: string
  }>(sql`
    select o.id, o.order_no as "orderNo", coalesce(nullif(nickname, ''), '') as nickname, total_num as num,
      pay_price_fen as "payFen", tab, refund_status as "refundStatus", o.created_at as "createdAt"
    from store_order as o join shop_user on shop_user.id = uid
    where activity_id = ${activityId} and activity_id > 0 and ${inOwnStores(ctx)} order by o.id desc limit ${limit}`)
  return found
}

/** The freight template of activities is replaced. */
export async function moveTemplate({ db, actor, now }: Ctx, from: number, to: number): Promise<void> {
  await db
    .update(activities)
    .set({ tempId: to, version: sql`${activities.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(activities.tempId, from), eq(activities.isDel, false)))
}

/** Of which activity and product SKU an activity SKU is. */
export async function findTaking({ db }: Ctx, id: number) {
  const { activityId, productSkuId: skuId } = activitySkus
  const [row] = await db
    .select({ activityId, skuId, type: activities.type })
    .from(activitySkus)
    .innerJoin(activities, eq(activities.id, activityId))
    .where(eq(activitySkus.id, id))
  return row
}

/** The activities that run now, those that end first before the others. */
export async function listRunning({ db, now }: Ctx): Promise<{ id: number; type: ActivityType; productId: number }[]> {
  const at = sql`${now().toISOString()}::timestamptz`
  const { rows: found } = await db.execute<{ id: number; type: ActivityType; productId: number }>(sql`
    select activity.id, activity.type, activity.product_id as "productId"
    from activity left join seckill on seckill.activity_id = activity.id left join seckill_slot as slot on slot.id = seckill.time_id
    where activity.status and not activity.is_del and stop_at > ${at} and ${phaseAt(now())} = 'running'
    order by ${lastEnd}, activity.id`)
  return found
}

/** Closes and ends an activity whoever asks for it. */
export async function closeNow({ db, now }: Ctx, id: number, stopAt: Date): Promise<void> {
  await db
    .update(activities)
    .set({ status: false, stopAt, version: sql`${activities.version} + 1`, updatedAt: now() })
    .where(eq(activities.id, id))
}
