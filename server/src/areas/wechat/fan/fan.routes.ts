import { fan } from '@zhanggui/contract/wechat/fan.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getFan, getFigures, remarkFan, writeToFan } from './fan.service.ts'
import { startSync } from './fan-sync.service.ts'

export const serveFans = (app: App) =>
  serve(app, fan, {
    figures: (ctx, { query }) => getFigures(ctx, query.days),
    info: (ctx, { query }) => getFan(ctx, query.id),
    sync: startSync,
    remark: (ctx, { body }) => remarkFan(ctx, body),
    message: async (ctx, { body }) => {
      await writeToFan(ctx, body)
      return {}
    },
  })
