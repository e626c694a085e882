import { product } from '@zhanggui/contract/product/product.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { findDraft, keepDraft, removeDraft } from '../../setting/form-draft/form-draft.service.ts'
import { quickEdit, saveProduct, updateProduct } from './product.service.ts'
import { drawProductCode } from './product-code.service.ts'
import { getProduct } from './product-describe.service.ts'
import { duplicateProduct } from './product-duplicate.service.ts'
import { tidyUnfinished } from './product-form.ts'
import { listPicks, listProducts, listProductsByIds, listTabs } from './product-list.service.ts'
import { deleteProduct, putOnShelf, recycleProduct, restoreProduct, takeOffShelf } from './product-state.service.ts'

const FORM = 'product'
/** An action on many products comes after products: `product-batch.routes.ts`. */
const { batch: _batch, ...own } = product

export const serveProducts = (app: App) =>
  serve(app, own, {
    list: (ctx, { query }) => listProducts(ctx, query),
    pick: (ctx, { query }) => listPicks(ctx, query),
    tabs: (ctx, { query }) => listTabs(ctx, query),
    save: (ctx, { body }) => saveProduct(ctx, body),
    update: (ctx, { body }) => updateProduct(ctx, body),
    info: (ctx, { params }) => getProduct(ctx, params.id),
    remove: async (ctx, { params, query }) => {
      if (query.type === 'delete') await deleteProduct(ctx, params.id)
      else await recycleProduct(ctx, params.id)
      return {}
    },
    restore: (ctx, { params }) => restoreProduct(ctx, params.id),
    putOnShelf: (ctx, { params }) => putOnShelf(ctx, params.id),
    takeOffShelf: (ctx, { params, query }) => takeOffShelf(ctx, params.id, query.force),
    listByIds: (ctx, { params }) => listProductsByIds(ctx, params.ids),
    duplicate: (ctx, { params }) => duplicateProduct(ctx, params.id),
    quickEdit: (ctx, { body }) => quickEdit(ctx, body),
    keepDraft: async (ctx, { body }) => {
      await keepDraft(ctx, FORM, body.key, tidyUnfinished(body.body))
      return {}
    },
    draft: (ctx, { query }) => findDraft(ctx, FORM, query.key),
    removeDraft: async (ctx, { query }) => {
      await removeDraft(ctx, FORM, query.key)
      return {}
    },
    qrcode: (ctx, { params, query }) => drawProductCode(ctx, params.id, query.kind),
  })
