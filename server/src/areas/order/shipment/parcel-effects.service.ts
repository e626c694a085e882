import type { OrderEffects } from '../order/order-effects.service.ts'
import { endParcels } from './shipment.repository.ts'

/** The parcels of an order end with it. */
export const parcelEffects: OrderEffects = {
  place: 'parcel',
  closed: async (tx, { id, sentNum }) => {
    if (sentNum) await endParcels(tx, id, 2)
    return undefined
  },
  received: (tx, { id }) => endParcels(tx, id, 1),
}
