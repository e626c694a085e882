import { savedView } from '@zhanggui/contract/setting/saved-view.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { countViews, listViews, removeView, saveView } from './saved-view.service.ts'

export const serveSavedViews = (app: App) =>
  serve(app, savedView, {
    list: (ctx, { query }) => listViews(ctx, query.page),
    count: (ctx, { query }) => countViews(ctx, query.ids, query.keywords),
    save: (ctx, { body }) => saveView(ctx, body),
    remove: async (ctx, { body }) => {
      await removeView(ctx, body.id)
      return {}
    },
  })
