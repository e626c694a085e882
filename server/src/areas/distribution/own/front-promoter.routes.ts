import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listShownItems } from '../../decor/layout/fixed-layout.service.ts'
import { bindBuyer } from '../../user/spread/spread.service.ts'
import {
  countOwnPeople,
  getOwnCommission,
  listOwnOrders,
  listOwnPeople,
  listOwnRecords,
  rankOwnCommission,
  rankOwnPeople,
  transferIn,
} from './own-commission.service.ts'

export const serveFrontPromoters = (app: App) =>
  serve(app, frontPromoter, {
    commission: (ctx) => getOwnCommission(ctx),
    detail: (ctx, { query }) => listOwnRecords(ctx, query),
    people: (ctx, { query }) => listOwnPeople(ctx, query),
    peopleCount: (ctx) => countOwnPeople(ctx),
    orders: (ctx, { query }) => listOwnOrders(ctx, query),
    rank: (ctx, { query }) => rankOwnPeople(ctx, query.type),
    brokerageRank: (ctx, { query }) => rankOwnCommission(ctx, query.type),
    posters: async (ctx) => (await listShownItems(ctx, 'spread_banner')).map(({ pic }) => ({ pic })),
    bind: async (ctx, { body }) => ({ bound: await bindBuyer(ctx, body.spreadPid) }),
    transfer: (ctx, { body }) => transferIn(ctx, body.price),
  })
