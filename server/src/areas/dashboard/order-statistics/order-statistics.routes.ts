import { orderStatistics } from '@zhanggui/contract/dashboard/order-statistics.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getOrderStatistics, getOrderTrend, listOrderDays } from './order-statistics.service.ts'

export function serveOrderStatistics(app: App): void {
  serve(app, orderStatistics, {
    overview: (ctx) => getOrderStatistics(ctx),
    days: (ctx, { query }) => listOrderDays(ctx, query),
    trend: (ctx, { query }) => getOrderTrend(ctx, query),
  })
}
