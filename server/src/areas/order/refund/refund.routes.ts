import { payCallback } from '@zhanggui/contract/order/front-pay.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { quoteOrderRefund, refundOrder } from './refund.service.ts'
import { refundAgain } from './refund-again.service.ts'
import { hearRefund } from './refund-send.service.ts'

export function serveRefunds(app: App): void {
  serve(app, refund, {
    quote: (ctx, { body }) => quoteOrderRefund(ctx, body),
    start: (ctx, { body }) => refundOrder(ctx, body),
    again: (ctx, { body }) => refundAgain(ctx, body),
  })
  serve(
    app,
    { refund: payCallback.refund },
    {
      refund: (ctx, { params, body, headers }) => hearRefund(ctx, params.provider, { headers, body }),
    },
  )
}
