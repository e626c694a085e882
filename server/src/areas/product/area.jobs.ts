import type { Platform } from '../../platform/context.ts'
import { insertMediaGroups } from './category.seed.ts'
import { insertFreightTemplate } from './freight-template.seed.ts'
import { registerLabelRules } from './product-label.service.ts'

/** What the area brings to a shop and does in the background, each object's registered in one line. */
export function registerProductWork(platform: Platform): void {
  const { defaults } = platform
  defaults.add(insertMediaGroups)
  defaults.add(insertFreightTemplate)
  registerLabelRules(platform)
}
