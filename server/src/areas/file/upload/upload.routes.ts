import { upload } from '@zhanggui/contract/file/upload.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { addPart, beginUpload, finishUpload, listUploads, removeUpload } from './upload.service.ts'

export const serveUploads = (app: App) =>
  serve(app, upload, {
    list: (ctx) => listUploads(ctx),
    begin: (ctx, { body }) => beginUpload(ctx, body),
    add: async (ctx, { params, files }) => {
      await addPart(ctx, params, files)
      return {}
    },
    finish: (ctx, { params }) => finishUpload(ctx, params.id),
    remove: async (ctx, { params }) => {
      await removeUpload(ctx, params.id)
      return {}
    },
  })
