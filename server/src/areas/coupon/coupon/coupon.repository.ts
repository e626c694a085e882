import type { CouponQuery, coupon } from '@zhanggui/contract/coupon/coupon.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { type CouponPhase, couponPhases } from '@zhanggui/domain/promotion/coupon.ts'
import { wholeSecond } from '@zhanggui/domain/time.ts'
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf, Page } from '../../../platform/http/paging.ts'
import { categories } from '../../product/category/category.tables.ts'
import { products } from '../../product/product/product.tables.ts'
import { productCoupons } from '../../product/product/product-coupon.tables.ts'
import { userSegments } from '../../user/segment/user-segment.tables.ts'
import { couponCodes } from '../code/coupon-code.tables.ts'
import { couponScopes, coupons } from './coupon.tables.ts'

export type CouponRow = typeof coupons.$inferSelect
/** A coupon with what it is for, and how many copies were received and used. */
export type CountedCoupon = CouponRow & { scopeIds: number[]; receivedCount: number; usedCount: number }
export type CouponFilter = FilterOf<CouponQuery>

/** At most this many coupons are named in a refusal. */
const MAX_NAMED = 20

export const { insert, update } = rows(coupons)

/** The phase of a coupon as `couponPhase` tells it: the seconds of a moment count, not their parts. */
export function phaseAt(now: Date): SQL<CouponPhase> {
  const second = new Date(wholeSecond(now) * 1000)
  return sql<CouponPhase>`case when not coupon.status then 'closed'
    when date_trunc('second', coupon.receive_start) > ${second} then 'notStart'
    when date_trunc('second', coupon.receive_end) < ${second} then 'over'
    when coupon.is_limited and coupon.received >= coupon.total then 'soldOut'
    else 'receiving' end`
}

/** What is given out now can be spent: the period of use, if there is one, is not over. The last second counts. */
export function isSpendableAt(now: Date): SQL {
  const second = new Date(wholeSecond(now) * 1000)
  return sql`(coupon.use_end < ${second}) is not true`
}

const isLive = eq(coupons.isDel, false)

function matching({ name, type, useType, status, phase, ...left }: CouponFilter, { now }: Ctx): SQL | undefined {
  return and(
    allRead(left),
    isLive,
    has(coupons.name, name),
    is(coupons.type, type),
    is(coupons.useType, useType),
    is(coupons.status, status),
    phase && sql`${phaseAt(now())} = ${phase}`,
  )
}

/** Coupons with their counts; changes that are not folded in yet are added up, at one moment. */
function selectCounted({ db }: Ctx) {
  const scopeIds = sql<
    number[]
  >`to_json(array(select target_id from coupon_scope where coupon_id = coupon.id order by target_id))`
  const receivedCount = sql<number>`case when coupon.is_limited then coupon.received
    else coalesce(kept.received, 0) + coalesce(fresh.received, 0) end`.mapWith(Number)
  const usedCount = sql<number>`coalesce(kept.used, 0) + coalesce(fresh.used, 0)`.mapWith(Number)
  return db
    .select({ ...getTableColumns(coupons), scopeIds, receivedCount, usedCount })
    .from(coupons)
    .leftJoin(sql`coupon_count as kept`, sql`kept.coupon_id = coupon.id`)
    .leftJoin(
      sql`(select coupon_id, sum(received) as received, sum(used) as used from coupon_count_delta group by coupon_id) as fresh`,
      sql`fresh.coupon_id = coupon.id`,
    )
    .$dynamic()
}

/** A page of coupons, the highest sort first. */
export async function list(ctx: Ctx, filter: CouponFilter, { limit, offset }: Page) {
  const where = matching(filter, ctx)
  const found = await selectCounted(ctx)
    .where(where)
    .orderBy(desc(coupons.sort), desc(coupons.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await ctx.db.$count(coupons, where) }
}

/** How many coupons there are of each phase. */
export async function countPhases(ctx: Ctx, filter: CouponFilter): Promise<Record<CouponPhase, number>> {
  const phases = ctx.db
    .select({ phase: phaseAt(ctx.now()).as('phase') })
    .from(coupons)
    .where(matching(filter, ctx))
    .as('phases')
  const counted = await ctx.db
    .select({ phase: phases.phase, count: sql<number>`count(*)`.mapWith(Number) })
    .from(phases)
    .groupBy(phases.phase)
  const none = Object.keys(couponPhases).map((phase) => [phase, 0])
  return Object.fromEntries([...none, ...counted.map(({ phase, count }) => [phase, count])])
}

/** A page of the coupons that staff can send: open, neither their receipt nor their use over, with stock left. */
export async function listSendable(
  ctx: Ctx,
  { keywords, type, ...left }: FilterOf<RouteInput<typeof coupon.sendList>['query']>,
  { limit, offset }: Page,
): Promise<{ rows: CouponRow[]; total: number }> {
  const where = and(
    allRead(left),
    matching({ name: keywords, type, status: true }, ctx),
    sql`${phaseAt(ctx.now())} in ('receiving', 'notStart')`,
    isSpendableAt(ctx.now()),
  )
  const found = await ctx.db
    .select()
    .from(coupons)
    .where(where)
    .orderBy(desc(coupons.sort), desc(coupons.id))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await ctx.db.$count(coupons, where) }
}

/** A coupon that is not deleted. */
export async function find(ctx: Ctx, id: number): Promise<CountedCoupon | undefined> {
  const [row] = await selectCounted(ctx).where(and(eq(coupons.id, id), isLive))
  return row
}

/** Locks a coupon that is not deleted until the transaction ends, also against new uses of it. */
export async function lock({ db }: Ctx, id: number): Promise<CouponRow | undefined> {
  const [row] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), isLive))
    .for('update')
  return row
}

/** Stores what a new coupon is for. */
export async function insertScope({ db }: Ctx, couponId: number, targetIds: readonly number[]): Promise<void> {
  if (targetIds.length) await db.insert(couponScopes).values(targetIds.map((targetId) => ({ couponId, targetId })))
}

/** Deletes a coupon and its uses: no product gives it away any more, and no code is redeemed for it. */
export async function remove(tx: Ctx, id: number): Promise<void> {
  await update(tx, id, undefined, { isDel: true, segmentId: null })
  await tx.db.delete(productCoupons).where(eq(productCoupons.couponId, id))
  await tx.db
    .update(couponCodes)
    .set({ isVoid: true })
    .where(and(eq(couponCodes.couponId, id), eq(couponCodes.isVoid, false), sql`uid is null`))
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

/** Those of the product categories that exist. */
export function listCategories({ db }: Ctx, ids: readonly number[]) {
  return db
    .select({ id: categories.id, name: categories.name, pid: categories.pid })
    .from(categories)
    .where(and(inArray(categories.id, [...ids]), eq(categories.type, 1)))
    .orderBy(categories.id)
}

/** The product categories among these ids, locked against deletion until the transaction ends. */
export function lockCategories({ db }: Ctx, ids: readonly number[]) {
  return db
    .select({ id: categories.id })
    .from(categories)
    .where(and(inArray(categories.id, [...ids]), eq(categories.type, 1)))
    .orderBy(categories.id)
    .for('key share')
}

/** Locks a segment against deletion until the transaction ends; false when there is none. */
export async function lockSegment({ db }: Ctx, id: number): Promise<boolean> {
  const found = await db
    .select({ id: userSegments.id })
    .from(userSegments)
    .where(eq(userSegments.id, id))
    .for('key share')
  return found.length > 0
}

/** The first coupons for a segment. */
export function listOfSegment({ db }: Ctx, segmentId: number) {
  return db
    .select({ id: coupons.id, name: coupons.name })
    .from(coupons)
    .where(and(eq(coupons.segmentId, segmentId), isLive))
    .orderBy(coupons.id)
    .limit(MAX_NAMED)
}

/**
 * Adds recorded changes to the counts. Several processes may do so at once: each takes rows of its own.
 * @returns the number of changes
 */
export async function foldCounts({ db }: Ctx): Promise<number> {
  const { rows: folded } = await db.execute<{ folded: number }>(sql`
    with taken as (
      delete from coupon_count_delta
      where id = any(array(select id from coupon_count_delta order by id limit 10000 for update skip locked))
      returning coupon_id, received, used
    ), sums as (
      select coupon_id, sum(received) as received, sum(used) as used from taken group by coupon_id order by coupon_id
    ), counted as (
      insert into coupon_count as kept (coupon_id, received, used) select coupon_id, received, used from sums
      on conflict (coupon_id) do update set received = kept.received + excluded.received, used = kept.used + excluded.used
    )
    select count(*) as folded from taken`)
  return folded[0]?.folded ?? 0
}
