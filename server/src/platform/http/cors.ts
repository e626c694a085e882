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
  ...['X-Perm-Version', 'X-Request-Id'],
]

/** Lets pages of exactly these origins call us, without cookies. With an empty list only our own pages can (SEC-25). */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (!origins.length) return
  await app.register(cors, {
    // A function, as a list would answer the preflights of other origins too, if without permission.
    origin: async (origin: string | undefined) => origin !== undefined && origins.includes(origin),
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: 600,
    // The plugin refuses OPTIONS that is no preflight in plain text; we have one error body.
    strictPreflight: false,
  })
}
