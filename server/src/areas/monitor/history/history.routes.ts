import { history } from '@zhanggui/contract/monitor/history.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listHistory } from './history.service.ts'
import { previewRestore, restore } from './history-restore.service.ts'
import { listSince } from './history-since.service.ts'

export const serveHistory = (app: App) =>
  serve(app, history, {
    list: (ctx, { params, query }) => listHistory(ctx, params, query),
    since: (ctx, { params, query }) => listSince(ctx, params, query.version),
    preview: (ctx, { params, query }) => previewRestore(ctx, params, query),
    restore: (ctx, { params, body }) => restore(ctx, params, body),
  })
