import { expressCompany, frontExpress } from '@zhanggui/contract/setting/express-company.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getExpressCompany,
  listChoosableCompanies,
  listExpressCompanies,
  removeExpressCompany,
  saveExpressCompany,
  showExpressCompany,
  updateExpressCompany,
} from './express-company.service.ts'
import { countTraces, listLabelTemplates, synchronizeCarriers } from './express-provider.service.ts'

export const serveExpressCompanies = (app: App) =>
  serve(app, expressCompany, {
    list: (ctx, { query }) => listExpressCompanies(ctx, query),
    all: (ctx, { query }) => listChoosableCompanies(ctx, query.type),
    info: (ctx, { query }) => getExpressCompany(ctx, query.id),
    save: (ctx, { body }) => saveExpressCompany(ctx, body),
    update: (ctx, { body }) => updateExpressCompany(ctx, body),
    updateShow: (ctx, { body }) => showExpressCompany(ctx, body.id, body.isShow),
    sync: (ctx) => synchronizeCarriers(ctx),
    traced: (ctx) => countTraces(ctx),
    template: (ctx, { query }) => listLabelTemplates(ctx, query.com),
    remove: async (ctx, { query }) => {
      await removeExpressCompany(ctx, query.id)
      return {}
    },
  })

export const serveFrontExpress = (app: App) =>
  serve(app, frontExpress, {
    list: async (ctx) => (await listChoosableCompanies(ctx)).map(({ code, name }) => ({ code, name })),
  })
