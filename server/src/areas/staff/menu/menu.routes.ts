import { menu } from '@zhanggui/contract/staff/menu.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  buildOwnMenu,
  buildRoleMenu,
  listMenus,
  listMenuTree,
  removeMenus,
  restoreDefaultMenus,
  saveMenu,
  sortMenus,
  updateMenu,
} from './menu.service.ts'

export const serveMenus = (app: App) =>
  serve(app, menu, {
    list: (ctx, { query }) => listMenus(ctx, query),
    tree: (ctx) => listMenuTree(ctx),
    build: (ctx) => buildOwnMenu(ctx),
    preview: (ctx, { params }) => buildRoleMenu(ctx, params.id),
    save: (ctx, { body }) => saveMenu(ctx, body),
    update: (ctx, { body }) => updateMenu(ctx, body),
    sort: async (ctx, { body }) => {
      await sortMenus(ctx, body)
      return {}
    },
    remove: async (ctx, { body }) => {
      await removeMenus(ctx, body)
      return {}
    },
    restoreDefault: (ctx) => restoreDefaultMenus(ctx),
  })
