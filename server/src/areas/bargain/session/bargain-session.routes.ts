import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { getSession, listHelps, listSessions, sessionExport } from './bargain-session.service.ts'

/** What staff read of sessions. */
export const serveBargainSessions = (app: App) =>
  serve(app, bargainSession, {
    list: listSessions,
    info: (ctx, { query }) => getSession(ctx, query.id),
    helps: (ctx, { params }) => listHelps(ctx, params.id),
    download: (ctx, { query }) => exportRows(ctx, sessionExport, query),
  })
