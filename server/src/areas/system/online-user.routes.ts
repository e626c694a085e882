import { onlineUser } from '@zhanggui/contract/online-user.ts'
import { type App, serve } from '../../platform/serve.ts'
import { kickOnlineUsers, listOnlineUsers } from './online-user.service.ts'

export const serveOnlineUsers = (app: App) =>
  serve(app, onlineUser, {
    list: (ctx, { query }) => listOnlineUsers(ctx, query),
    kick: async (ctx, { body }) => {
      await kickOnlineUsers(ctx, body)
      return {}
    },
  })
