import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { errorBody } from './error-body.ts'
import { HttpError } from './errors.ts'
import { requestIdOf } from './request-id.ts'

const reasons: Record<string, [status: number, reason: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', '请求头过大'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', '请求超时，请重试'],
}

/** The headers of answers to what is refused before any route, and so before the hooks that add them. */
export const bareHeaders = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
}

/** Answers malformed HTTP requests with the error body too, then closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, now: () => Date): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, reason, message] = reasons[error.code ?? ''] ?? [400, 'Bad Request', '请求格式错误']
  const body = JSON.stringify(errorBody(new HttpError(status, 'BAD_REQUEST', message), requestIdOf(undefined), now()))
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** How long a client may take to send a body without files. */
const BODY_TIMEOUT_MS = 30_000

/** Cuts off requests whose body arrives too slowly. Uploads have no limit once their sender is authenticated. */
export function cutSlowBodies(app: FastifyInstance, now: () => Date, afterMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const isEmpty = raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined
    if (isEmpty || routeOptions.config.route?.files) return
    const cut = setTimeout(() => {
      if (!raw.complete) answerClientError(slow, raw.socket, now)
    }, afterMs)
    reply.raw.once('close', () => clearTimeout(cut))
  })
}

const slow = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Refuses a request with several Host headers (RFC 9112, 3.2): a proxy may have read another one than we do. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
    if (hosts > 1) throw new HttpError(400, 'BAD_REQUEST', '请求格式错误：Host 重复')
  })
}
