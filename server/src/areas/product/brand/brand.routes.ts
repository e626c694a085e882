import { brand } from '@zhanggui/contract/product/brand.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getBrand, listBrands, removeBrand, saveBrand, updateBrand } from './brand.service.ts'

export const serveBrands = (app: App) =>
  serve(app, brand, {
    list: (ctx, { query }) => listBrands(ctx, query),
    info: (ctx, { params }) => getBrand(ctx, params.id),
    save: (ctx, { body }) => saveBrand(ctx, body),
    update: (ctx, { body }) => updateBrand(ctx, body),
    remove: async (ctx, { params }) => {
      await removeBrand(ctx, params.id)
      return {}
    },
  })
