import type { Simulation, SimulationForm } from '@zhanggui/contract/promotion/simulation.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { activityGoods, activityPhase, phaseName } from '@zhanggui/domain/promotion/activity.ts'
import type { QuoteCoupon } from '@zhanggui/domain/promotion/coupon.ts'
import { isOfCoupon, type RankedCoupon } from '@zhanggui/domain/promotion/quote.ts'
import { parseWireTime, toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { seesBalances } from '../../user/shop-user/shop-user.service.ts'
import { findTaking } from '../activity/taking.service.ts'
import { toFrontQuote } from '../quote/front-quote.service.ts'
import { findLevel } from '../quote/quote.repository.ts'
import { type Basket, type PricedBasket, rankBasket, type WhatIf } from '../quote/quote.service.ts'
import * as simulations from './simulation.repository.ts'

const DAY_MS = 24 * 3600_000

/**
 * What a basket would cost somebody at some time, and why (docs/prices.md, The simulator). Writes and reserves nothing; what would forbid
 * the order is in `problems`. Store accounts, which see no customer's points, ask with the points they name.
 * @throws 400 for a SKU named twice, two coupons, several SKUs in an activity, or what is no time; 404 for a customer out of reach, a level,
 *   a coupon or an activity that is not there
 */
export async function simulate(ctx: Ctx, form: SimulationForm): Promise<Simulation> {
  const { uid = 0, items, couponUserId, couponId, cityId, shippingType = 1, usePoints = false } = form
  if (new Set(items.map(({ skuId }) => skuId)).size < items.length)
    throw new BadInput('同一规格只能添加一次，请合并数量', 'items')
  if (couponUserId !== undefined && couponId !== undefined) throw new BadInput('一次只能试用一张优惠券', 'couponId')
  const at = readMoment(form.at) ?? ctx.now()
  const customer = uid ? await simulations.findCustomer(ctx, uid) : undefined
  if (uid && !customer) throw new HttpError(404, 'NOT_FOUND', '用户不存在')
  const activity = form.activity && (await readActivity(ctx, form, form.activity))
  const coupon = couponId === undefined ? undefined : await receivedAt(ctx, couponId, uid, at)
  const levelId = await readLevel(ctx, form, at)
  const points = form.points ?? (seesBalances(ctx) ? undefined : 0)
  const as: WhatIf = {
    at,
    ...(levelId !== undefined && { levelId }),
    ...(points !== undefined && { points }),
    ...(coupon && { coupon }),
    ...(activity?.type === 2 && !activity.sessionId && { wins: true }),
  }
  const basket: Basket = { uid, items, shippingType, usePoints, couponUserId, activity, as, ...(cityId && { cityId }) }
  const { priced, ranked, lowest } = await rankBasket(ctx, basket)
  const { payFen, points: integral, coupon: best } = lowest()
  return {
    quote: toFrontQuote(priced, items, await readMedia(ctx)),
    buyer: {
      uid,
      nickname: customer?.nickname ?? '',
      integral: priced.points + priced.pointsLeft,
      levelName: priced.trace.find(({ rule }) => rule === 'member')?.about?.name ?? '',
    },
    at: toWireTime(at),
    lowest: {
      payFee: toYuan(payFen),
      integral,
      couponUserId: best?.id ?? 0,
      couponId: best?.couponId ?? 0,
      couponName: best?.name ?? '',
    },
    coupons: [...(coupon ? [asRanked(coupon, priced)] : []), ...ranked].map(describe),
    activities: await listActivities(ctx, form, at),
  }
}

/** The activity that is asked for, of which the one item takes part. */
async function readActivity(
  ctx: Ctx,
  { items: [item, ...others] }: SimulationForm,
  { type, activitySkuId, bargainUserId: sessionId, pinkId: teamId }: NonNullable<SimulationForm['activity']>,
): Promise<NonNullable<Basket['activity']>> {
  if (!item || others.length) throw new BadInput('活动商品一次只能买一种', 'items')
  const taking = await findTaking(ctx, activitySkuId)
  if (taking?.type !== type) throw new HttpError(404, 'NOT_FOUND', `${activityGoods[type]}规格不存在`)
  if (taking.skuId !== item.skuId) throw new BadInput('所选规格不在这个活动里', 'activity.activitySkuId')
  return {
    type,
    activitySkuId,
    ...(type === 2 && sessionId && { sessionId }),
    ...(type === 3 && teamId && { teamId }),
  }
}

/** What the one SKU could be bought in at a moment. */
async function listActivities(
  ctx: Ctx,
  { items: [item, ...others] }: SimulationForm,
  at: Date,
): Promise<Simulation['activities']> {
  if (!item || others.length) return []
  const found = await simulations.listTakings(ctx, item.skuId, at)
  return found.map(({ type, id, activitySkuId, title, priceFen, ...row }) => {
    const times = { ...row, startAt: new Date(row.startAt), stopAt: new Date(row.stopAt) }
    const phase = activityPhase(times, at)
    return { type, id, activitySkuId, title, price: toYuan(priceFen), phase, phaseName: phaseName(times, at) }
  })
}

function readMoment(text: string | undefined): Date | undefined {
  if (!text) return undefined
  const at = parseWireTime(text)
  if (!at) throw new BadInput('下单时间格式应为 2026-11-11 00:00:00', 'at')
  return at
}

/** The level that is asked for, or that the customer had at a time before now; undefined for the one they have. */
async function readLevel(ctx: Ctx, { uid, levelId }: SimulationForm, at: Date): Promise<number | undefined> {
  if (levelId && !(await findLevel(ctx, levelId))) throw notFound('会员等级')
  if (levelId !== undefined || !uid || at >= ctx.now()) return levelId
  return simulations.findLevelAt(ctx, uid, at)
}

/** A copy of a coupon as if it were received at a moment, whether or not it could be. */
async function receivedAt(ctx: Ctx, couponId: number, uid: number, at: Date): Promise<QuoteCoupon> {
  const terms = await simulations.findTerms(ctx, couponId)
  if (!terms) throw notFound('优惠券')
  const { name, moneyFen, minPriceFen: minFen, useType, scopeIds, day, useStart, useEnd } = terms
  return {
    id: 0,
    couponId,
    uid,
    name,
    moneyFen,
    minFen,
    useType,
    scopeIds,
    status: 0,
    from: useStart ?? at,
    to: useEnd ?? new Date(at.getTime() + day * DAY_MS),
  }
}

/** The coupon that is tried, beside the copies: it comes first, whatever it makes of the basket. */
function asRanked(coupon: QuoteCoupon, { couponFen, payFen, problems }: PricedBasket): RankedCoupon {
  const problem = problems.find(isOfCoupon)
  return { coupon, discountFen: couponFen, payFen, ...(problem && { problem }) }
}

const describe = ({ coupon, discountFen, payFen, problem }: RankedCoupon): Simulation['coupons'][number] => ({
  id: coupon.id,
  couponId: coupon.couponId,
  name: coupon.name,
  money: toYuan(coupon.moneyFen),
  minPrice: toYuan(coupon.minFen),
  endTime: toWireTime(coupon.to),
  discount: toYuan(discountFen),
  payFee: toYuan(payFen),
  reason: problem?.message ?? '',
})
