import { paymentList, refundList } from '@zhanggui/contract/finance/payment-list.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { paymentExport } from './payment-list.export.ts'
import { listPayments, listRefunds, retryRefund } from './payment-list.service.ts'

export function servePaymentLists(app: App): void {
  serve(app, paymentList, {
    list: (ctx, { query }) => listPayments(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, paymentExport, query),
  })
  serve(app, refundList, {
    list: (ctx, { query }) => listRefunds(ctx, query),
    retry: (ctx, { body }) => retryRefund(ctx, body.refundNo),
  })
}
