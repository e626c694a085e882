import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  countLackingSkus,
  getFreightTemplate,
  listFreightTemplates,
  removeFreightTemplate,
  saveFreightTemplate,
  tryFreight,
  updateFreightTemplate,
} from './freight-template.service.ts'

export const serveFreightTemplates = (app: App) =>
  serve(app, freightTemplate, {
    list: (ctx, { query }) => listFreightTemplates(ctx, query),
    info: (ctx, { query }) => getFreightTemplate(ctx, query.id),
    save: (ctx, { body }) => saveFreightTemplate(ctx, body),
    update: (ctx, { body }) => updateFreightTemplate(ctx, body),
    remove: async (ctx, { query }) => {
      await removeFreightTemplate(ctx, query.id, query.replaceWith)
      return {}
    },
    regions: async (ctx, { query }) => (await getFreightTemplate(ctx, query.tempId)).regionList,
    frees: async (ctx, { query }) => (await getFreightTemplate(ctx, query.tempId)).freeList,
    lacking: (ctx, { query }) => countLackingSkus(ctx, query),
    trial: (ctx, { body }) => tryFreight(ctx, body),
  })
