import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { isAddressAllowed } from '../http/networks.ts'

/**
 * /healthz: the process lives. /readyz: it also reaches its database, whose schema is applied before we listen. /metrics:
 * what it counts, for those METRICS_ALLOW names; for all others there is no such path (SEC-93).
 */
export function answerHealth(app: FastifyInstance, platform: Platform): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    await platform.db.execute(sql`select 1`).catch(() => reply.code(503))
    return { status: reply.statusCode === 200 ? 'ok' : 'unavailable' }
  })
  app.get('/metrics', async (request, reply) => {
    const { metricsAllow, trustedProxies } = platform.config
    // A proxy that we do not know calls from the loopback address, whoever stands behind it.
    const isForwarded = !trustedProxies.length && request.headers['x-forwarded-for'] !== undefined
    if (isForwarded || !isAddressAllowed(request.ip.replace(/^::ffff:/, ''), metricsAllow))
      throw new HttpError(404, 'NOT_FOUND', '接口不存在')
    const { type, text } = await platform.measures.metrics()
    return reply.type(type).send(text)
  })
}
