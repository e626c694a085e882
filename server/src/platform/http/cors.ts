import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, POST, PUT, DELETE'
const SENT = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id'
const SEEN =
  'ETag, Idempotent-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Perm-Version, X-Request-Id'

/** Lets pages of exactly these origins call us, without cookies; none but our own where the list is empty (SEC-25). */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (!origins.length) return
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('Vary', 'Origin')
    if (!origin || !origins.includes(origin)) return
    reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Expose-Headers', SEEN)
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return
    return reply
      .header('Access-Control-Allow-Methods', METHODS)
      .header('Access-Control-Allow-Headers', SENT)
      .header('Access-Control-Max-Age', '600')
      .code(204)
      .send()
  })
}
