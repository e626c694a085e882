import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Platform } from './context.ts'

/** /healthz: the process lives. /readyz: it also reaches its database, whose schema is applied before we listen. */
export function answerHealth(app: FastifyInstance, platform: Platform): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    await platform.db.execute(sql`select 1`).catch(() => reply.code(503))
    return { status: reply.statusCode === 200 ? 'ok' : 'unavailable' }
  })
}
