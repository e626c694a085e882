import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { listLevels, removeLevel, saveLevel, updateLevel, useLevel } from './user-level.service.ts'

export const serveUserLevels = (app: App) =>
  serve(app, userLevel, {
    list: listLevels,
    save: (ctx, { body }) => saveLevel(ctx, body),
    update: (ctx, { params, body }) => updateLevel(ctx, params.id, body),
    remove: (ctx, { params }) => removeLevel(ctx, params.id),
    use: (ctx, { body }) => useLevel(ctx, body),
  })
