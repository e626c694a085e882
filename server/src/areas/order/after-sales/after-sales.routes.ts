import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { afterSalesExport } from './after-sales.export.ts'
import { applyForBuyer, checkCase, payCase, receiveReturn, refuseRefund } from './after-sales.service.ts'
import { listReasons } from './after-sales-flow.service.ts'
import { countCases, getCase, listCases } from './after-sales-list.service.ts'
import {
  applyOwn,
  changeOwn,
  forgetOwn,
  getClaimable,
  getOwnCase,
  listOwnCases,
  quoteOwn,
  revokeOwn,
  sendOwnBack,
} from './front-after-sales.service.ts'

/** Cases: what buyers ask for, and what the shop does about it. */
export function serveAfterSales(app: App): void {
  serve(app, frontAfterSales, {
    reasons: async (ctx) => ({ list: await listReasons(ctx) }),
    claimable: (ctx, { params }) => getClaimable(ctx, params.orderNo),
    quote: (ctx, { body }) => quoteOwn(ctx, body),
    apply: (ctx, { body }) => applyOwn(ctx, body),
    list: listOwnCases,
    detail: (ctx, { params }) => getOwnCase(ctx, params.id),
    update: (ctx, { body }) => changeOwn(ctx, body),
    revoke: (ctx, { body }) => revokeOwn(ctx, body.id),
    sendBack: (ctx, { body }) => sendOwnBack(ctx, body),
    remove: (ctx, { body }) => forgetOwn(ctx, body.id),
  })
  serve(app, afterSales, {
    list: (ctx, { query }) => listCases(ctx, query),
    num: (ctx, { query }) => countCases(ctx, query),
    info: (ctx, { query }) => getCase(ctx, query.id),
    check: (ctx, { body }) => checkCase(ctx, body),
    refuse: (ctx, { body }) => refuseRefund(ctx, body),
    receive: (ctx, { body }) => receiveReturn(ctx, body),
    pay: (ctx, { body }) => payCase(ctx, body),
    reasons: async (ctx) => ({ list: await listReasons(ctx) }),
    apply: (ctx, { body }) => applyForBuyer(ctx, body),
    download: (ctx, { query }) => exportRows(ctx, afterSalesExport, query),
  })
}
