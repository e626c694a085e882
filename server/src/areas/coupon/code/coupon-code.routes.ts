import { couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listBatches, saveCodes, voidCodes } from './coupon-code.service.ts'

export const serveCouponCodes = (app: App) =>
  serve(app, couponCode, {
    list: listBatches,
    save: (ctx, { body }) => saveCodes(ctx, body),
    void: (ctx, { body }) => voidCodes(ctx, body),
  })
