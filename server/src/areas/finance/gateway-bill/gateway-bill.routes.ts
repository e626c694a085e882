import { gatewayBill } from '@zhanggui/contract/finance/gateway-bill.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { billSheet } from './gateway-bill.export.ts'
import { checkDay, listDays } from './gateway-bill.service.ts'

export function serveGatewayBills(app: App): void {
  serve(app, gatewayBill, {
    list: (ctx, { query }) => listDays(ctx, query),
    check: (ctx, { body }) => checkDay(ctx, body.day),
    download: (ctx, { body }) => exportRows(ctx, billSheet, body),
  })
}
