import type { StyleQuery } from '@zhanggui/contract/decor/activity-style.ts'
import type { StyleRule, StyleState } from '@zhanggui/domain/promotion/activity-style.ts'
import { wholeSecond } from '@zhanggui/domain/time.ts'
import { and, desc, eq, getTableColumns, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { allRead, has, is, within } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { products } from '../../product/product/product.tables.ts'
import { activityStyles, activityStyleTargets } from './activity-style.tables.ts'

/** A style with what it dresses. */
export type StyleRow = typeof activityStyles.$inferSelect & { targetIds: number[] }
/** What decides which products an open style dresses, and its picture. */
export type OpenStyle = StyleRule & { style: string }

export const { insert, update, remove, lock } = rows(activityStyles)

const columns = {
  ...getTableColumns(activityStyles),
  targetIds: sql<number[]>`to_json(array(
    select target_id from activity_style_target where style_id = activity_style.id order by target_id))`,
}

const secondOf = (now: Date) => new Date(wholeSecond(now) * 1000)

/** Where a style stands, as `styleState` of the domain tells it: moments that are typed have no parts of seconds. */
function stateAt(state: StyleState | undefined, now: Date): SQL | undefined {
  if (state === undefined) return undefined
  const second = secondOf(now)
  if (state === 0) return sql`${activityStyles.startAt} > ${second}`
  if (state === -1) return sql`${activityStyles.endAt} < ${second}`
  return sql`${activityStyles.startAt} <= ${second} and ${activityStyles.endAt} >= ${second}`
}

function matching({ name, type, status, runningStatus, method, dateLimit, ...left }: FilterOf<StyleQuery>, ctx: Ctx) {
  return and(
    allRead(left),
    has(activityStyles.name, name),
    is(activityStyles.type, type),
    is(activityStyles.status, status),
    is(activityStyles.method, method),
    stateAt(runningStatus, ctx.now()),
    within(activityStyles.createdAt, dateLimit, ctx),
  )
}

/** A page of styles, newest first. */
export async function list(ctx: Ctx, filter: FilterOf<StyleQuery>, { limit, offset }: Page) {
  const where = matching(filter, ctx)
  const found = await ctx.db
    .select(columns)
    .from(activityStyles)
    .where(where)
    .orderBy(desc(activityStyles.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await ctx.db.$count(activityStyles, where) }
}

/** The styles with the ids of what they dress. */
export async function find({ db }: Ctx, id: number): Promise<StyleRow | undefined> {
  const [row] = await db.select(columns).from(activityStyles).where(eq(activityStyles.id, id))
  return row
}

/** The open styles that are not over. */
export function listOpen({ db, now }: Ctx): Promise<OpenStyle[]> {
  const { id, type, method, style, startAt, endAt, updatedAt } = activityStyles
  return db
    .select({ id, type, method, style, startAt, endAt, updatedAt, targetIds: columns.targetIds })
    .from(activityStyles)
    .where(and(eq(activityStyles.status, true), gte(endAt, secondOf(now()))))
}

/** Stores what a style dresses, in place of what it dressed. */
export async function replaceTargets({ db }: Ctx, styleId: number, targetIds: readonly number[]): Promise<void> {
  await db.delete(activityStyleTargets).where(eq(activityStyleTargets.styleId, styleId))
  if (targetIds.length)
    await db.insert(activityStyleTargets).values(targetIds.map((targetId) => ({ styleId, targetId })))
}

/** Those of the products that are not deleted. */
export function listProducts({ db }: Ctx, ids: readonly number[]) {
  const { id, storeName, image, priceFen, stock } = products
  return db
    .select({ id, storeName, image, priceFen, stock })
    .from(products)
    .where(and(inArray(id, [...ids]), eq(products.isDel, false), eq(products.isRecycle, false)))
    .orderBy(id)
}

/** The styles for a category. */
export async function listOfCategory({ db }: Ctx, categoryId: number) {
  const { rows: found } = await db.execute<{ id: number; name: string }>(sql`
    select id, name from activity_style join activity_style_target on style_id = id
    where target_id = ${categoryId} and method = 3 order by id`)
  return found
}

/**
 * Takes a category out of what styles are for. Their version rises, so that open forms are refused; when they were changed last
 * stays, as by that one of several wins.
 * @returns the styles with what they were for before
 */
export async function leaveCategory({ db, actor }: Ctx, categoryId: number) {
  const { rows: left } = await db.execute<{ id: number; name: string; targetIds: number[] }>(sql`
    update activity_style set version = version + 1, updated_by = ${actor.userId}
    where method = 3 and id in (select style_id from activity_style_target where target_id = ${categoryId})
    returning id, name, to_json(array(
      select target_id from activity_style_target where style_id = activity_style.id order by target_id)) as "targetIds"`)
  await db.execute(sql`
    delete from activity_style_target using activity_style
    where activity_style.id = style_id and method = 3 and target_id = ${categoryId}`)
  return left
}
