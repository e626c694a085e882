import { isForStaff } from '@zhanggui/contract/routes.ts'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, withContext } from '../../../platform/http/context.ts'
import { limitedAddress } from '../../../platform/http/networks.ts'
import { answered } from '../../../platform/http/serve.ts'

const MINUTE_MS = 60_000
/** Number of refused inputs of one caller within a minute that indicates probing. */
const STORM = 30
const MAX_CALLERS = 10_000

/**
 * Notes refused permissions and bursts of invalid input in the audit trail: each once a minute per caller, so
 * that nobody floods the trail.
 * @returns a function that awaits pending writes, for shutdown
 */
export function watchRefusals(own: Ctx): () => Promise<void> {
  let since = own.now().getTime()
  const denied = new Set<string>()
  const invalid = new Map<string, number>()
  const writing = new Set<Promise<void>>()

  const note = (request: FastifyRequest, action: 'denied' | 'storm') => {
    const { route } = request.routeOptions.config
    const ctx = withContext(request.ctx, { db: own.db })
    const work = audit(ctx, { action, objectId: '', objectName: route?.summary ?? '' })
      .catch((error: unknown) => own.log.error({ err: error }, 'a refusal was not noted'))
      .finally(() => writing.delete(work))
    writing.add(work)
  }
  own.platform.hooks.add(answered, async (request, reply) => {
    const { route } = request.routeOptions.config
    // The trail's chain is one lock, which must not stand in the way of buyers.
    if (!route || !isForStaff(route) || (reply.statusCode !== 403 && reply.statusCode !== 400)) return
    const now = own.now().getTime()
    if (now - since > MINUTE_MS || denied.size + invalid.size > MAX_CALLERS) {
      since = now
      denied.clear()
      invalid.clear()
    }
    const caller = request.ctx.caller?.sessionId ?? limitedAddress(request.ctx.origin.ip)
    if (reply.statusCode === 403) {
      const key = `${caller} ${route.name}`
      if (!denied.has(key)) note(request, 'denied')
      denied.add(key)
      return
    }
    const count = (invalid.get(caller) ?? 0) + 1
    invalid.set(caller, count)
    if (count === STORM) note(request, 'storm')
  })
  return async () => {
    await Promise.all(writing)
  }
}
