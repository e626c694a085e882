import { post } from '@zhanggui/contract/staff/post.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { exportRows } from '../../../platform/work/exports.ts'
import { postExport } from './post.export.ts'
import { listPosts, removePosts, savePost, updatePost } from './post.service.ts'

export const servePosts = (app: App) =>
  serve(app, post, {
    list: (ctx, { query }) => listPosts(ctx, query),
    download: (ctx, { query }) => exportRows(ctx, postExport, query),
    save: (ctx, { body }) => savePost(ctx, body),
    update: (ctx, { body }) => updatePost(ctx, body),
    remove: async (ctx, { body }) => {
      await removePosts(ctx, body)
      return {}
    },
  })
