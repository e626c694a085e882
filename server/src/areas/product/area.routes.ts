import type { App } from '../../platform/serve.ts'
import { serveCategories } from './category.routes.ts'
import { serveFreightTemplates } from './freight-template.routes.ts'

/** The area's routes, each object's from its own file. */
export function serveProductArea(app: App): void {
  serveCategories(app)
  serveFreightTemplates(app)
}
