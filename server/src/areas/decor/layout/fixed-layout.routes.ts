import { fixedLayout, groupData } from '@zhanggui/contract/decor/fixed-layout.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getFixedLayout,
  getGroupItem,
  listGroupItems,
  removeGroupItem,
  saveFixedLayout,
  saveGroupItem,
  updateGroupItem,
} from './fixed-layout.service.ts'

export const serveFixedLayout = (app: App) =>
  serve(app, fixedLayout, {
    index: (ctx) => getFixedLayout(ctx),
    saveMenu: (ctx, { body }) => saveFixedLayout(ctx, body),
    saveBanner: (ctx, { body }) => saveFixedLayout(ctx, body),
    saveNews: (ctx, { body }) => saveFixedLayout(ctx, body),
    saveTable: (ctx, { body }) => saveFixedLayout(ctx, body),
    saveUserMenu: (ctx, { body }) => saveFixedLayout(ctx, body),
    saveUserBanner: (ctx, { body }) => saveFixedLayout(ctx, body),
    saveAll: (ctx, { body }) => saveFixedLayout(ctx, body),
  })

export const serveGroupData = (app: App) =>
  serve(app, groupData, {
    list: (ctx, { query }) => listGroupItems(ctx, query),
    info: (ctx, { query }) => getGroupItem(ctx, query.id),
    save: (ctx, { body }) => saveGroupItem(ctx, body),
    update: (ctx, { body }) => updateGroupItem(ctx, body),
    remove: (ctx, { query }) => removeGroupItem(ctx, query.id),
  })
