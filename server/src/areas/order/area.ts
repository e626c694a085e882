import { type Area, adding } from '../../platform/area.ts'
import { demos } from '../../platform/data/defaults.ts'
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
  adds: [
    // Loaded lazily: only demo shops need it.
    adding(demos, async (ctx) => (await import('./demo/order.demo.ts')).fillOrderDemo(ctx)),
  ],
}
