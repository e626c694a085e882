import { amountText } from '../money.ts'

/** What can have a budget. */
export const budgetKinds = ['coupon', 'activity'] as const
export type BudgetKind = (typeof budgetKinds)[number]

/** Why an order cannot be made that would give away more than is left of a budget. */
export const usedUp: Readonly<Record<BudgetKind, string>> = {
  coupon: '优惠券预算已用完',
  activity: '活动预算已用完',
}

/** Why a budget cannot be less than it gave away already. */
export const overspent = (usedFen: number): string => `预算不能小于已使用的 ${amountText(usedFen)} 元`
