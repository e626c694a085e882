import { refund } from '@zhanggui/contract/order/refund.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { quoteOrderRefund, refundOrder } from './refund.service.ts'
import { refundAgain } from './refund-again.service.ts'

export function serveRefunds(app: App): void {
  serve(app, refund, {
    quote: (ctx, { body }) => quoteOrderRefund(ctx, body),
    start: (ctx, { body }) => refundOrder(ctx, body),
    again: (ctx, { body }) => refundAgain(ctx, body),
  })
}
