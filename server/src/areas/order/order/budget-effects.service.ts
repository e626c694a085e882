import { giveBackBudgets } from '../../coupon/budget/budget.service.ts'
import type { OrderEffects } from './order-effects.service.ts'

/** The budgets of the coupon and the activity of an order, in which its creation books what it is given off, in its statement. */
export const budgetEffects: OrderEffects = {
  place: 'budget',
  closed: async (tx, order, { discounts }) => {
    await giveBackBudgets(tx, order, discounts)
    return undefined
  },
  refunded: (tx, order, { discounts }) => giveBackBudgets(tx, order, discounts),
}
