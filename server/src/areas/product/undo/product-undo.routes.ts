import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { findUndos, getUndo, listLeft, startUndo } from './product-undo.service.ts'

export const serveProductUndo = (app: App) =>
  serve(app, productUndo, {
    info: (ctx, { params }) => getUndo(ctx, params.id),
    find: (ctx, { query }) => findUndos(ctx, query.requestIds),
    left: (ctx, { query }) => listLeft(ctx, query),
    start: (ctx, { params }) => startUndo(ctx, params.id),
  })
