import { giveBackQuota } from '../../promotion/activity/quota.service.ts'
import type { OrderEffects } from './order-effects.service.ts'

/**
 * The quota of the activity that an order was made in. It takes quota with its creation and sells it with its payment, in the
 * statements of these; a bargain's unit stays held for its session.
 */
export const quotaEffects: OrderEffects = {
  place: 'quota',
  closed: async (tx, { activityId, bargainUserId }, { unsent }) => {
    if (activityId && !bargainUserId) await giveBackQuota(tx, activityId, unsent, 'reserved')
    return undefined
  },
  refunded: async (tx, { activityId }, { unsent, returned }) => {
    if (activityId) await giveBackQuota(tx, activityId, [...unsent, ...returned], 'sold')
  },
}
