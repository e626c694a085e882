import { cache, server } from '@zhanggui/contract/monitor/monitor.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { clearCache, describeInstances, describeServer, listCacheEntries, listCaches } from './monitor.service.ts'

export function serveMonitor(app: App): void {
  serve(app, cache, {
    list: (ctx) => listCaches(ctx),
    entries: (ctx, { params, query }) => listCacheEntries(ctx, params.name, query.key),
    clearAll: async (ctx) => {
      await clearCache(ctx)
      return {}
    },
    clear: async (ctx, { params }) => {
      await clearCache(ctx, params.name)
      return {}
    },
    remove: async (ctx, { params }) => {
      await clearCache(ctx, params.name, params.key)
      return {}
    },
  })
  serve(app, server, {
    state: (ctx) => describeServer(ctx),
    instances: (ctx) => describeInstances(ctx),
  })
}
