import { moneyText } from './money.tsx'
import { TwoLine } from './two-line.tsx'

/** What a coupon or an activity may give away at most, and what it gave; null of what has no limit. */
export type Budgeted = { budget: number | null; budgetUsed: number | null }

export const isUsedUp = ({ budget, budgetUsed }: Budgeted): boolean => budget !== null && (budgetUsed ?? 0) >= budget

/** ¥120.00 / ¥1,000.00; '' without a budget. */
export const budgetText = ({ budget, budgetUsed }: Budgeted): string =>
  budget === null ? '' : `${moneyText(budgetUsed ?? 0)} / ${moneyText(budget)}`

/** What of it is used, above what there is. */
export function Budget({ of: { budget, budgetUsed } }: { of: Budgeted }) {
  if (budget === null) return '—'
  return <TwoLine end top={moneyText(budgetUsed ?? 0)} below={`/ ${moneyText(budget)}`} />
}
