import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { detailService, listDetails, mapDetails } from './dict-detail.service.ts'

export const serveDictDetails = (app: App) =>
  serve(app, dictDetail, {
    ...detailService.handlers,
    list: (ctx, { query }) => listDetails(ctx, query),
    map: (ctx, { query }) => mapDetails(ctx, query),
  })
