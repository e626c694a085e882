import type { Area } from '../../platform/area.ts'
import { serveCarts } from './cart/cart.routes.ts'
import { serveOrders } from './order/order.routes.ts'

/** Carts, checkout, orders and their payments. */
export const order: Area = {
  name: 'order',
  routes: [serveCarts, serveOrders],
}
