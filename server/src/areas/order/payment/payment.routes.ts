import { frontPay, payCallback } from '@zhanggui/contract/order/front-pay.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getPayConfig, payOrder, queryPayResult } from './front-pay.service.ts'
import { confirmOffline } from './offline-payment.service.ts'
import { hearProvider } from './pay-callback.service.ts'

export function servePayments(app: App): void {
  serve(app, frontPay, {
    config: (ctx) => getPayConfig(ctx),
    pay: (ctx, { body }) => payOrder(ctx, body),
    query: (ctx, { body }) => queryPayResult(ctx, body.orderNo),
  })
  serve(
    app,
    { pay: payCallback.pay },
    {
      pay: (ctx, { params, body, headers }) => hearProvider(ctx, params.provider, { headers, body }),
    },
  )
  serve(app, { paid: order.paid }, { paid: (ctx, { body }) => confirmOffline(ctx, body) })
}
