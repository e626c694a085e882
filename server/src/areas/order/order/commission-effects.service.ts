import { clawBack, earningRules, freezeCommission } from '../../distribution/commission/commission.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { makePromoter } from '../../user/spread/spread.service.ts'
import type { OrderEffects } from './order-effects.service.ts'

/** What an order earns for the promoters of its buyer: booked when it is paid, frozen when it has come, taken back with its money. */
export const commissionEffects: OrderEffects = {
  place: 'customer',
  paying: async (_order, _payType, tx) => ({ commission: await earningRules(tx) }),
  paid: async (tx, { uid, payPriceFen }) => {
    const { brokerage_func_status, store_brokerage_quota: quotaFen } = await getSettings(tx)
    if (brokerage_func_status && quotaFen >= 0 && payPriceFen >= quotaFen) await makePromoter(tx, uid)
  },
  received: (tx, { id }) => freezeCommission(tx, id),
  refunded: (tx, { id }, { refundNo }) => clawBack(tx, id, refundNo),
}
