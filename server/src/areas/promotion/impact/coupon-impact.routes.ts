import { couponImpact } from '@zhanggui/contract/promotion/coupon-impact.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { estimateImpact } from './coupon-impact.service.ts'

export const serveCouponImpact = (app: App) =>
  serve(app, couponImpact, { estimate: (ctx, { query }) => estimateImpact(ctx, query) })
