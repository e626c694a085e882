import { category } from '@zhanggui/contract/product/category.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import {
  flipCategory,
  getCategory,
  listByIds,
  listCategories,
  listPickable,
  listTree,
  removeCategory,
  saveCategory,
  sortCategories,
  updateCategory,
} from './category.service.ts'

export const serveCategories = (app: App) =>
  serve(app, category, {
    pick: (ctx, { query }) => listPickable(ctx, query),
    tree: (ctx, { query }) => listTree(ctx, query),
    list: (ctx, { query }) => listCategories(ctx, query),
    listIds: (ctx, { query }) => listByIds(ctx, query.ids),
    info: (ctx, { query }) => getCategory(ctx, query.id),
    save: (ctx, { body }) => saveCategory(ctx, body),
    update: (ctx, { body }) => updateCategory(ctx, body),
    updateStatus: (ctx, { params }) => flipCategory(ctx, params.id),
    sort: async (ctx, { body }) => {
      await sortCategories(ctx, body)
      return {}
    },
    remove: async (ctx, { query }) => {
      await removeCategory(ctx, query)
      return {}
    },
  })
