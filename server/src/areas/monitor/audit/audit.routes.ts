import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getAudit, listAudit, verifyAudit } from './audit.service.ts'

export const serveAudit = (app: App) =>
  serve(app, audit, {
    list: (ctx, { query }) => listAudit(ctx, query),
    get: (ctx, { params }) => getAudit(ctx, params.id),
    verify: (ctx) => verifyAudit(ctx),
  })
