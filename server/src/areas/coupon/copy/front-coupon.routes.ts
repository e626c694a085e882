import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { redeemCoupon } from '../code/coupon-redeem.service.ts'
import { listOpen, listOwn, receiveCoupon } from './front-coupon.service.ts'

export const serveFrontCoupons = (app: App) =>
  serve(app, frontCoupon, {
    open: (ctx, { query }) => listOpen(ctx, query),
    receive: (ctx, { body }) => receiveCoupon(ctx, body.couponId),
    redeem: (ctx, { body }) => redeemCoupon(ctx, body.code),
    list: (ctx, { query }) => listOwn(ctx, query),
  })
