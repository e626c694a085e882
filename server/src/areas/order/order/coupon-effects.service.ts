import { endGifts, returnCoupon, useCoupon } from '../../coupon/copy/coupon-use.service.ts'
import type { OrderEffects } from './order-effects.service.ts'

/** The copy of a coupon that an order uses, and the copies that it gave. */
export const couponEffects: OrderEffects = {
  place: 'coupon',
  creating: (order) => {
    const copy = useCoupon(order)
    return copy ? { copy } : {}
  },
  closed: returnCoupon,
  refunded: async (tx, order, { couponReturns, ends }) => {
    if (couponReturns) await returnCoupon(tx, order)
    await endGifts(tx, order, ends)
  },
}
