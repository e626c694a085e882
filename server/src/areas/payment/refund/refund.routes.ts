import { payCallback } from '@zhanggui/contract/payment/front-pay.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { hearRefund } from './refund-send.service.ts'

/** What providers say about refunds. */
export function serveRefundNotices(app: App): void {
  serve(
    app,
    { refund: payCallback.refund },
    {
      refund: (ctx, { params, body, headers }) => hearRefund(ctx, params.provider, { headers, body }),
    },
  )
}
