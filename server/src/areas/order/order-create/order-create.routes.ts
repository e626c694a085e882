import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { createOrder } from './order-create.service.ts'

export function serveOrderCreation(app: App): void {
  serve(app, { create: frontOrder.create }, { create: (ctx, { body }) => createOrder(ctx, body) })
}
