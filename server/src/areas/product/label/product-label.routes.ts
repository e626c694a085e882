import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getLabel, listLabels, removeLabel, saveLabel, updateLabel } from './product-label.service.ts'

export const serveProductLabels = (app: App) =>
  serve(app, productLabel, {
    list: (ctx, { query }) => listLabels(ctx, query),
    info: (ctx, { params }) => getLabel(ctx, params.id),
    save: (ctx, { body }) => saveLabel(ctx, body),
    update: (ctx, { body }) => updateLabel(ctx, body),
    remove: async (ctx, { params }) => {
      await removeLabel(ctx, params.id)
      return {}
    },
  })
