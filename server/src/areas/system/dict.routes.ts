import { dict } from '@zhanggui/contract/dict.ts'
import { type App, serve } from '../../platform/serve.ts'
import { listAllDicts, listDicts, removeDict, saveDict, updateDict } from './dict.service.ts'

export const serveDicts = (app: App) =>
  serve(app, dict, {
    list: (ctx, { query }) => listDicts(ctx, query),
    all: (ctx) => listAllDicts(ctx),
    save: (ctx, { body }) => saveDict(ctx, body),
    update: (ctx, { body }) => updateDict(ctx, body),
    remove: async (ctx, { params }) => {
      await removeDict(ctx, params.id)
      return {}
    },
  })
