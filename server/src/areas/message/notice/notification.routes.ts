import { notification } from '@zhanggui/contract/message/notification.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  countNotifications,
  getWishes,
  listNotifications,
  readNotifications,
  removeNotifications,
  saveWishes,
} from './notification.service.ts'

export const serveNotifications = (app: App) =>
  serve(app, notification, {
    list: (ctx, { query }) => listNotifications(ctx, query),
    count: (ctx) => countNotifications(ctx),
    read: async (ctx, { body }) => {
      await readNotifications(ctx, body.ids)
      return {}
    },
    remove: async (ctx, { body }) => {
      await removeNotifications(ctx, body)
      return {}
    },
    settings: (ctx) => getWishes(ctx),
    saveSettings: async (ctx, { body }) => {
      await saveWishes(ctx, body)
      return {}
    },
  })
