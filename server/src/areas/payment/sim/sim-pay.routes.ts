import { simPay } from '@zhanggui/contract/payment/front-pay.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { SIM_REFUND_QUEUE } from './sim-gateway.service.ts'
import { actAsPayer, drawSimPage, finishSimRefund } from './sim-pay.service.ts'

/** Where processes that listen are reached, for the jobs that run in them. */
const addresses = new WeakMap<Platform, string>()

export function serveSimPay(app: App): void {
  app.fastify.addHook('onListen', async () => {
    const own = ownAddress(app)
    if (own) addresses.set(app.platform, own)
  })
  serve(app, simPay, {
    page: (ctx, { params, query }) => drawSimPage(ctx, params.outTradeNo, query.redirect_url),
    act: async (ctx, { params, body }) => {
      await actAsPayer(ctx, params.outTradeNo, body, ownAddress(app) ?? ctx.platform.config.publicUrl)
      return {}
    },
  })
}

/** The job of refunds of play money that do not arrive at once. */
export function registerSimPay({ jobs }: Platform): void {
  const addressOf = ({ platform }: Ctx) => addresses.get(platform) ?? platform.config.publicUrl
  jobs.handle<{ outRefundNo: string }>(SIM_REFUND_QUEUE, {}, (ctx, { outRefundNo }) =>
    finishSimRefund(ctx, outRefundNo, addressOf(ctx)),
  )
}

/** Where this process listens; a proxy that adds TLS need not be asked. */
function ownAddress({ fastify }: App): string | undefined {
  const listening = fastify.server.address()
  if (!listening || typeof listening === 'string') return undefined
  const { address, port } = listening
  const host = ['0.0.0.0', '::'].includes(address) ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}
