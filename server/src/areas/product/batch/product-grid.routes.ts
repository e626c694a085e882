import { productGrid } from '@zhanggui/contract/product/product-grid.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listGrid, saveGrid } from './product-grid.service.ts'

export const serveProductGrid = (app: App) =>
  serve(app, productGrid, {
    list: (ctx, { query }) => listGrid(ctx, query),
    save: (ctx, { body }) => saveGrid(ctx, body),
  })
