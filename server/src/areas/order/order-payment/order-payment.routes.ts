import { order } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { confirmEditOffline, confirmOffline } from './offline-payment.service.ts'

/** 确认线下收款, of an order and of an edit of it. */
export function serveOrderPayments(app: App): void {
  serve(app, { paid: order.paid }, { paid: (ctx, { body }) => confirmOffline(ctx, body) })
  serve(app, { paid: orderEdit.paid }, { paid: (ctx, { body }) => confirmEditOffline(ctx, body) })
}
