import { dict } from '@zhanggui/contract/setting/dict.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { dictExport } from './dict.export.ts'
import { listAllDicts, listDicts, removeDict, saveDict, updateDict } from './dict.service.ts'

export const serveDicts = (app: App) =>
  serve(app, dict, {
    list: (ctx, { query }) => listDicts(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, dictExport, query),
    all: (ctx) => listAllDicts(ctx),
    save: (ctx, { body }) => saveDict(ctx, body),
    update: (ctx, { body }) => updateDict(ctx, body),
    remove: async (ctx, { params }) => {
      await removeDict(ctx, params.id)
      return {}
    },
  })
