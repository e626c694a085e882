import { wechatMenu } from '@zhanggui/contract/wechat/wechat-menu.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getMenu, listPublications, publishMenu, removeMenu, restoreMenu, saveMenuDraft } from './wechat-menu.service.ts'

export const serveWechatMenu = (app: App) =>
  serve(app, wechatMenu, {
    get: (ctx, { query }) => getMenu(ctx, query.refresh),
    create: (ctx, { body }) => publishMenu(ctx, body),
    draft: (ctx, { body }) => saveMenuDraft(ctx, body),
    log: (ctx) => listPublications(ctx),
    restore: (ctx, { body }) => restoreMenu(ctx, body),
    remove: (ctx) => removeMenu(ctx),
  })
