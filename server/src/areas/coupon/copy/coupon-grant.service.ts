import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { hadAccount } from '../../user/buyer-session/former-account.service.ts'
import { type GrantEvent, type Granted, giveBack, grantRound, listForNew } from './coupon-grant.repository.ts'

/** Customers that one call of {@link grantCoupon} takes. */
export const GRANT_BATCH = 1000

/** Copies to be given: of a coupon, to customers, for what. Whether it may be given is the caller's to ask. */
export type Grant = GrantEvent & { couponId: number; uids: readonly number[] }

/**
 * Gives customers a copy of a coupon each, on its terms of now, in the caller's transaction
 * (docs/coupons-and-points.md, Ways to a copy). Skipped are those who hold as many as one may, who were given theirs for the
 * same event, and who do not exist.
 * @param grant at most {@link GRANT_BATCH} customers
 * @returns the copies, and the customers without one
 * @throws 404 for no such coupon; 409 SOLD_OUT, when not enough are left for all who may have one, and then nobody has
 */
export async function grantCoupon(
  tx: Ctx,
  { couponId, uids, ...event }: Grant,
): Promise<{ granted: Granted[]; skipped: number[] }> {
  const asked = [...new Set(uids)]
  if (asked.length > GRANT_BATCH) throw new Error(`coupons are granted to ${GRANT_BATCH} customers at once`)
  const granted = await grantAll(tx, couponId, asked, event)
  const holders = new Set(granted.map(({ uid }) => uid))
  if (holders.size) await emit(tx, 'coupon.granted', { couponId, source: event.source, uids: [...holders] })
  return { granted, skipped: asked.filter((uid) => !holders.has(uid)) }
}

/** Who lost a place to another call tries the next one, until all have a copy or no place. */
async function grantAll(tx: Ctx, couponId: number, asked: readonly number[], event: GrantEvent): Promise<Granted[]> {
  const granted: Granted[] = []
  let reserved = 0
  for (let uids = asked; uids.length; ) {
    const done = await grantRound(tx, couponId, uids, event, reserved > 0)
    if (done.isLimited === null) throw goneCoupon()
    if (done.isReserved) reserved = done.wanted.length
    else if (done.isLimited && !reserved && done.wanted.length) throw soldOut()
    granted.push(...done.granted)
    const holders = new Set(done.granted.map(({ uid }) => uid))
    uids = done.wanted.filter((uid) => !holders.has(uid))
  }
  if (reserved > granted.length) await giveBack(tx, couponId, reserved - granted.length)
  return granted
}

/** 404 for a coupon that is not there, or no longer. */
export const goneCoupon = () => new HttpError(404, 'NOT_FOUND', '优惠券信息不存在或者已失效！')
/** 409 for a coupon of which all, or too many, are taken. */
export const soldOut = () => new HttpError(409, 'SOLD_OUT', '此优惠券已经被领完了！')
/** 409 for a customer who has as many copies of a coupon as one may. */
export const alreadyReceived = () => new HttpError(409, 'DUPLICATE', '当前用户已经领取过此优惠券了！')

/** Registers what gives new customers the coupons that are meant for them. */
export function registerNewcomers({ outbox }: Platform): void {
  outbox.consume('coupon-new-user', ['user.registered'], (tx, { data }) => greet(tx, Number(data.uid)))
}

/** Gives a new customer each such coupon, in a savepoint of its own: one that fails stops none of the others. Whoever
 * had an account before is not new. */
async function greet(tx: Ctx, uid: number): Promise<void> {
  if (await hadAccount(tx, uid)) return
  for (const couponId of await listForNew(tx))
    try {
      await inTransaction(tx, (inner) => grantCoupon(inner, { couponId, uids: [uid], source: 'new' }))
    } catch (error) {
      tx.log.warn({ err: error, couponId, uid }, 'a new customer was not given a coupon')
    }
}
