import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { copyExport, listCopies, revokeCopies } from './coupon-copy.service.ts'
import { sendCoupon, undoSend } from './coupon-send.service.ts'

export const serveCouponCopies = (app: App) =>
  serve(app, couponCopy, {
    list: (ctx, { query }) => listCopies(ctx, query),
    receive: (ctx, { body }) => sendCoupon(ctx, body),
    undo: (ctx, { body }) => undoSend(ctx, body),
    revoke: (ctx, { body }) => revokeCopies(ctx, body),
    download: (ctx, { query }) => exportRows(ctx, copyExport, query),
  })
