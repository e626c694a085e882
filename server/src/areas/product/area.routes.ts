import type { App } from '../../platform/http/serve.ts'
import { serveBrands } from './brand/brand.routes.ts'
import { serveCategories } from './category/category.routes.ts'
import { serveComponentProducts } from './component/component-product.routes.ts'
import { serveProductCopies } from './copy/product-copy.routes.ts'
import { serveProductExports } from './export/product-export.routes.ts'
import { serveFreightTemplates } from './freight/freight-template.routes.ts'
import { keepPlacesOfTemplates } from './freight/freight-template.service.ts'
import { serveProductImports } from './import/product-import.routes.ts'
import { serveProductLabels } from './label/product-label.routes.ts'
import { serveParamTemplates } from './param-template/param-template.routes.ts'
import { serveProducts } from './product/product.routes.ts'
import { serveProductReplies } from './reply/product-reply.routes.ts'
import { serveProductRules } from './rule/product-rule.routes.ts'
import { serveProductStock } from './stock/product-stock.routes.ts'

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
