import type { OrderEffects } from '../order/order-effects.service.ts'
import { moveDraftOf } from './draft-order.repository.ts'

/** A draft that was sent ends as its order does: paid, out of time, or given up. */
export const draftEffects: OrderEffects = {
  place: 'draft',
  paid: async (tx, { id, source }) => {
    if (source === 'draft') await moveDraftOf(tx, id, 2)
  },
  closed: async (tx, { id, source }, { closeType }) => {
    if (source === 'draft') await moveDraftOf(tx, id, closeType === 2 ? 3 : 4)
    return undefined
  },
}
