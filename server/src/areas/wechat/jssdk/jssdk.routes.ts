import { jssdk } from '@zhanggui/contract/wechat/jssdk.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { signPage } from './jssdk.service.ts'

export const serveJssdk = (app: App) =>
  serve(app, jssdk, {
    config: (ctx, { query }) => signPage(ctx, query.url),
    front: (ctx, { query }) => signPage(ctx, query.url),
  })
