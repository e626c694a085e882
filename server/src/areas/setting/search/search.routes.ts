import { search } from '@zhanggui/contract/setting/search.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { searchAll } from './search.service.ts'

export const serveSearch = (app: App) => serve(app, search, { find: (ctx, { query }) => searchAll(ctx, query.q) })
