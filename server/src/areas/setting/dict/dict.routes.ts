import { dict } from '@zhanggui/contract/setting/dict.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { dictExport } from './dict.export.ts'
import { dictService, listAllDicts, listDicts } from './dict.service.ts'

export const serveDicts = (app: App) =>
  serve(app, dict, {
    ...dictService.handlers,
    list: (ctx, { query }) => listDicts(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, dictExport, query),
    all: (ctx) => listAllDicts(ctx),
  })
