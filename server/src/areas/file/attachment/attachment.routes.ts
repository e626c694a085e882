import { attachment } from '@zhanggui/contract/file/attachment.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getAttachment,
  listAttachments,
  moveAttachments,
  recycleAttachments,
  renameAttachment,
  restoreAttachments,
  saveAttachment,
} from './attachment.service.ts'

export const serveAttachments = (app: App) =>
  serve(app, attachment, {
    list: (ctx, { query }) => listAttachments(ctx, query),
    info: (ctx, { params }) => getAttachment(ctx, params.id),
    save: (ctx, { body }) => saveAttachment(ctx, body),
    update: (ctx, { body }) => renameAttachment(ctx, body),
    move: async (ctx, { body }) => {
      await moveAttachments(ctx, body)
      return {}
    },
    remove: async (ctx, { params, query }) => {
      await recycleAttachments(ctx, params.ids, query.force)
      return {}
    },
    restore: async (ctx, { body }) => {
      await restoreAttachments(ctx, body.ids)
      return {}
    },
  })
