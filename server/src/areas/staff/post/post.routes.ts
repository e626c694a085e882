import { post } from '@zhanggui/contract/staff/post.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { postExport } from './post.export.ts'
import { postService, removePosts } from './post.service.ts'

export const servePosts = (app: App) =>
  serve(app, post, {
    ...postService.handlers,
    download: (ctx, { query }) => exportRows(ctx, postExport, query),
    remove: async (ctx, { body }) => {
      await removePosts(ctx, body)
      return {}
    },
  })
