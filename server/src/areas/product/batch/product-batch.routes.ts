import { product } from '@zhanggui/contract/product/product.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { runBatch } from './product-batch.service.ts'

export const serveProductBatch = (app: App) =>
  serve(app, { batch: product.batch }, { batch: (ctx, { body }) => runBatch(ctx, body) })
