import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { maySeeCost } from '../product/product-describe.service.ts'
import { stockExport } from './product-stock.export.ts'
import { addStock, adjustStock, listLedger, listMismatches, listPrices } from './product-stock.service.ts'

export const serveProductStock = (app: App) =>
  serve(app, productStock, {
    add: (ctx, { body }) => addStock(ctx, body),
    adjust: (ctx, { body }) => adjustStock(ctx, body),
    ledger: (ctx, { query }) => listLedger(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, stockExport, query),
    mismatches: (ctx) => listMismatches(ctx),
    prices: (ctx, { query }) => listPrices(ctx, query, maySeeCost(ctx)),
  })
