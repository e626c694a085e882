import { orderPull } from '@zhanggui/contract/order/order-pull.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { pullOrders } from './order-pull.service.ts'

export const serveOrderPulls = (app: App) => serve(app, orderPull, { pull: (ctx, { query }) => pullOrders(ctx, query) })
