import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { ruleService } from './product-rule.service.ts'

export const serveProductRules = (app: App) => serve(app, productRule, ruleService.handlers)
