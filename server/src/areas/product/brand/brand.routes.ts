import { brand } from '@zhanggui/contract/product/brand.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { brandService, listBrands } from './brand.service.ts'

export const serveBrands = (app: App) => serve(app, brand, { ...brandService.handlers, list: listBrands })
