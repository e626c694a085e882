import { miniCode } from '@zhanggui/contract/wechat/mini-code.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { drawMiniCode, startZip } from './mini-code.service.ts'

export const serveMiniCodes = (app: App) =>
  serve(app, miniCode, {
    qrcode: (ctx, { query }) => drawMiniCode(ctx, query),
    zip: (ctx, { body }) => startZip(ctx, body),
  })
