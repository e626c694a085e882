import { simPay } from '@zhanggui/contract/order/front-order.ts'
import { type App, serve } from '../../../../platform/http/serve.ts'
import { actAsPayer, drawSimPage } from './sim-pay.service.ts'

export function serveSimPay(app: App): void {
  serve(app, simPay, {
    page: (ctx, { params }) => drawSimPage(ctx, params.outTradeNo),
    act: async (ctx, { params, body }) => {
      await actAsPayer(ctx, params.outTradeNo, body, ownAddress(app) ?? ctx.platform.config.publicUrl)
      return {}
    },
  })
}

/** Where this process listens; a proxy that adds TLS need not be asked. */
function ownAddress({ fastify }: App): string | undefined {
  const listening = fastify.server.address()
  if (!listening || typeof listening === 'string') return undefined
  const { address, port } = listening
  const host = ['0.0.0.0', '::'].includes(address) ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}
