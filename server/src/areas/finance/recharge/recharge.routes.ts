import { frontRecharge } from '@zhanggui/contract/finance/front-recharge.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { rechargeExport } from './recharge.export.ts'
import { getRechargeOffer, startRecharge } from './recharge.service.ts'
import { listRecharges, sumRecharges } from './recharge-list.service.ts'
import { refundRecharge, refundRechargeAgain } from './recharge-refund.service.ts'

export function serveRecharges(app: App): void {
  serve(app, frontRecharge, {
    index: (ctx) => getRechargeOffer(ctx),
    create: (ctx, { body }) => startRecharge(ctx, body),
  })
  serve(app, recharge, {
    list: (ctx, { query }) => listRecharges(ctx, query),
    balance: (ctx) => sumRecharges(ctx),
    refund: (ctx, { body }) => refundRecharge(ctx, body),
    again: (ctx, { body }) => refundRechargeAgain(ctx, body),
    download: (ctx, { query }) => exportRows(ctx, rechargeExport, query),
  })
}
