import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listOpen, listOwn, receiveCoupon } from './front-coupon.service.ts'

/** A code redeemed makes a copy, so codes come after copies: `coupon-redeem.routes.ts`. */
const { redeem: _redeem, ...own } = frontCoupon

export const serveFrontCoupons = (app: App) =>
  serve(app, own, {
    open: (ctx, { query }) => listOpen(ctx, query),
    receive: (ctx, { body }) => receiveCoupon(ctx, body.couponId),
    list: (ctx, { query }) => listOwn(ctx, query),
  })
