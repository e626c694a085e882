import { copyState, judgeCoupon, MISSING } from '@zhanggui/domain/promotion/coupon.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { type CopyUse, toQuoteCoupon } from './coupon-copy.parts.ts'
import { UNDONE } from './coupon-send.service.ts'
import * as uses from './coupon-use.repository.ts'

/** What an order is to the copy that pays a part of it; `couponId` 0 is none. */
export type PaidOrder = { id: number; uid: number; couponId: number }

/** The copy that is used with an order, which its statement writes; undefined for none. */
export const useCoupon = ({ id: orderId, uid, couponId: copyId }: PaidOrder): CopyUse | undefined =>
  copyId ? { copyId, uid, orderId } : undefined

/** Why a copy could not be used after all, in the words of a quote. */
export async function refusalOfUse(tx: Ctx, { copyId, uid }: CopyUse): Promise<HttpError> {
  const copy = await uses.findOwn(tx, uid, copyId)
  if (!copy) return new HttpError(404, 'COUPON_MISSING', MISSING)
  const anything = { ...toQuoteCoupon(copy), useType: 1 as const, minFen: 0 }
  const judged = judgeCoupon(anything, { uid, now: tx.now(), lines: [{ productId: 0, categoryIds: [], lineFen: 1 }] })
  if ('code' in judged) return new HttpError(judged.status, judged.code, judged.message)
  return new HttpError(409, 'COUPON_USED', '此优惠券已使用！')
}

/**
 * Takes the copy off an order that was closed or refunded whole (docs/coupons-and-points.md, Copies).
 * @returns what became of it, in words; '' for an order without one
 */
export async function returnCoupon(tx: Ctx, order: PaidOrder): Promise<string> {
  const use = useCoupon(order)
  if (!use) return ''
  await uses.lock(tx, use)
  const returned = await uses.giveBack(tx, use, REASONS)
  return returned ? wordsOf(returned) : ''
}

/** Locks the copy of an order that ends, so that its fate stays what it is until the transaction ends. */
export async function lockCoupon(tx: Ctx, order: PaidOrder): Promise<void> {
  const use = useCoupon(order)
  if (use) await uses.lock(tx, use)
}

/** Why a copy ends with what it came with, as is kept with it. */
const REASONS: Readonly<Record<uses.Ending, string>> = { refunded: '订单已退款', undone: UNDONE }
const endings: Readonly<Record<uses.Ending, string>> = {
  refunded: '赠送优惠券的订单已退款，不再返还',
  undone: '优惠券的发放已撤回，不再返还',
}

function wordsOf({ name, isOver, ending }: uses.Returned): string {
  if (ending) return endings[ending]
  return isOver ? '优惠券已过期，不再返还' : `返还优惠券「${name}」`
}

/** What becomes of an order's copy with a refund: whether it comes back, and the words for it. */
export type CouponFate = { returns: boolean; text: string }

/**
 * What would become of an order's copy now with a refund that ends the order, or leaves some of it.
 * @param always whether a copy comes back whatever the setting says: the buyer had no part in it
 */
export async function fateOfCoupon(
  ctx: Ctx,
  { uid, couponId }: PaidOrder,
  { ends, always = false }: { ends: boolean; always?: boolean },
): Promise<CouponFate> {
  if (!couponId) return { returns: false, text: '' }
  if (!ends) return { returns: false, text: '部分退款不返还优惠券' }
  if (!always && !(await getSettings(ctx)).coupon_return_on_refund)
    return { returns: false, text: '按设置，退款不返还优惠券' }
  const copy = await uses.findOwn(ctx, uid, couponId)
  if (copy?.status !== 1) return { returns: false, text: '' }
  const isOver = copyState({ ...toQuoteCoupon(copy), status: 0 }, ctx.now()) === 'overdue'
  const ending = (await uses.findEnding(ctx, couponId)) ?? null
  return { returns: true, text: wordsOf({ name: copy.name, isOver, ending }) }
}

/** A refund ends the copies that were given with goods that are all back, or with an order that ends, and are not used. */
export const endGifts = (tx: Ctx, { id }: PaidOrder, ends: boolean): Promise<void> =>
  uses.endGifts(tx, id, { ends, reason: REASONS.refunded })
