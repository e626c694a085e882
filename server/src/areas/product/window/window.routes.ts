import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getCategoryTree, getDetail, listCards, listCardsByIds, listRecommended } from './window.service.ts'
import { getFreight } from './window-freight.service.ts'
import { countReplies, getFirstReply, listShownReplies } from './window-reply.service.ts'

export const serveWindow = (app: App) =>
  serve(app, shopWindow, {
    category: (ctx) => getCategoryTree(ctx),
    list: (ctx, { query }) => listCards(ctx, query),
    detail: (ctx, { params, query }) => getDetail(ctx, params.id, query.brief),
    freight: (ctx, { params, query }) => getFreight(ctx, params.id, query),
    hot: (ctx, { query }) => listRecommended(ctx, 'isHot', query),
    good: (ctx, { query }) => listRecommended(ctx, 'isGood', query),
    byIds: (ctx, { params }) => listCardsByIds(ctx, params.ids),
    replies: (ctx, { params, query }) => listShownReplies(ctx, params.id, query),
    replyCounts: (ctx, { params }) => countReplies(ctx, params.id),
    newestReply: (ctx, { params }) => getFirstReply(ctx, params.id),
  })
