import { frontCoupon, type OpenCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { couponPhase } from '@zhanggui/domain/promotion/coupon.ts'
import { wireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import type { RushKeys } from '../../../platform/http/rush.ts'
import { isInSegment } from '../../user/segment/user-segment.service.ts'
import { countUsable, listOwned, secondOf } from './coupon-copy.repository.ts'
import { describeOwned } from './coupon-copy.service.ts'
import { alreadyReceived, goneCoupon, grantCoupon, soldOut } from './coupon-grant.service.ts'
import * as fronts from './front-coupon.repository.ts'

type OpenQuery = RouteInput<typeof frontCoupon.open>['query']

/** A page of the coupons that the caller can take now, the highest sort first; those of a segment only for its customers. */
export async function listOpen(ctx: Ctx, { type, productId, couponId, ...left }: OpenQuery) {
  const paging = readPage(left)
  const filter = { useType: type || undefined, productId, couponId }
  const { rows, total } = await fronts.list(ctx, filter, await segmentsOf(ctx, filter), paging)
  const ids = rows.map(({ id }) => id)
  const held = ctx.shopper && ids.length ? await fronts.countHeld(ctx, ctx.shopper.uid, ids) : undefined
  const list = rows.map((row) => ({ ...describeOpen(row), isUse: (held?.get(row.id) ?? 0) >= row.limitPerUser }))
  return { list, total, page: paging.page, limit: paging.limit }
}

/** The caller's segments, of those that open coupons are kept for. */
async function segmentsOf(ctx: Ctx, filter: fronts.OpenFilter): Promise<number[]> {
  if (!ctx.shopper) return []
  const { uid } = ctx.shopper
  const own: number[] = []
  for (const segment of await fronts.listSegments(ctx, filter))
    if (await isInSegment(ctx, segment, uid)) own.push(segment)
  return own
}

type OpenRow = Awaited<ReturnType<typeof fronts.list>>['rows'][number]

function describeOpen(row: OpenRow): Omit<OpenCoupon, 'isUse'> {
  const { id, name, moneyFen, minPriceFen, useType, type, isFixedTime, day, isLimited, total, received, scopeIds } = row
  return {
    id,
    name,
    useType,
    type,
    isFixedTime,
    day,
    isLimited,
    scopeIds: scopeIds.map(Number),
    money: toYuan(moneyFen),
    minPrice: toYuan(minPriceFen),
    useStartTime: wireTime(row.useStart),
    useEndTime: wireTime(row.useEnd),
    lastTotal: isLimited ? total - received : null,
    receiveStartTime: wireTime(row.receiveStart),
    receiveEndTime: wireTime(row.receiveEnd),
  }
}

/**
 * Gives the calling buyer a copy of a coupon that is there to be taken.
 * @throws 404 for one that is closed or gone; 422 for one of another way, before or after its time, or kept for others; 409 for
 * a buyer who has as many as one may, and when none is left
 */
export async function receiveCoupon(ctx: Ctx, couponId: number): Promise<{ id: number }> {
  const { rush } = ctx.platform
  const mark = rush.seen(couponKey(couponId))
  return receive(ctx, couponId).catch((error: unknown) => {
    if (error instanceof HttpError && error.code === 'SOLD_OUT') rush.markSoldOut(mark, error.message)
    throw error
  })
}

const PREFIX = 'coupon:'
const couponKey = (couponId: number) => `${PREFIX}${couponId}`

/** For what the calls for a coupon rush. */
export const couponRush: RushKeys = {
  route: frontCoupon.receive.name,
  keyOf: (_, { body }) => {
    const id = Number((body as { couponId?: unknown } | undefined)?.couponId)
    return Number.isSafeInteger(id) && id > 0 ? { key: couponKey(id) } : undefined
  },
}

/** Which of the marked coupons can be received again. */
export async function checkCoupons(ctx: Ctx, keys: readonly string[]): Promise<string[]> {
  const ids = keys.filter((key) => key.startsWith(PREFIX)).map((key) => Number(key.slice(PREFIX.length)))
  return ids.length ? (await fronts.listLeft(ctx, ids)).map(couponKey) : []
}

async function receive(ctx: Ctx, couponId: number): Promise<{ id: number }> {
  const { uid } = ctx.buyer
  // Asked first without a transaction: of thousands at once most come too late.
  await requireReceivable(ctx, couponId, uid)
  return retried(ctx, async (tx) => {
    await requireReceivable(tx, couponId, uid)
    const { granted } = await grantCoupon(tx, { couponId, uids: [uid], source: 'receive' })
    // Another call of the buyer's took the last place meanwhile.
    if (!granted[0]) throw alreadyReceived()
    return { id: granted[0].id }
  })
}

/** Asks in the order in which buyers are told (docs/coupons-and-points.md, Ways to a copy). */
async function requireReceivable(tx: Ctx, couponId: number, uid: number): Promise<void> {
  const coupon = await fronts.find(tx, couponId)
  if (!coupon?.status) throw goneCoupon()
  if (coupon.type !== 1) throw new Refusal('该优惠券不支持领取')
  const phase = couponPhase({ ...coupon, receiveFrom: coupon.receiveStart, receiveTo: coupon.receiveEnd }, tx.now())
  if (phase === 'notStart') throw new Refusal('还未达到优惠券领取时间！')
  // Nor is one given out that could not be spent any more.
  const isSpent = coupon.useEnd !== null && secondOf(tx.now()) > coupon.useEnd
  if (phase === 'over' || isSpent) throw new Refusal('已超过优惠券领取最后期限！')
  const held = await fronts.countHeld(tx, uid, [couponId])
  if ((held.get(couponId) ?? 0) >= coupon.limitPerUser) throw alreadyReceived()
  if (coupon.segmentId && !(await isInSegment(tx, coupon.segmentId, uid))) throw new Refusal('该优惠券仅限指定用户领取')
  if (phase === 'soldOut') throw soldOut()
}

/** So many that lack least are looked at for one that the caller can still take. */
const NEAREST = 20

/**
 * The coupon that the caller can take now and that lacks least for goods.
 * @param goods at charged prices, before the coupon
 * @returns undefined where none is within reach
 */
export async function findNearest(ctx: Ctx, goods: readonly fronts.Spent[]) {
  if (!goods.length) return undefined
  const found = await fronts.listNearest(ctx, goods, await segmentsOf(ctx, {}), NEAREST)
  const uid = ctx.shopper?.uid
  const ids = found.map(({ couponId }) => couponId)
  const held = uid && ids.length ? await fronts.countHeld(ctx, uid, ids) : undefined
  return found.find(({ couponId, limitPerUser }) => (held?.get(couponId) ?? 0) < limitPerUser)
}

/** How many coupons a buyer could spend, now or later: those that {@link listOwn} lists as usable. */
export const countOwnUsable = countUsable

/** A page of the calling buyer's copies, newest first. */
export async function listOwn(ctx: Ctx, { type, ...left }: RouteInput<typeof frontCoupon.list>['query']) {
  const paging = readPage(left)
  const { rows, ...counted } = await listOwned(ctx, ctx.buyer.uid, type, paging)
  const list = rows.map((row) => describeOwned(row, ctx.now()))
  return { list, ...counted, page: paging.page, limit: paging.limit }
}
