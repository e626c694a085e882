import { type Area, adding } from '../../platform/area.ts'
import { defaults, demos, firstRows } from '../../platform/data/defaults.ts'
import { guardedFields } from '../../platform/data/guarded-fields.ts'
import { trailWords, versioned } from '../../platform/data/versioned.ts'
import { exports } from '../../platform/work/exports.ts'
import { todoCounters } from '../message/live/todo.service.ts'
import { regionUses } from '../setting/region/region.service.ts'
import { searchers } from '../setting/search/search.service.ts'
import { serveProductBatch } from './batch/product-batch.routes.ts'
import { registerBatches } from './batch/product-batch.service.ts'
import { serveProductGrid } from './batch/product-grid.routes.ts'
import { serveBrands } from './brand/brand.routes.ts'
import { serveCategories } from './category/category.routes.ts'
import { insertDefaultCategory, insertMediaGroups } from './category/category.seed.ts'
import { registerShopEvents } from './component/component-news.service.ts'
import { registerComponents } from './component/component-product.jobs.ts'
import { serveComponentProducts } from './component/component-product.routes.ts'
import { serveProductCopies } from './copy/product-copy.routes.ts'
import { productSheet } from './export/product.export.ts'
import { serveProductExports } from './export/product-export.routes.ts'
import { serveFreightTemplates } from './freight/freight-template.routes.ts'
import { insertFreightTemplate } from './freight/freight-template.seed.ts'
import { findTemplatesOfPlace } from './freight/freight-template.service.ts'
import { serveProductImports } from './import/product-import.routes.ts'
import { registerImports } from './import/product-import-run.service.ts'
import { serveProductLabels } from './label/product-label.routes.ts'
import { registerLabelRules } from './label/product-label.service.ts'
import { serveParamTemplates } from './param-template/param-template.routes.ts'
import { serveProducts } from './product/product.routes.ts'
import { SEE_COST } from './product/product-describe.service.ts'
import { stockAlerts } from './product/product-list.service.ts'
import { registerRefresh, watchRefresh } from './product/product-refresh.service.ts'
import { productSearcher, skuSearcher } from './product/product-search.service.ts'
import { productHistories, productTrailWords } from './product.history.ts'
import { serveProductReplies } from './reply/product-reply.routes.ts'
import { registerReplies, repliesToAnswer } from './reply/product-reply.service.ts'
import { serveProductRules } from './rule/product-rule.routes.ts'
import { stockExport } from './stock/product-stock.export.ts'
import { serveProductStock } from './stock/product-stock.routes.ts'
import { serveProductUndo } from './undo/product-undo.routes.ts'
import { registerUndo } from './undo/product-undo.service.ts'
import { registerProductClock } from './upkeep/product.jobs.ts'
import { serveWindow } from './window/window.routes.ts'
import { keepViews } from './window/window-count.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  ...['category', 'brand', 'label', 'param-template', 'freight', 'rule', 'ledger', 'product', 'stock', 'undo'],
  ...['export', 'import', 'batch', 'component', 'copy', 'reply', 'window', 'upkeep'],
] as const

/** Products with their stock, categories, brands, labels, replies and freight, and their copies in the WeChat shop. */
export const product: Area = {
  name: 'product',
  routes: [
    ...[serveCategories, serveProducts, serveProductBatch, serveProductStock, serveProductRules, serveBrands],
    ...[serveProductLabels, serveParamTemplates, serveFreightTemplates, serveProductReplies, serveComponentProducts],
    ...[serveProductImports, serveProductExports, serveProductCopies, serveProductUndo],
    ...[serveProductGrid, serveWindow],
  ],
  adds: [
    adding(defaults, insertMediaGroups, insertFreightTemplate),
    adding(firstRows, insertDefaultCategory),
    // Loaded lazily: only demo shops need the sample data and the code that draws its pictures.
    adding(
      demos,
      async (ctx) => (await import('./demo/product.demo.ts')).fillProductDemo(ctx),
      async (ctx) => (await import('./component/component-product.demo.ts')).fillComponentDemo(ctx),
    ),
    adding(exports, productSheet, stockExport),
    adding(todoCounters, stockAlerts, repliesToAnswer),
    adding(guardedFields, { object: 'product', field: 'cost', permission: SEE_COST }),
    adding(versioned, ...productHistories),
    adding(trailWords, ...productTrailWords),
    adding(regionUses, findTemplatesOfPlace),
    adding(searchers, productSearcher, skuSearcher),
  ],
  background: [
    ...[registerLabelRules, registerRefresh, registerBatches, registerImports, registerReplies],
    ...[registerComponents, registerShopEvents, registerProductClock, registerUndo],
  ],
  inEveryProcess: [keepViews],
  inWorkers: [watchRefresh],
}
