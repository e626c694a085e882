import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { type Area, adding } from '../../platform/area.ts'
import { expired, oldRows, shortLived } from '../../platform/data/clean-up.ts'
import { demos } from '../../platform/data/defaults.ts'
import { guardedFields } from '../../platform/data/guarded-fields.ts'
import { exports } from '../../platform/work/exports.ts'
import { revealers } from '../setting/reveal/reveal.service.ts'
import { viewedList, viewedLists } from '../setting/saved-view/saved-view.service.ts'
import { searchers } from '../setting/search/search.service.ts'
import { ordersOfStores } from '../store/store/store.service.ts'
import { ordersOfBuyer } from '../user/centre/customer-centre.service.ts'
import { customersOfStores } from '../user/shop-user/shop-user.service.ts'
import { ordersOfCustomer } from '../user/shop-user/user-detail.service.ts'
import { healthChecks } from '../work/health/health.service.ts'
import { serveCarts } from './cart/cart.routes.ts'
import { goneCartLines } from './cart/cart.service.ts'
import { serveOrders } from './order/order.routes.ts'
import { ordersOfThisBuyer } from './order/order-own.service.ts'
import { orderExport, pickupExport } from './order-list/order.export.ts'
import { serveOrderLists } from './order-list/order-list.routes.ts'
import { givenViews, listOrders, SEE_COST, watchOrderTabs } from './order-list/order-list.service.ts'
import { findOrdersOfStores, haveOrdersAt, ordersOfCustomerHere } from './order-list/order-of-others.service.ts'
import { orderRevealer } from './order-list/order-reveal.service.ts'
import { orderSearcher } from './order-list/order-search.service.ts'
import { payCheck } from './payment/pay-health.service.ts'
import { registerPayments } from './payment/payment.jobs.ts'
import { servePayments } from './payment/payment.routes.ts'
import { serveSimPay } from './payment/sim/sim-pay.routes.ts'

/** Carts, checkout, orders and their payments. */
export const order: Area = {
  name: 'order',
  routes: [serveCarts, serveOrders, serveOrderLists, servePayments, serveSimPay],
  adds: [
    adding(shortLived, expired('pre_order')),
    adding(exports, orderExport, pickupExport),
    adding(revealers, orderRevealer),
    adding(guardedFields, { object: 'order', field: 'cost', permission: SEE_COST }),
    adding(ordersOfStores, findOrdersOfStores),
    adding(customersOfStores, haveOrdersAt),
    adding(ordersOfCustomer, ordersOfCustomerHere),
    adding(ordersOfBuyer, ordersOfThisBuyer),
    adding(searchers, orderSearcher),
    adding(viewedLists, viewedList(orderRoutes.list, listOrders, givenViews)),
    adding(oldRows, goneCartLines),
    adding(healthChecks, payCheck),
    // Loaded lazily: only demo shops need it.
    adding(demos, async (ctx) => (await import('./demo/order.demo.ts')).fillOrderDemo(ctx)),
  ],
  background: [registerPayments],
  inWorkers: [watchOrderTabs],
}
