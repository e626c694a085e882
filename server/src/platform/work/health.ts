import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { isAddressAllowed } from '../http/networks.ts'

/**
 * /healthz: the process is alive. /readyz: it also reaches its database, whose schema is migrated before we listen.
 * /metrics: its metrics, for networks in METRICS_ALLOW; 404 for all others (SEC-93).
 */
export function answerHealth(app: FastifyInstance, platform: Platform): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    await platform.db.execute(sql`select 1`).catch(() => reply.code(503))
    return { status: reply.statusCode === 200 ? 'ok' : 'unavailable' }
  })
  app.get('/metrics', async (request, reply) => {
    const { metricsAllow, trustedProxies } = platform.config
    // An unknown proxy calls from the loopback address, whoever the client is.
    const isForwarded = !trustedProxies.length && request.headers['x-forwarded-for'] !== undefined
    if (isForwarded || !isAddressAllowed(request.ip.replace(/^::ffff:/, ''), metricsAllow))
      throw new HttpError(404, 'NOT_FOUND', '接口不存在')
    const { type, text } = await platform.measures.metrics()
    return reply.type(type).send(text)
  })
}
