import { pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getTemplate, listTemplates, removeTemplate, saveTemplate } from './page-template.service.ts'

export const servePageTemplates = (app: App) =>
  serve(app, pageTemplate, {
    list: listTemplates,
    info: (ctx, { params }) => getTemplate(ctx, params.key),
    save: saveTemplate,
    remove: (ctx, { params }) => removeTemplate(ctx, params.id),
  })
