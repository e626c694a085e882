import { bill } from '@zhanggui/contract/finance/bill.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { billExport } from './bill.export.ts'
import { listBills } from './bill.service.ts'

export const serveBills = (app: App) =>
  serve(app, bill, {
    list: (ctx, { query }) => listBills(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, billExport, query),
  })
