import { onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { onlineUserExport } from './online-user.export.ts'
import { kickOnlineUsers, listOnlineUsers } from './online-user.service.ts'

export const serveOnlineUsers = (app: App) =>
  serve(app, onlineUser, {
    list: (ctx, { query }) => listOnlineUsers(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, onlineUserExport, query),
    kick: async (ctx, { body }) => {
      await kickOnlineUsers(ctx, body)
      return {}
    },
  })
