import { activityStyle } from '@zhanggui/contract/decor/activity-style.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getStyle, listStyles, removeStyle, saveStyle, updateStyle, useStyle } from './activity-style.service.ts'

export const serveActivityStyles = (app: App) =>
  serve(app, activityStyle, {
    list: listStyles,
    info: getStyle,
    save: (ctx, { body }) => saveStyle(ctx, body),
    update: (ctx, { body }) => updateStyle(ctx, body),
    useStatus: (ctx, { body }) => useStyle(ctx, body),
    remove: (ctx, { query }) => removeStyle(ctx, query.id),
  })
