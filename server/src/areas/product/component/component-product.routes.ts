import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  getComponentDraft,
  getComponentProduct,
  listComponentDrafts,
  listComponentProducts,
} from './component-product.service.ts'
import { delistComponent, listComponent, removeComponent } from './component-shelf.service.ts'
import { listCategories, uploadPicture } from './component-shop.service.ts'
import { addComponentProduct, updateComponentProduct, withdrawAudit } from './component-submit.service.ts'

export const serveComponentProducts = (app: App) =>
  serve(app, componentProduct, {
    listDrafts: (ctx, { query }) => listComponentDrafts(ctx, query),
    list: (ctx, { query }) => listComponentProducts(ctx, query),
    getDraft: (ctx, { params }) => getComponentDraft(ctx, params.id),
    get: (ctx, { params }) => getComponentProduct(ctx, params.id),
    add: (ctx, { body }) => addComponentProduct(ctx, body),
    update: (ctx, { body }) => updateComponentProduct(ctx, body),
    putOnShelf: (ctx, { params }) => listComponent(ctx, params.id),
    takeOffShelf: (ctx, { params }) => delistComponent(ctx, params.id),
    remove: async (ctx, { params }) => {
      await removeComponent(ctx, params.id)
      return {}
    },
    withdraw: (ctx, { params }) => withdrawAudit(ctx, params.id),
    listCategories: (ctx, { query }) => listCategories(ctx, query.refresh),
    uploadPicture: (ctx, { body, files }) => uploadPicture(ctx, body, files),
  })
