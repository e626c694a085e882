import { savedView } from '@zhanggui/contract/setting/saved-view.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { countViews, listRoles, listViews, removeView, saveView, sortViews } from './saved-view.service.ts'

export const serveSavedViews = (app: App) =>
  serve(app, savedView, {
    list: (ctx, { query }) => listViews(ctx, query.page),
    roles: (ctx) => listRoles(ctx),
    count: (ctx, { query }) => countViews(ctx, query.ids, query.keywords),
    save: (ctx, { body }) => saveView(ctx, body),
    sort: async (ctx, { body }) => {
      await sortViews(ctx, body.page, body.ids)
      return {}
    },
    remove: async (ctx, { body }) => {
      await removeView(ctx, body.id)
      return {}
    },
  })
