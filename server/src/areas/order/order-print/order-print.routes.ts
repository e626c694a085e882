import { orderPrint } from '@zhanggui/contract/order/order-print.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { printOrders } from './order-print.service.ts'

export const serveOrderPrints = (app: App) =>
  serve(app, orderPrint, { data: (ctx, { body }) => printOrders(ctx, body) })
