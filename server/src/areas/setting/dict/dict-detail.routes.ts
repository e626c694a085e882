import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listDetails, mapDetails, removeDetail, saveDetail, updateDetail } from './dict-detail.service.ts'

export const serveDictDetails = (app: App) =>
  serve(app, dictDetail, {
    list: (ctx, { query }) => listDetails(ctx, query),
    map: (ctx, { query }) => mapDetails(ctx, query),
    save: (ctx, { body }) => saveDetail(ctx, body),
    update: (ctx, { body }) => updateDetail(ctx, body),
    remove: async (ctx, { params }) => {
      await removeDetail(ctx, params.id)
      return {}
    },
  })
