import { frontStore } from '@zhanggui/contract/store/front-store.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listOpenStores } from './front-store.service.ts'

export const serveFrontStores = (app: App) =>
  serve(app, frontStore, { list: (ctx, { body }) => listOpenStores(ctx, body) })
