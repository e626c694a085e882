import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What the statements of one call are told apart by. */
export type Trace = {
  requestId: string
  /** The route, `object.action`. */
  callSite: string
  /** Milliseconds its statements took so far. */
  dbMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace
  }
}

const traces = new AsyncLocalStorage<Trace>()

/** The call that what runs now belongs to, if any. */
export function currentTrace(): Trace | undefined {
  return traces.getStore()
}

/**
 * Follows each call through all that it awaits.
 * @param timing tells the browser what took how long (ER-13)
 */
export function traceCalls(fastify: FastifyInstance, timing: boolean): void {
  fastify.decorateRequest('trace')
  fastify.addHook('onRequest', (request: FastifyRequest, _reply, done) => {
    request.trace = { requestId: request.id, callSite: request.routeOptions.config.route?.name ?? '', dbMs: 0 }
    traces.run(request.trace, done)
  })
  // Reading a body goes on where the connection was opened: back to the call.
  fastify.addHook('preValidation', (request, _reply, done) => traces.run(request.trace, done))
  if (!timing) return
  fastify.addHook('onSend', async (request, reply) => {
    const total = reply.elapsedTime.toFixed(1)
    reply.header('Server-Timing', `total;dur=${total}, db;dur=${(request.trace?.dbMs ?? 0).toFixed(1)}`)
  })
}
