import { wechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { syncTemplates } from './template-sync.service.ts'
import {
  getTemplate,
  listTemplates,
  removeTemplate,
  saveTemplate,
  updateTemplate,
  useTemplate,
} from './wechat-template.service.ts'

export const serveWechatTemplates = (app: App) =>
  serve(app, wechatTemplate, {
    list: (ctx, { query }) => listTemplates(ctx, query),
    info: (ctx, { params }) => getTemplate(ctx, params.id),
    save: (ctx, { body }) => saveTemplate(ctx, body),
    update: (ctx, { params, body }) => updateTemplate(ctx, params.id, body),
    useStatus: (ctx, { params, body }) => useTemplate(ctx, params.id, body.status),
    remove: (ctx, { params }) => removeTemplate(ctx, params.id),
    syncWechat: (ctx) => syncTemplates(ctx, 1),
    syncRoutine: (ctx) => syncTemplates(ctx, 2),
  })
