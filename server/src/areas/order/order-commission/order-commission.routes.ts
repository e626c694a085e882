import { orderCommission } from '@zhanggui/contract/order/order-commission.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { voidCommission } from './order-commission.service.ts'

export const serveOrderCommissions = (app: App) =>
  serve(app, orderCommission, { void: (ctx, { body }) => voidCommission(ctx, body) })
