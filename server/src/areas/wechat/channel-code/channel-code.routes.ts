import { channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getFigures, listCodes, removeCode, saveCode, updateCode } from './channel-code.service.ts'

export const serveChannelCodes = (app: App) =>
  serve(app, channelCode, {
    list: (ctx, { query }) => listCodes(ctx, query),
    info: (ctx, { query }) => getFigures(ctx, query.id),
    save: (ctx, { body }) => saveCode(ctx, body),
    update: (ctx, { body }) => updateCode(ctx, body),
    remove: async (ctx, { query }) => {
      await removeCode(ctx, query.id)
      return {}
    },
  })
