import { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { addFavourites, cancelFavourite, listFavourites, removeFavourites } from './buyer-collect.service.ts'

export const serveBuyerCollects = (app: App) =>
  serve(app, buyerCollect, {
    list: (ctx, { query }) => listFavourites(ctx, query),
    add: async (ctx, { body }) => {
      await addFavourites(ctx, [body.productId])
      return {}
    },
    addAll: async (ctx, { body }) => {
      await addFavourites(ctx, body.productIds)
      return {}
    },
    remove: async (ctx, { body }) => {
      await removeFavourites(ctx, body.ids)
      return {}
    },
    cancel: async (ctx, { params }) => {
      await cancelFavourite(ctx, params.productId)
      return {}
    },
  })
