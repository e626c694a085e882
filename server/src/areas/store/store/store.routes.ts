import { store } from '@zhanggui/contract/store/store.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import * as stores from './store.service.ts'

export const serveStores = (app: App) =>
  serve(app, store, {
    list: stores.listStores,
    count: (ctx, { query }) => stores.countStores(ctx, query.keywords),
    info: (ctx, { query }) => stores.getStore(ctx, query.id),
    save: (ctx, { body }) => stores.saveStore(ctx, body),
    update: (ctx, { body }) => stores.updateStore(ctx, body),
    show: (ctx, { query }) => stores.showStore(ctx, query.id, query.status),
    recycle: async (ctx, { query }) => {
      await stores.recycleStore(ctx, query.id)
      return {}
    },
    recover: (ctx, { query }) => stores.recoverStore(ctx, query.id),
    remove: async (ctx, { query }) => {
      await stores.removeStore(ctx, query.id)
      return {}
    },
  })
