import type { Platform } from '../../platform/context.ts'
import { insertMediaGroups } from './category.seed.ts'
import { insertFreightTemplate } from './freight-template.seed.ts'

/** What the area brings to a shop and does in the background, each object's registered in one line. */
export function registerProductWork({ defaults }: Platform): void {
  defaults.add(insertMediaGroups)
  defaults.add(insertFreightTemplate)
}
