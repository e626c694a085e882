import { productExport } from '@zhanggui/contract/product/product-export.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { productSheet } from './product.export.ts'

export const serveProductExports = (app: App) =>
  serve(app, productExport, {
    download: (ctx, { query }) => exportRows(ctx, productSheet, query),
  })
