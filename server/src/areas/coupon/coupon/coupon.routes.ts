import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  countCoupons,
  getCoupon,
  listCoupons,
  listSendable,
  removeCoupon,
  saveCoupon,
  updateCoupon,
  useCoupon,
} from './coupon.service.ts'

export const serveCoupons = (app: App) =>
  serve(app, coupon, {
    list: listCoupons,
    counts: countCoupons,
    sendList: listSendable,
    info: getCoupon,
    save: (ctx, { body }) => saveCoupon(ctx, body),
    update: (ctx, { body }) => updateCoupon(ctx, body),
    useStatus: (ctx, { body }) => useCoupon(ctx, body),
    remove: (ctx, { body }) => removeCoupon(ctx, body.id),
  })
