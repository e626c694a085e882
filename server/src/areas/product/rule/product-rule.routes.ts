import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getRule, listRules, removeRules, saveRule, updateRule } from './product-rule.service.ts'

export const serveProductRules = (app: App) =>
  serve(app, productRule, {
    list: (ctx, { query }) => listRules(ctx, query),
    info: (ctx, { params }) => getRule(ctx, params.id),
    save: (ctx, { body }) => saveRule(ctx, body),
    update: (ctx, { body }) => updateRule(ctx, body),
    remove: async (ctx, { params }) => {
      await removeRules(ctx, params.id)
      return {}
    },
  })
