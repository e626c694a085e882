import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { labelService, listLabels } from './product-label.service.ts'

export const serveProductLabels = (app: App) => serve(app, productLabel, { ...labelService.handlers, list: listLabels })
