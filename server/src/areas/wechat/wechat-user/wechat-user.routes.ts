import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listWechatUsers } from './wechat-user.service.ts'

export const serveWechatUsers = (app: App) =>
  serve(app, wechatUser, { list: (ctx, { query }) => listWechatUsers(ctx, query) })
