import { fanTag } from '@zhanggui/contract/wechat/fan-tag.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listTags, removeTag, saveTag, tagFans, updateTag } from './fan-tag.service.ts'

export const serveFanTags = (app: App) =>
  serve(app, fanTag, {
    list: listTags,
    save: (ctx, { body }) => saveTag(ctx, body),
    update: (ctx, { body }) => updateTag(ctx, body),
    remove: async (ctx, { params }) => {
      await removeTag(ctx, params.id)
      return {}
    },
    batch: (ctx, { body }) => tagFans(ctx, body),
  })
