import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  commentReplies,
  getReply,
  listReplies,
  moderateReplies,
  removeReply,
  saveReply,
  updateReply,
} from './product-reply.service.ts'

export const serveProductReplies = (app: App) =>
  serve(app, productReply, {
    list: (ctx, { query }) => listReplies(ctx, query),
    info: (ctx, { params }) => getReply(ctx, params.id),
    save: (ctx, { body }) => saveReply(ctx, body),
    update: (ctx, { body }) => updateReply(ctx, body),
    comment: async (ctx, { body }) => {
      await commentReplies(ctx, body)
      return {}
    },
    moderate: (ctx, { body }) => moderateReplies(ctx, body),
    remove: async (ctx, { params }) => {
      await removeReply(ctx, params.id)
      return {}
    },
  })
