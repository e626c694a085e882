import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getParamTemplate,
  listParamTemplates,
  removeParamTemplate,
  saveParamTemplate,
  updateParamTemplate,
} from './param-template.service.ts'

export const serveParamTemplates = (app: App) =>
  serve(app, paramTemplate, {
    list: (ctx, { query }) => listParamTemplates(ctx, query),
    info: (ctx, { params }) => getParamTemplate(ctx, params.id),
    save: (ctx, { body }) => saveParamTemplate(ctx, body),
    update: (ctx, { body }) => updateParamTemplate(ctx, body),
    remove: async (ctx, { params }) => {
      await removeParamTemplate(ctx, params.id)
      return {}
    },
  })
