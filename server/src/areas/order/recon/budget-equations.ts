import { budgetKinds } from '@zhanggui/domain/promotion/budget.ts'
import { sql } from 'drizzle-orm'
import { givenBy } from '../../coupon/budget/budget.parts.ts'
import type { Equation } from './equation.ts'

const what = { coupon: '优惠券预算的已用等于订单用券优惠之和', activity: '活动预算的已用等于订单活动优惠之和' } as const

/** What holds of the budgets of coupons and activities after every transaction. */
export const budgetEquations: readonly Equation[] = budgetKinds.map((kind) => ({
  equation: 'Q9',
  what: what[kind],
  says: ['fen'],
  of: kind,
  bad: sql`select ref_id as root, ref_id as object, given.fen as expected, used_fen as found from promotion_budget as budget
    cross join lateral (select ${givenBy[kind](sql`budget.ref_id`)} as fen) as given
    where budget.kind = ${kind} and (used_fen <> given.fen or used_fen not between 0 and budget_fen)`,
}))
