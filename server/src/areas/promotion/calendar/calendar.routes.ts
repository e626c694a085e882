import { activityCalendar } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getCalendar, getLowest } from './calendar.service.ts'

export const serveActivityCalendar = (app: App) =>
  serve(app, activityCalendar, {
    calendar: (ctx, { query }) => getCalendar(ctx, query),
    lowest: (ctx, { query }) => getLowest(ctx, query),
  })
