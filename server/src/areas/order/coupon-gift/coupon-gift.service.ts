import { type CouponPhase, couponPhase } from '@zhanggui/domain/promotion/coupon.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { grantCoupon } from '../../coupon/copy/coupon-grant.service.ts'
import type { OrderRow } from '../order/order.repository.ts'
import * as orders from '../order/order.repository.ts'
import * as gifts from './coupon-gift.repository.ts'

/** Why a coupon in such a phase is not given. */
const reasons: Readonly<Record<Exclude<CouponPhase, 'receiving'>, string>> = {
  closed: '优惠券已关闭',
  notStart: '还未到领取时间',
  over: '已过领取期',
  soldOut: '已经被领完',
}

/**
 * Registers what gives the buyer of a paid order the coupons that come with its products
 * (docs/coupons-and-points.md, Ways to a copy). It stands here and not with the coupons because what fails is told in the order's log.
 */
export function registerGifts({ outbox }: Platform): void {
  outbox.consume('coupon-gift', ['order.paid'], (tx, { data }) => giveGifts(tx, Number(data.orderId)))
}

/** Gives each coupon once, however often it is told; none for a reship, nor where all money went back meanwhile. */
async function giveGifts(tx: Ctx, orderId: number): Promise<void> {
  const order = await orders.lockOrder(tx, { id: orderId })
  if (!order?.paid || order.source === 'reship' || order.refundStatus === 2) return
  for (const gift of await gifts.listDue(tx, orderId)) {
    const failure = await giveOne(tx, order, gift)
    if (failure && (await gifts.isTold(tx, orderId, gift.id))) continue
    const message = failure ? `优惠券「${gift.name}」未能赠送：${failure}` : `赠送优惠券「${gift.name}」`
    await orders.noteOrder(tx, orderId, { changeType: 'gift', message, extra: { couponId: gift.id } })
  }
}

/** Gives one coupon in a savepoint, so that the others do not fail with it. Returns why it was not given; '' when it was. */
async function giveOne(tx: Ctx, order: OrderRow, gift: gifts.Gift): Promise<string> {
  const phase = couponPhase({ ...gift, receiveFrom: gift.receiveStart, receiveTo: gift.receiveEnd }, tx.now())
  if (phase !== 'receiving') return reasons[phase]
  // The last second counts.
  if (gift.useEnd && tx.now().getTime() >= gift.useEnd.getTime() + 1000) return '使用时间已过'
  try {
    const to = { couponId: gift.id, uids: [order.uid], source: 'buy' as const, giftOrderId: order.id }
    const { granted } = await inTransaction(tx, (inner) => grantCoupon(inner, to))
    return granted.length ? '' : '买家已达到每人限领数量'
  } catch (error) {
    if (isRefusal(error)) return error.message.replace('此优惠券', '').replace('！', '')
    tx.log.error({ err: error, orderId: order.id, couponId: gift.id }, 'a coupon was not given with an order')
    return '系统繁忙'
  }
}
