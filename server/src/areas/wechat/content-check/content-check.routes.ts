import { contentCheck } from '@zhanggui/contract/wechat/content-check.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { decideHeld, listHeld } from './content-desk.service.ts'

export const serveContentChecks = (app: App) =>
  serve(app, contentCheck, {
    list: (ctx, { query }) => listHeld(ctx, query),
    decide: (ctx, { body }) => decideHeld(ctx, body),
  })
