import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { confirmEditOffline } from '../payment/offline-payment.service.ts'
import { cancelEdit, confirmEdit, getWaitingEdit, previewEdit } from './order-edit-confirm.service.ts'

/** 改单, 换规格. */
export function serveEdits(app: App): void {
  serve(app, orderEdit, {
    preview: (ctx, { body }) => previewEdit(ctx, body),
    confirm: (ctx, { body }) => confirmEdit(ctx, body),
    info: (ctx, { query }) => getWaitingEdit(ctx, query.orderNo),
    paid: (ctx, { body }) => confirmEditOffline(ctx, body),
    cancel: (ctx, { body }) => cancelEdit(ctx, body),
  })
}
