import { frontOrderCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { beginCheckout, loadCheckout, priceCheckout, rankCoupons } from './pre-order.service.ts'

/** Checkout, until an order is made of it. */
export function serveCheckouts(app: App): void {
  const { pre, load, price } = frontOrder
  serve(
    app,
    { pre, load, price },
    {
      pre: (ctx, { body }) => beginCheckout(ctx, body),
      load: (ctx, { params }) => loadCheckout(ctx, params.preOrderNo),
      price: (ctx, { body }) => priceCheckout(ctx, body),
    },
  )
  serve(app, frontOrderCoupon, {
    rank: (ctx, { params, query }) => rankCoupons(ctx, params.preOrderNo, query),
  })
}
