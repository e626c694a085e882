import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getReply,
  getReplyByWord,
  getReplyFigures,
  listReplies,
  removeReply,
  saveReply,
  tryMessage,
  updateReply,
  useReply,
} from './wechat-reply.service.ts'

export const serveWechatReplies = (app: App) =>
  serve(app, wechatReply, {
    list: listReplies,
    info: (ctx, { query }) => getReply(ctx, query.id),
    infoByWord: (ctx, { query }) => getReplyByWord(ctx, query.keywords),
    trial: (ctx, { query }) => tryMessage(ctx, query.text),
    figures: (ctx) => getReplyFigures(ctx),
    save: (ctx, { body }) => saveReply(ctx, body),
    update: (ctx, { body }) => updateReply(ctx, body),
    useStatus: (ctx, { body }) => useReply(ctx, body.id, body.status),
    remove: (ctx, { query }) => removeReply(ctx, query.id),
  })
