import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  adjustBrokerage,
  appointPromoters,
  listChildren,
  listPeople,
  listPromoters,
  listSpreadOrders,
  sumPromoters,
} from './promoter.service.ts'

export const servePromoters = (app: App) =>
  serve(app, promoter, {
    list: (ctx, { query }) => listPromoters(ctx, query),
    people: (ctx, { query, body }) => listPeople(ctx, { ...query, ...body }),
    orders: (ctx, { query, body }) => listSpreadOrders(ctx, { ...query, ...body }),
    appoint: (ctx, { body }) => appointPromoters(ctx, body),
    adjust: (ctx, { body }) => adjustBrokerage(ctx, body),
    statistics: (ctx, { query }) => sumPromoters(ctx, query),
    tree: (ctx, { query }) => listChildren(ctx, query.uid),
  })
