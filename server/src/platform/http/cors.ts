import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'X-Request-Id',
]
const ANSWER_HEADERS = [
  ...['ETag', 'Idempotent-Replayed', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'],
  ...['X-Perm-Version', 'X-Request-Id', 'X-Response-Time'],
]

/** Allows pages of exactly these origins to call us, without cookies; with an empty list only our own pages. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (!origins.length) return
  await app.register(cors, {
    // A function: with a list, preflights of other origins would be answered too, though without permission.
    origin: async (origin: string | undefined) => origin !== undefined && origins.includes(origin),
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: 600,
    // For an OPTIONS call that is not a preflight the plugin answers plain text; we always send the error body.
    strictPreflight: false,
  })
}
