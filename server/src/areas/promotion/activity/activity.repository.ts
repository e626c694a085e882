import type { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { ActivityNotice, ActivityPhase, ActivityType, Slot } from '@zhanggui/domain/promotion/activity.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { and, desc, eq, getTableColumns, gt, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { allRead, among, has, is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { bargains } from '../../bargain/bargain/bargain.tables.ts'
import { combinations } from '../../combination/combination/combination.tables.ts'
import { products } from '../../product/product/product.tables.ts'
import { seckills } from '../../seckill/seckill/seckill.tables.ts'
import { seckillSlots } from '../../seckill/slot/seckill-slot.tables.ts'
import { noticed, phaseAt, takings } from './activity.parts.ts'
import { activities, type activitySkus } from './activity.tables.ts'
import { inActivities } from './activity-use.repository.ts'

export type ActivityRow = typeof activities.$inferSelect
export type ActivitySkuRow = typeof activitySkus.$inferSelect
/** An activity with what its kind has of its own, and its slot, if it has one; null of other kinds. */
export type ActivityRecord = ActivityRow & {
  /** How often buyers looked at its page. */
  browse: number
  slot: (Slot & { id: number; name: string }) | null
  seckill: Omit<typeof seckills.$inferSelect, 'activityId'> | null
  combination: Omit<typeof combinations.$inferSelect, 'activityId'> | null
  /** With what its price is cut from and to. */
  bargain:
    | (Omit<typeof bargains.$inferSelect, 'activityId' | 'rule'> & { priceFen: number; minPriceFen: number })
    | null
}

const kept = rows(activities)
export const { update } = kept

/** Stores an activity. Returns undefined when its title is taken. */
export async function insert(ctx: Ctx, row: Parameters<typeof kept.insert>[1]) {
  const saved = await kept.insert(ctx, row)
  await inActivities(ctx).drop(ctx.db)
  return saved
}

const slot = sql<
  ActivityRecord['slot']
>`case when slot.id is not null then json_build_object('id', slot.id, 'name', slot.name,
  'startHour', slot.start_hour, 'endHour', slot.end_hour, 'isOpen', slot.status and not slot.is_del) end`
/** Names and values for an object of JSON: what a kind has of its own, whatever columns that has. */
const ownColumns = (columns: Readonly<Record<string, AnyPgColumn>>) =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql`, `,
  )
const { activityId: ofSeckill, ...seckillColumns } = getTableColumns(seckills)
const seckill = sql<
  ActivityRecord['seckill']
>`case when ${ofSeckill} is not null then json_build_object(${ownColumns(seckillColumns)}) end`
const { activityId: ofCombination, ...combinationColumns } = getTableColumns(combinations)
const combination = sql<
  ActivityRecord['combination']
>`case when ${ofCombination} is not null then json_build_object(${ownColumns(combinationColumns)}) end`
// The rules may be long, and are read where they are shown.
const { activityId: ofBargain, rule: _, ...bargainColumns } = getTableColumns(bargains)
const bargain = sql<
  ActivityRecord['bargain']
>`case when ${ofBargain} is not null then (select json_build_object(${ownColumns(bargainColumns)},
  'priceFen', coalesce(min(taking.price_fen), 0), 'minPriceFen', coalesce(min(taking.min_price_fen), 0))
  from activity_sku as taking where taking.activity_id = ${ofBargain} and not taking.is_del) end`
const browse = sql<number>`coalesce((select browse from activity_view where activity_view.activity_id = ${activities.id}), 0)`
const slotOf = sql`${seckillSlots} as slot`

function selectRecords({ db }: Ctx) {
  return db
    .select({ ...getTableColumns(activities), browse, slot, seckill, combination, bargain })
    .from(activities)
    .leftJoin(seckills, eq(seckills.activityId, activities.id))
    .leftJoin(slotOf, sql`slot.id = seckill.time_id`)
    .leftJoin(combinations, eq(combinations.activityId, activities.id))
    .leftJoin(bargains, eq(bargains.activityId, activities.id))
    .$dynamic()
}

/** What a list of activities of a kind is asked for. @param ids these alone */
export type ActivityFilter = FilterOf<RouteInput<typeof activity.today>['query']> & {
  isDel?: boolean | undefined
  ids?: readonly number[] | undefined
}

/** Those that run or will. */
const alive = (phase: SQL) => sql`${phase} in ('running', 'upcoming')`

function matching(filter: ActivityFilter, now: Date) {
  const { type, keywords, status, isDel = false, productId, timeId, dateLimit, phase, notice, ids, ...left } = filter
  const { from, to } = parseTimeRange(dateLimit, now)
  const isId = keywords !== undefined && /^\d{1,15}$/.test(keywords)
  return and(
    allRead(left),
    eq(activities.type, type),
    eq(activities.isDel, isDel),
    isId ? or(eq(activities.id, Number(keywords)), has(activities.title, keywords)) : has(activities.title, keywords),
    among(activities.id, ids),
    is(activities.status, status),
    is(activities.productId, productId),
    is(seckills.timeId, timeId),
    from && gt(activities.stopAt, from),
    to && lte(activities.startAt, to),
    phase && sql`${phaseAt(now)} = ${phase}`,
    notice && alive(phaseAt(now)),
    notice &&
      sql`(select ${noticed[notice]} from ${takings} where taking.activity_id = activity.id and not taking.is_del)`,
  )
}

/** What {@link matching} speaks of, in a statement written out. */
export const matched = (filter: ActivityFilter, now: Date) => sql`activity
  left join seckill on seckill.activity_id = activity.id left join ${slotOf} on slot.id = seckill.time_id
  where ${matching(filter, now)}`

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

/** How many activities there are of each phase, and how many have what staff should notice, in one statement. */
export async function countPhases(
  { db, now }: Ctx,
  filter: ActivityFilter,
): Promise<Partial<Record<ActivityPhase | ActivityNotice, number>>> {
  const { rows: found } = await db.execute<
    { phase: ActivityPhase; count: number } & Record<ActivityNotice, number>
  >(sql`
    with found as materialized (
      select activity.id, activity.type, ${phaseAt(now())} as phase from ${matched(filter, now())}
    ),
    noticed as (
      select activity.id, ${noticed.nearlyGone} as nearly_gone, ${noticed.belowCost} as below_cost
      from found as activity join (${takings}) on taking.activity_id = activity.id and not taking.is_del
      where ${alive(sql`activity.phase`)} group by activity.id
    )
    select phase, count(*)::int as count, count(*) filter (where nearly_gone)::int as "nearlyGone",
      count(*) filter (where below_cost)::int as "belowCost"
    from found left join noticed using (id) group by phase`)
  const sum = (notice: ActivityNotice) => found.reduce((all, each) => all + each[notice], 0)
  const phases = Object.fromEntries(found.map(({ phase, count }) => [phase, count]))
  return { ...phases, nearlyGone: sum('nearlyGone'), belowCost: sum('belowCost') }
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

/** The freight template of activities is replaced. */
export async function moveTemplate({ db, actor, now }: Ctx, from: number, to: number): Promise<void> {
  await db
    .update(activities)
    .set({ tempId: to, version: sql`${activities.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(activities.tempId, from), eq(activities.isDel, false)))
}

/** Closes and ends an activity whoever asks for it. */
export async function closeNow({ db, now }: Ctx, id: number, stopAt: Date): Promise<void> {
  await db
    .update(activities)
    .set({ status: false, stopAt, version: sql`${activities.version} + 1`, updatedAt: now() })
    .where(eq(activities.id, id))
}
