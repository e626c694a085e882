import type { Ctx, Platform } from '../../platform/context.ts'
import { guardField } from '../../platform/guarded-fields.ts'
import { insertMediaGroups } from './category.seed.ts'
import { registerComponents } from './component-product.jobs.ts'
import { insertFreightTemplate } from './freight-template.seed.ts'
import { registerProductClock } from './product.jobs.ts'
import { registerBatches } from './product-batch.service.ts'
import { SEE_COST } from './product-describe.service.ts'
import { registerImports } from './product-import-run.service.ts'
import { registerLabelRules } from './product-label.service.ts'
import { countStockAlerts } from './product-list.service.ts'
import { registerRefresh, watchRefresh } from './product-refresh.service.ts'
import { registerReplies } from './product-reply.service.ts'

/** What the area brings to a shop and does in the background, each object's registered in one line. */
export function registerProductWork(platform: Platform): void {
  const { defaults, demos } = platform
  defaults.add(insertMediaGroups)
  defaults.add(insertFreightTemplate)
  // What a demo shop is filled with, and the drawing of it, no other shop has to load.
  demos.add(async (ctx) => (await import('./product.demo.ts')).fillProductDemo(ctx))
  demos.add(async (ctx) => (await import('./component-product.demo.ts')).fillComponentDemo(ctx))
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
