import { liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  auditLiveGoods,
  cancelLiveAudit,
  getLiveGoods,
  listLiveGoods,
  removeLiveGoods,
  saveLiveGoods,
  syncLiveGoods,
  updateLiveGoods,
} from './live-goods.service.ts'

export const serveLiveGoods = (app: App) =>
  serve(app, liveGoods, {
    list: listLiveGoods,
    info: (ctx, { query }) => getLiveGoods(ctx, query.id),
    save: (ctx, { body }) => saveLiveGoods(ctx, body),
    update: (ctx, { body }) => updateLiveGoods(ctx, body),
    remove: async (ctx, { query }) => {
      await removeLiveGoods(ctx, query.id)
      return {}
    },
    audit: (ctx, { body }) => auditLiveGoods(ctx, body.id, body.version),
    cancelAudit: (ctx, { body }) => cancelLiveAudit(ctx, body.id, body.version),
    synchronize: (ctx) => syncLiveGoods(ctx),
  })
