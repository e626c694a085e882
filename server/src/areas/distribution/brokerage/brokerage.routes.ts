import { brokerage } from '@zhanggui/contract/distribution/brokerage.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { brokerageExport } from './brokerage.export.ts'
import { listBrokerage } from './brokerage.service.ts'

export const serveBrokerage = (app: App) =>
  serve(app, brokerage, {
    list: (ctx, { query }) => listBrokerage(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, brokerageExport, query),
  })
