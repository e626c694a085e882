import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Identifies the statements of one call. */
export type Trace = {
  requestId: string
  /** The route, `object.action`. */
  callSite: string
  /** Milliseconds its statements have taken so far. */
  dbMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace
  }
}

const traces = new AsyncLocalStorage<Trace>()

/** The call the current code runs for, if any. */
export function currentTrace(): Trace | undefined {
  return traces.getStore()
}

/**
 * Tracks each call through everything it awaits.
 * @param timing sends timings to every browser
 */
export function traceCalls(fastify: FastifyInstance, timing: boolean): void {
  fastify.decorateRequest('trace')
  fastify.addHook('onRequest', (request: FastifyRequest, _reply, done) => {
    request.trace = { requestId: request.id, callSite: request.routeOptions.config.route?.name ?? '', dbMs: 0 }
    traces.run(request.trace, done)
  })
  // Reading a body resumes in the context that opened the connection: switch back to the call's.
  fastify.addHook('preValidation', (request, _reply, done) => traces.run(request.trace, done))
  fastify.addHook('onSend', async (request, reply) => {
    const total = reply.elapsedTime.toFixed(1)
    // Lists show it to staff; nobody else learns how long anything takes.
    if (request.ctx?.caller) reply.header('X-Response-Time', total)
    if (timing) reply.header('Server-Timing', `total;dur=${total}, db;dur=${(request.trace?.dbMs ?? 0).toFixed(1)}`)
  })
}
