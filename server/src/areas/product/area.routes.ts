import type { App } from '../../platform/serve.ts'
import { serveBrands } from './brand.routes.ts'
import { serveCategories } from './category.routes.ts'
import { serveComponentProducts } from './component-product.routes.ts'
import { serveFreightTemplates } from './freight-template.routes.ts'
import { keepPlacesOfTemplates } from './freight-template.service.ts'
import { serveParamTemplates } from './param-template.routes.ts'
import { serveProducts } from './product.routes.ts'
import { serveProductCopies } from './product-copy.routes.ts'
import { serveProductExports } from './product-export.routes.ts'
import { serveProductImports } from './product-import.routes.ts'
import { serveProductLabels } from './product-label.routes.ts'
import { serveProductReplies } from './product-reply.routes.ts'
import { serveProductRules } from './product-rule.routes.ts'
import { serveProductStock } from './product-stock.routes.ts'

/** The area's routes, each object's from its own file. */
export function serveProductArea(app: App): void {
  serveCategories(app)
  serveProducts(app)
  serveProductStock(app)
  serveProductRules(app)
  serveBrands(app)
  serveProductLabels(app)
  serveParamTemplates(app)
  serveFreightTemplates(app)
  keepPlacesOfTemplates()
  serveProductReplies(app)
  serveComponentProducts(app)
  serveProductImports(app)
  serveProductExports(app)
  serveProductCopies(app)
}
