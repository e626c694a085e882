import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listOpen, listOwn, receiveCoupon } from './front-coupon.service.ts'

const { open, receive, list } = frontCoupon

export const serveFrontCoupons = (app: App) =>
  serve(
    app,
    { open, receive, list },
    {
      open: (ctx, { query }) => listOpen(ctx, query),
      receive: (ctx, { body }) => receiveCoupon(ctx, body.couponId),
      list: (ctx, { query }) => listOwn(ctx, query),
    },
  )
