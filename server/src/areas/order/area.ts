import type { Area } from '../../platform/area.ts'
import { serveCarts } from './cart/cart.routes.ts'
import { serveOrders } from './order/order.routes.ts'
import { serveOrderLists } from './order-list/order-list.routes.ts'
import { watchOrderTabs } from './order-list/order-list.service.ts'
import { registerPayments } from './payment/payment.jobs.ts'
import { servePayments } from './payment/payment.routes.ts'
import { serveSimPay } from './payment/sim/sim-pay.routes.ts'

/** Carts, checkout, orders and their payments. */
export const order: Area = {
  name: 'order',
  routes: [serveCarts, serveOrders, serveOrderLists, servePayments, serveSimPay],
  background: [registerPayments],
  inWorkers: [watchOrderTabs],
}
