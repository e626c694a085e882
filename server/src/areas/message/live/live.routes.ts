import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, tooMany } from '../../../platform/http/errors.ts'
import { limitedAddress } from '../../../platform/http/networks.ts'
import type { App } from '../../../platform/http/serve.ts'
import { acceptPage } from './live.service.ts'

/** Serves the socket for the console's pages (docs/files-and-messages.md, Page sockets). */
export function serveLive(app: App): void {
  app.fastify.route<{ Querystring: { ticket?: unknown } }>({
    method: 'GET',
    url: '/websocket',
    exposeHeadRoute: false,
    onRequest: async (request) => {
      const { platform } = app
      refuseForeignPage(request, platform.config)
      const { anonymous } = await platform.gate.policy(request.ctx)
      const { allowed, resetSeconds } = await platform.limits.take(
        `ip ${limitedAddress(request.ctx.origin.ip)}`,
        anonymous,
      )
      if (!allowed) throw tooMany(resetSeconds)
    },
    handler: (_, reply: FastifyReply) => {
      reply.header('Upgrade', 'websocket')
      throw new HttpError(426, 'UPGRADE_REQUIRED', '此地址只接受 WebSocket 连接')
    },
    wsHandler: (socket, { ctx, query }) => {
      acceptPage(ctx, socket, typeof query.ticket === 'string' ? query.ticket : undefined)
    },
  })
}

/** Browsers send the origin of the page that opens a socket: ours, or one the shop allows. Other clients send none. */
function refuseForeignPage(
  { headers, host }: FastifyRequest,
  { publicUrl, corsOrigins }: App['platform']['config'],
): void {
  const { origin } = headers
  if (origin === undefined || corsOrigins.includes(origin)) return
  const from = URL.canParse(origin) ? new URL(origin) : undefined
  const own = publicUrl && new URL(publicUrl).origin
  if (from && (from.host === host || from.origin === own)) return
  throw new HttpError(403, 'FORBIDDEN', '此来源的页面不能建立实时连接')
}
