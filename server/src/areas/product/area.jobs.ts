import { guardField } from '../../platform/data/guarded-fields.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { registerBatches } from './batch/product-batch.service.ts'
import { registerRefresh, watchRefresh } from './batch/product-refresh.service.ts'
import { insertMediaGroups } from './category/category.seed.ts'
import { registerComponents } from './component/component-product.jobs.ts'
import { insertFreightTemplate } from './freight/freight-template.seed.ts'
import { registerImports } from './import/product-import-run.service.ts'
import { registerLabelRules } from './label/product-label.service.ts'
import { registerProductClock } from './product/product.jobs.ts'
import { SEE_COST } from './product/product-describe.service.ts'
import { countStockAlerts } from './product/product-list.service.ts'
import { registerReplies } from './reply/product-reply.service.ts'

/** What the area brings to a shop and does in the background, each object's registered in one line. */
export function registerProductWork(platform: Platform): void {
  const { defaults, demos } = platform
  defaults.add(insertMediaGroups)
  defaults.add(insertFreightTemplate)
  // What a demo shop is filled with, and the drawing of it, no other shop has to load.
  demos.add(async (ctx) => (await import('./demo/product.demo.ts')).fillProductDemo(ctx))
  demos.add(async (ctx) => (await import('./component/component-product.demo.ts')).fillComponentDemo(ctx))
  registerLabelRules(platform)
  registerRefresh(platform)
  registerBatches(platform)
  registerImports(platform)
  registerReplies(platform)
  registerComponents(platform)
  registerProductClock(platform)
  countStockAlerts()
  guardField({ object: 'product', field: 'cost', permission: SEE_COST })
}

/** Starts what the area itself keeps doing in a process that works. Returns the way to stop. */
export function startProductWork(own: Ctx): () => Promise<void> {
  return watchRefresh(own)
}
