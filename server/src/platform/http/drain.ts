import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

/** How long open calls may take at the stop. */
const DRAIN_MS = 10_000

/** The door of a server. */
export type Drain = {
  /**
   * Refuses new calls with 503 and waits for the open ones, up to ten seconds. Sockets stay open: the console hears of the
   * restart last.
   */
  close(): Promise<void>
  /** Admits calls again. */
  reopen(): void
}

/** Lets a server finish its open calls before it stops. Registered first, so that a refused call has no effect. */
export function drainCalls(fastify: FastifyInstance, drainMs = DRAIN_MS): Drain {
  let open = 0
  let drained: PromiseWithResolvers<void> | undefined
  fastify.addHook('onRequest', async ({ raw }, reply) => {
    if (drained && raw.url !== '/healthz') {
      reply.header('Connection', 'close')
      throw new HttpError(503, 'OVERLOADED', '服务正在重启，请稍后重试', { retryAfter: 5 })
    }
    if (raw.headers.upgrade !== undefined) return
    open++
    finished(reply.raw, () => {
      open--
      if (!open) drained?.resolve()
    })
  })
  // A connection that stays open would bring further calls.
  fastify.addHook('onSend', async (_request, reply) => {
    if (drained) reply.header('Connection', 'close')
  })
  const close = async () => {
    drained ??= Promise.withResolvers<void>()
    if (!open) return
    const impatient = setTimeout(() => {
      fastify.log.warn({ calls: open }, 'calls were cut at the stop')
      drained?.resolve()
    }, drainMs)
    await drained.promise
    clearTimeout(impatient)
  }
  return {
    close,
    reopen: () => {
      drained = undefined
    },
  }
}
