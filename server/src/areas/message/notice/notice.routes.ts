import { notice } from '@zhanggui/contract/message/notice.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  listNotices,
  listOwnNotices,
  listReaders,
  publishNotice,
  readNotice,
  removeNotices,
  saveNotice,
  updateNotice,
  withdrawNotice,
} from './notice.service.ts'

export const serveNotices = (app: App) =>
  serve(app, notice, {
    list: (ctx, { query }) => listNotices(ctx, query),
    readers: (ctx, { params, query }) => listReaders(ctx, params.id, query),
    save: (ctx, { body }) => saveNotice(ctx, body),
    update: (ctx, { body }) => updateNotice(ctx, body),
    remove: async (ctx, { body }) => {
      await removeNotices(ctx, body)
      return {}
    },
    publish: (ctx, { params }) => publishNotice(ctx, params.id),
    withdraw: (ctx, { params }) => withdrawNotice(ctx, params.id),
    own: (ctx, { query }) => listOwnNotices(ctx, query),
    read: async (ctx, { params }) => {
      await readNotice(ctx, params.id)
      return {}
    },
  })
