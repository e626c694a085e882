import { Refusal } from '@zhanggui/domain/errors.ts'
import { couponPhase } from '@zhanggui/domain/promotion/coupon.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { tooMany } from '../../../platform/http/errors.ts'
import { isInSegment } from '../../user/segment/user-segment.service.ts'
import { alreadyReceived, goneCoupon, grantCoupon, soldOut } from '../copy/coupon-grant.service.ts'
import { factsOf } from '../coupon/coupon.service.ts'
import * as codes from './coupon-code.repository.ts'
import { digestOf, tidyCode } from './coupon-code.service.ts'

/** Wrong codes that a buyer may type. */
const GUESSES = { max: 5, seconds: 60 }
const INVALID = 'CODE_INVALID'

/**
 * Gives the calling buyer a copy of the coupon that a code stands for, once.
 * @returns the copy's id, and the coupon's name
 * @throws 422 for a wrong, used or void code, all in the same words, before or after the time of the coupon, and for a coupon
 * that is kept for others; 404 for a closed coupon; 409 when none is left, or the buyer has as many as one may or redeemed this
 * shared code before; 429 after five wrong codes within a minute
 */
export async function redeemCoupon(ctx: Ctx, typed: string): Promise<{ id: number; name: string }> {
  const { limits } = ctx.platform
  const key = `coupon code ${ctx.buyer.uid}`
  const { allowed, resetSeconds } = await limits.take(key, GUESSES)
  if (!allowed) throw tooMany(resetSeconds)
  try {
    const copy = await retried(ctx, (tx) => redeem(tx, digestOf(tx, tidyCode(typed))))
    limits.giveBack(key, GUESSES)
    return copy
  } catch (error) {
    // Who has a code that is right may try again.
    if (!(error instanceof Refusal && error.code === INVALID)) limits.giveBack(key, GUESSES)
    throw error
  }
}

async function redeem(tx: Ctx, digest: string): Promise<{ id: number; name: string }> {
  const { uid } = tx.buyer
  const code = await codes.findByDigest(tx, digest)
  if (!code || code.isVoid) throw invalid()
  if (code.kind === 'shared' && (await codes.hasUse(tx, code.id, uid))) throw alreadyReceived()
  if (isUsedUp(code)) throw invalid()
  // The coupon before its codes: in this order they are locked where it is deleted, too.
  const coupon = await codes.lockCoupon(tx, code.couponId)
  if (!coupon) throw invalid()
  if (code.kind === 'unique' && !(await codes.takeUnique(tx, code.id, uid))) throw invalid()
  if (code.kind === 'shared' && !(await codes.noteUse(tx, code.id, uid))) throw alreadyReceived()
  requireReceiving(coupon, tx.now())
  if (coupon.segmentId && !(await isInSegment(tx, coupon.segmentId, uid))) throw new Refusal('该优惠券仅限指定用户领取')
  const { granted } = await grantCoupon(tx, { couponId: coupon.id, uids: [uid], source: 'code' })
  const [copy] = granted
  if (!copy) throw alreadyReceived()
  // Last, so that all who redeem a shared code wait for one another no longer than this takes.
  if (code.kind === 'shared' && !(await codes.countUse(tx, code.id))) throw invalid()
  return { id: copy.id, name: coupon.name }
}

/** Asked first, so that those who come too late wait for nobody. */
const isUsedUp = ({ kind, uid, mostUses, useCount }: codes.CodeRow) =>
  kind === 'unique' ? uid !== null : mostUses > 0 && useCount >= mostUses

function requireReceiving(coupon: Parameters<typeof factsOf>[0], now: Date): void {
  const phase = couponPhase(factsOf(coupon), now)
  if (phase === 'closed') throw goneCoupon()
  if (phase === 'notStart') throw new Refusal('还未达到优惠券领取时间！')
  // Nor is one given out that could not be spent any more.
  const isSpent = coupon.useEnd !== null && now.getTime() >= coupon.useEnd.getTime() + 1000
  if (phase === 'over' || isSpent) throw new Refusal('已超过优惠券领取最后期限！')
  if (phase === 'soldOut') throw soldOut()
}

const invalid = () => new Refusal('兑换码无效或已被使用', INVALID)
