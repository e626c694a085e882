import { wechatCallback } from '@zhanggui/contract/wechat/callback.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { hearWechat, verifyAddress } from './callback.service.ts'

export const serveWechatCallbacks = (app: App) =>
  serve(app, wechatCallback, {
    verify: (ctx, { params, query }) => verifyAddress(ctx, params.account, query),
    hear: (ctx, { params, query, body }) => hearWechat(ctx, params.account, query, body),
  })
