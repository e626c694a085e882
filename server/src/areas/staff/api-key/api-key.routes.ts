import { apiKey } from '@zhanggui/contract/staff/api-key.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listKeys, listScopes, removeKeys, saveKey, updateKey } from './api-key.service.ts'

export const serveApiKeys = (app: App) =>
  serve(app, apiKey, {
    list: (ctx, { query }) => listKeys(ctx, query),
    scopes: (ctx) => listScopes(ctx),
    save: (ctx, { body }) => saveKey(ctx, body),
    update: (ctx, { body }) => updateKey(ctx, body),
    remove: async (ctx, { body }) => {
      await removeKeys(ctx, body)
      return {}
    },
  })
