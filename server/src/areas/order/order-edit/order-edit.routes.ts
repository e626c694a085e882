import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { cancelEdit, confirmEdit, getWaitingEdit, previewEdit } from './order-edit-confirm.service.ts'

/** 改单, 换规格. */
export function serveEdits(app: App): void {
  const { preview, confirm, info, cancel } = orderEdit
  serve(
    app,
    { preview, confirm, info, cancel },
    {
      preview: (ctx, { body }) => previewEdit(ctx, body),
      confirm: (ctx, { body }) => confirmEdit(ctx, body),
      info: (ctx, { query }) => getWaitingEdit(ctx, query.orderNo),
      cancel: (ctx, { body }) => cancelEdit(ctx, body),
    },
  )
}
