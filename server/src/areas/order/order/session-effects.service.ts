import { freeSession } from '../../bargain/session/session-end.service.ts'
import type { OrderEffects } from './order-effects.service.ts'

/**
 * The bargain that an order is made of. Its creation takes it and its payment sells the unit it holds, in the statements of these; one of
 * an order that is closed may be ordered again.
 */
export const sessionEffects: OrderEffects = {
  place: 'session',
  closed: async (tx, { id, bargainUserId }) => {
    if (bargainUserId) await freeSession(tx, bargainUserId, id)
    return undefined
  },
}
