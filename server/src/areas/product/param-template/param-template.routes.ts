import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { paramTemplateService } from './param-template.service.ts'

export const serveParamTemplates = (app: App) => serve(app, paramTemplate, paramTemplateService.handlers)
