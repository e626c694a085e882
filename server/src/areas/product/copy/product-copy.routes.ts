import { productCopy } from '@zhanggui/contract/product/product-copy.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { copyProduct, getCopyConfig, parseProducts } from './product-copy.service.ts'

export const serveProductCopies = (app: App) =>
  serve(app, productCopy, {
    config: (ctx) => getCopyConfig(ctx),
    copy: (ctx, { body }) => copyProduct(ctx, body),
    import: (ctx, { body }) => copyProduct(ctx, body),
    parse: (ctx, { files, body }) => parseProducts(ctx, files, body),
  })
