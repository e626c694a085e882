import { frontCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { redeemCoupon } from './coupon-redeem.service.ts'

export const serveCouponRedeeming = (app: App) =>
  serve(app, { redeem: frontCoupon.redeem }, { redeem: (ctx, { body }) => redeemCoupon(ctx, body.code) })
