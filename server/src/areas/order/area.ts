import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { type Area, adding } from '../../platform/area.ts'
import { expired, oldRows, shortLived } from '../../platform/data/clean-up.ts'
import { demos } from '../../platform/data/defaults.ts'
import { guardedFields } from '../../platform/data/guarded-fields.ts'
import { rushKeys } from '../../platform/http/rush.ts'
import { exports } from '../../platform/work/exports.ts'
import { todoCounters } from '../message/live/todo.service.ts'
import { payables } from '../payment/payment/payable.service.ts'
import { revealers } from '../setting/reveal/reveal.service.ts'
import { givenViews } from '../setting/saved-view/saved-view.service.ts'
import { searchers } from '../setting/search/search.service.ts'
import { ordersOfStores } from '../store/store/store.service.ts'
import { verifiedByStaff } from '../store/store-staff/store-staff.service.ts'
import { ordersOfBuyer } from '../user/centre/customer-centre.service.ts'
import { customersOfStores } from '../user/shop-user/shop-user.service.ts'
import { ordersOfCustomer } from '../user/shop-user/user-detail.service.ts'
import { approvalAct, approvalActs } from '../work/approval/approval.service.ts'
import { registerSheetKind } from '../work/sheet-batch/sheet-batch.service.ts'
import { afterSalesExport } from './after-sales/after-sales.export.ts'
import { registerAfterSales } from './after-sales/after-sales.jobs.ts'
import { serveAfterSales } from './after-sales/after-sales.routes.ts'
import { checkCase, payCase } from './after-sales/after-sales.service.ts'
import { refundsToHandle, returnsToReceive } from './after-sales/after-sales-list.service.ts'
import { afterSalesSearcher } from './after-sales/after-sales-search.service.ts'
import { casesForRefunds } from './after-sales/refund-cases.service.ts'
import { serveCarts } from './cart/cart.routes.ts'
import { goneCartLines } from './cart/cart.service.ts'
import { registerGifts } from './coupon-gift/coupon-gift.service.ts'
import { draftEffects } from './draft-order/draft-effects.service.ts'
import { serveDrafts } from './draft-order/draft-order.routes.ts'
import { convertDraft, sendDraft } from './draft-order/draft-send.service.ts'
import { invoiceExport } from './invoice/invoice.export.ts'
import { serveInvoices } from './invoice/invoice.routes.ts'
import { invoiceEffects, invoicesToIssue } from './invoice/invoice.service.ts'
import { invoiceSheet } from './invoice/invoice-sheet.service.ts'
import { budgetEffects } from './order/budget-effects.service.ts'
import { commissionEffects } from './order/commission-effects.service.ts'
import { couponEffects } from './order/coupon-effects.service.ts'
import { customerEffects } from './order/customer-effects.service.ts'
import { registerFollowUps } from './order/order.jobs.ts'
import { serveOrders } from './order/order.routes.ts'
import { changePrice } from './order/order-change.service.ts'
import { SEE_COST } from './order/order-describe.service.ts'
import { orderEffects } from './order/order-effects.service.ts'
import { quotaEffects } from './order/quota-effects.service.ts'
import { sessionEffects } from './order/session-effects.service.ts'
import { stockEffects } from './order/stock-effects.service.ts'
import { registerCommissionThaw } from './order-commission/order-commission.jobs.ts'
import { serveOrderCommissions } from './order-commission/order-commission.routes.ts'
import { serveOrderCreation } from './order-create/order-create.routes.ts'
import { editEffects } from './order-edit/edit-effects.service.ts'
import { serveEdits } from './order-edit/order-edit.routes.ts'
import { confirmEdit } from './order-edit/order-edit-confirm.service.ts'
import { orderExport, pickupExport } from './order-list/order.export.ts'
import { serveOrderLists } from './order-list/order-list.routes.ts'
import { orderViews, watchOrderTabs } from './order-list/order-list.service.ts'
import { haveOrdersAt } from './order-list/order-of-others.repository.ts'
import { findOrdersOfStores, ordersOfCustomerHere } from './order-list/order-of-others.service.ts'
import { orderRevealer } from './order-list/order-reveal.service.ts'
import { orderSearcher, pickupSearcher } from './order-list/order-search.service.ts'
import { ordersToShip, ordersToVerify, registerOrderTodo } from './order-list/order-todo.service.ts'
import { registerBulks } from './order-note/order-bulk.service.ts'
import { serveOrderNotes } from './order-note/order-note.routes.ts'
import { registerOrderTidy } from './order-note/order-tidy.service.ts'
import { registerOrderNotices } from './order-notice/order-notice.service.ts'
import { serveOwnOrders } from './order-own/order-own.routes.ts'
import { ordersOfThisBuyer } from './order-own/order-own.service.ts'
import { editPayable, orderPayable } from './order-payment/order-payable.service.ts'
import { registerOverdue } from './order-payment/order-payment.jobs.ts'
import { serveOrderPayments } from './order-payment/order-payment.routes.ts'
import { serveOrderPrints } from './order-print/order-print.routes.ts'
import { serveOrderPulls } from './order-pull/order-pull.routes.ts'
import { registerTeams } from './order-team/order-team.jobs.ts'
import { serveOrderTeams } from './order-team/order-team.routes.ts'
import { countVerified } from './pickup/pickup.repository.ts'
import { servePickups } from './pickup/pickup.routes.ts'
import { registerPickupNotices } from './pickup/pickup-notice.service.ts'
import { checkoutRush } from './pre-order/checkout-rush.service.ts'
import { serveCheckouts } from './pre-order/pre-order.routes.ts'
import { serveRefunds } from './refund/refund.routes.ts'
import { refundOrder } from './refund/refund.service.ts'
import { refundCases } from './refund/refund-case.service.ts'
import { serveShipBatches } from './ship-batch/ship-batch.routes.ts'
import { registerShipBatches } from './ship-batch/ship-batch-run.service.ts'
import { shipTemplate } from './ship-batch/ship-template.service.ts'
import { parcelEffects } from './shipment/parcel-effects.service.ts'
import { registerShipments } from './shipment/shipment.jobs.ts'
import { serveShipments } from './shipment/shipment.routes.ts'

/**
 * Its objects, earlier before later: each imports only those before it. Where an earlier one needs a later one, the later adds to
 * its hook below, as `orderEffects` and `refundCases`.
 */
export const objects = [
  ...['cart', 'order', 'pre-order', 'order-create', 'refund', 'order-edit', 'order-payment', 'draft-order'],
  ...[
    'order-keyword',
    'after-sales',
    'shipment',
    'order-own',
    'order-commission',
    'coupon-gift',
    'order-team',
    'order-list',
    'order-note',
    'pickup',
    'order-notice',
  ],
  ...['order-print', 'order-pull', 'ship-batch', 'invoice', 'recon'],
] as const

/** Carts, checkout, orders, what is sent of them, and money and goods that come back. */
export const order: Area = {
  name: 'order',
  routes: [
    serveCarts,
    serveCheckouts,
    serveOrders,
    serveOrderCreation,
    serveOwnOrders,
    serveOrderLists,
    serveDrafts,
    serveEdits,
    serveOrderPayments,
    serveRefunds,
    servePickups,
    serveShipments,
    serveOrderNotes,
    serveShipBatches,
    serveOrderPrints,
    serveOrderPulls,
    serveAfterSales,
    serveOrderTeams,
    serveOrderCommissions,
    serveInvoices,
  ],
  adds: [
    adding(rushKeys, ...checkoutRush),
    adding(
      approvalActs,
      approvalAct(refund.start, refundOrder),
      approvalAct(afterSales.check, checkCase),
      approvalAct(afterSales.pay, payCase),
      approvalAct(orderEdit.confirm, confirmEdit),
      approvalAct(orderRoutes.updatePrice, changePrice),
      approvalAct(draftOrder.send, sendDraft),
      approvalAct(draftOrder.convert, convertDraft),
    ),
    adding(payables, orderPayable, editPayable),
    adding(refundCases, casesForRefunds),
    adding(
      orderEffects,
      draftEffects,
      editEffects,
      invoiceEffects,
      parcelEffects,
      customerEffects,
      commissionEffects,
      couponEffects,
      budgetEffects,
      sessionEffects,
      quotaEffects,
      stockEffects,
    ),
    adding(shortLived, expired('pre_order', 'order_bulk', 'ship_batch')),
    adding(exports, orderExport, pickupExport, shipTemplate, afterSalesExport, invoiceExport),
    adding(revealers, orderRevealer),
    adding(guardedFields, { object: 'order', field: 'cost', permission: SEE_COST }),
    adding(verifiedByStaff, countVerified),
    adding(ordersOfStores, findOrdersOfStores),
    adding(customersOfStores, haveOrdersAt),
    adding(ordersOfCustomer, ordersOfCustomerHere),
    adding(ordersOfBuyer, ordersOfThisBuyer),
    adding(searchers, orderSearcher, pickupSearcher, afterSalesSearcher),
    adding(givenViews, { page: orderRoutes.list.name, views: orderViews }),
    adding(todoCounters, ordersToShip, ordersToVerify, refundsToHandle, returnsToReceive, invoicesToIssue),
    adding(oldRows, goneCartLines),
    // Loaded lazily: only demo shops need it.
    adding(
      demos,
      async (ctx) => (await import('./demo/order.demo.ts')).fillOrderDemo(ctx),
      async (ctx) => (await import('./demo/order-message.demo.ts')).tellSome(ctx),
    ),
  ],
  background: [
    registerOverdue,
    registerShipments,
    registerCommissionThaw,
    registerPickupNotices,
    registerOrderNotices,
    registerOrderTodo,
    registerBulks,
    registerOrderTidy,
    registerFollowUps,
    registerGifts,
    registerShipBatches,
    registerAfterSales,
    registerTeams,
    registerSheetKind(invoiceSheet),
  ],
  inWorkers: [watchOrderTabs],
}
