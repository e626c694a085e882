import type { CouponCopyQuery } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { toFen } from '@zhanggui/domain/money.ts'
import { and, desc, eq, getTableColumns, gte, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { containsValue } from '../../../platform/data/contains.ts'
import { allRead, among, is, within } from '../../../platform/data/filters.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import { type Batch, countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { storeOrders } from '../../order/order/order.tables.ts'
import { withinScope } from '../../user/scope/customer-scope.parts.ts'
import { inOwnStores, isToldOrders } from '../../user/scope/told-order.parts.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { coupons } from '../coupon/coupon.tables.ts'
import { couponCopies } from './coupon-copy.tables.ts'

type Filter = FilterOf<CouponCopyQuery> & { ids?: readonly number[] }

/** The second that a moment belongs to: copies are good from whole seconds to whole seconds. */
export const secondOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000)

/** Copies that staff, or the refund of what they came with, ended. */
const isVoid = sql`(${couponCopies.voidReason} <> '' and ${couponCopies.status} = 2)`

/** Copies in a state by the clock, whether a job has noted it or not; 2 is over for any reason. */
function inStatus(status: 0 | 1 | 2, { now }: Ctx): SQL | undefined {
  const unused = eq(couponCopies.status, 0)
  const second = secondOf(now())
  if (status === 1) return eq(couponCopies.status, 1)
  if (status === 0) return and(unused, gte(couponCopies.endTime, second))
  return or(eq(couponCopies.status, 2), and(unused, lt(couponCopies.endTime, second)))
}

/** @param told which orders are named; all if omitted */
function select(db: Db, where: SQL | undefined, told: SQL = sql`true`) {
  return db
    .select({
      ...getTableColumns(couponCopies),
      nickname: shopUsers.nickname,
      avatar: shopUsers.avatar,
      orderNo: sql<string | null>`case when ${told} then ${storeOrders.orderNo} end`,
    })
    .from(couponCopies)
    .innerJoin(shopUsers, eq(shopUsers.id, couponCopies.uid))
    .leftJoin(storeOrders, eq(storeOrders.id, couponCopies.orderId))
    .where(where)
    .orderBy(desc(couponCopies.id))
    .$dynamic()
}
export type CopyRow = Awaited<ReturnType<typeof select>>[number]

/** The orders whose numbers the caller may see. */
const toldTo = (ctx: Ctx): SQL => (isToldOrders(ctx) ? inOwnStores(ctx) : sql`false`)

/** The copies of a filter, of the customers within the caller's scope. */
async function matching(ctx: Ctx, filter: Filter): Promise<SQL | undefined> {
  const { couponId, uid, name, status, minPrice, source, sendId, dateLimit, ids, ...left } = filter
  return and(
    allRead(left),
    among(couponCopies.id, ids),
    is(couponCopies.couponId, couponId),
    is(couponCopies.uid, uid),
    name ? await containsValue(ctx.db, [couponCopies.name], name) : undefined,
    status === undefined ? undefined : status === 3 ? isVoid : inStatus(status, ctx),
    status === 2 ? not(isVoid) : undefined,
    minPrice === undefined ? undefined : inArray(couponCopies.couponId, await listFrom(ctx, minPrice)),
    is(couponCopies.source, source),
    is(couponCopies.sendId, sendId),
    within(couponCopies.createdAt, dateLimit, ctx),
    ofScope(ctx),
  )
}

/** The coupons with a threshold. It never changes, so it is that of all their copies. */
async function listFrom({ db }: Ctx, minPrice: number): Promise<number[]> {
  const found = await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(eq(coupons.minPriceFen, toFen(minPrice)))
  return found.map(({ id }) => id)
}

function ofScope(ctx: Ctx): SQL | undefined {
  const scope = withinScope(ctx)
  return scope && inArray(couponCopies.uid, ctx.db.select({ id: shopUsers.id }).from(shopUsers).where(scope))
}

/** A page of copies, newest first. */
export async function list(ctx: Ctx, filter: Filter, { limit, offset }: Page) {
  const where = await matching(ctx, filter)
  const found = await select(ctx.db, where, toldTo(ctx)).limit(limit).offset(offset)
  return { rows: found, ...(await countBounded(ctx.db, couponCopies, where)) }
}

/** The exact number of copies of a filter. */
export async function count(ctx: Ctx, filter: Filter): Promise<number> {
  return ctx.db.$count(couponCopies, await matching(ctx, filter))
}

/** The next copies for an export, newest first. */
export async function next(ctx: Ctx, filter: Filter, { after, limit }: Batch): Promise<CopyRow[]> {
  const rest = after === undefined ? undefined : lt(couponCopies.id, after)
  return select(ctx.db, and(await matching(ctx, filter), rest), toldTo(ctx)).limit(limit)
}

/** The copies of these ids, newest first. */
export const listByIds = ({ db }: Ctx, ids: readonly number[]): Promise<CopyRow[]> =>
  ids.length ? select(db, inArray(couponCopies.id, [...ids])) : Promise.resolve([])

/** Which of their copies a buyer asks for: those that can be spent, now or later; the others; of these the spent ones, or those that are over. */
export type OwnedKind = 'usable' | 'unusable' | 'used' | 'over'

/** A page of a buyer's copies, newest first. */
export async function listOwned(ctx: Ctx, uid: number, kind: OwnedKind | undefined, { limit, offset }: Page) {
  const [usable, used, over] = [inStatus(0, ctx), inStatus(1, ctx), inStatus(2, ctx)]
  const where = and(eq(couponCopies.uid, uid), kind && { usable, used, over, unusable: or(used, over) }[kind])
  const found = await select(ctx.db, where).limit(limit).offset(offset)
  return { rows: found, ...(await countBounded(ctx.db, couponCopies, where)) }
}

/** How many copies a buyer can spend, now or later. */
export const countUsable = (ctx: Ctx, uid: number): Promise<number> =>
  ctx.db.$count(couponCopies, and(eq(couponCopies.uid, uid), inStatus(0, ctx)))

/** Copies that staff made void. */
export type Revoked = { id: number; name: string }

/** Ends unused copies of customers within the caller's scope, for a reason. Returns those that were. */
export async function revoke(ctx: Ctx, ids: readonly number[], reason: string): Promise<Revoked[]> {
  const { id, name } = couponCopies
  return ctx.db
    .update(couponCopies)
    .set({ status: 2, voidReason: reason, voidTime: ctx.now(), updatedAt: ctx.now(), updatedBy: ctx.actor.userId })
    .where(and(inArray(id, [...ids]), inStatus(0, ctx), ofScope(ctx)))
    .returning({ id, name })
}

const EXPIRE_BATCH = 500

/** Notes of the next copies whose time has passed that they are over. Returns how many. */
export async function expireNext({ db, now }: Ctx): Promise<number> {
  const at = now()
  const { rowCount } = await db.execute(sql`
    update coupon_user set status = 2, updated_at = ${at}::timestamptz
    where status = 0 and id = any(array(
      select id from coupon_user where status = 0 and end_time < ${secondOf(at)}::timestamptz
      order by end_time limit ${EXPIRE_BATCH} for update skip locked))`)
  return rowCount ?? 0
}
