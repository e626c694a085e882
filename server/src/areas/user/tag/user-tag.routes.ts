import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listTags, tagService } from './user-tag.service.ts'

export const serveUserTags = (app: App) =>
  serve(app, userTag, {
    ...tagService.handlers,
    list: listTags,
    info: (ctx, { query }) => tagService.get(ctx, query.id),
    remove: async (ctx, { body }) => {
      await tagService.remove(ctx, body)
      return {}
    },
  })
