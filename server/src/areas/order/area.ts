import type { Area } from '../../platform/area.ts'
import { serveCarts } from './cart/cart.routes.ts'
import { serveOrders } from './order/order.routes.ts'
import { serveOrderLists } from './order-list/order-list.routes.ts'
import { watchOrderTabs } from './order-list/order-list.service.ts'

/** Carts, checkout, orders and their payments. */
export const order: Area = {
  name: 'order',
  routes: [serveCarts, serveOrders, serveOrderLists],
  inWorkers: [watchOrderTabs],
}
