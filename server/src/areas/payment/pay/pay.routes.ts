import { frontPay, payCallback } from '@zhanggui/contract/payment/front-pay.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getPayConfig, payDue, queryPayResult } from './front-pay.service.ts'
import { hearProvider } from './pay-callback.service.ts'

export function servePay(app: App): void {
  serve(app, frontPay, {
    config: (ctx, { query }) => getPayConfig(ctx, query),
    pay: (ctx, { body }) => payDue(ctx, body),
    query: (ctx, { body }) => queryPayResult(ctx, body.orderNo),
  })
  serve(
    app,
    { pay: payCallback.pay },
    {
      pay: (ctx, { params, body, headers }) => hearProvider(ctx, params.provider, { headers, body }),
    },
  )
}
