import { agreement, frontAgreement } from '@zhanggui/contract/decor/agreement.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getAgreement, listAgreements, listVersions, rollBack, saveAgreement } from './agreement.service.ts'
import { consentTo, getFrontAgreement, listFrontAgreements } from './front-agreement.service.ts'

export const serveAgreements = (app: App) =>
  serve(app, agreement, {
    list: (ctx) => listAgreements(ctx),
    info: (ctx, { query }) => getAgreement(ctx, query.key),
    versions: listVersions,
    save: (ctx, { body }) => saveAgreement(ctx, body),
    rollback: (ctx, { body }) => rollBack(ctx, body),
  })

export const serveFrontAgreements = (app: App) =>
  serve(app, frontAgreement, {
    list: (ctx) => listFrontAgreements(ctx),
    info: (ctx, { params }) => getFrontAgreement(ctx, params.key),
    consent: (ctx, { body }) => consentTo(ctx, body),
  })
