import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { type BudgetKind, overspent, usedUp } from '@zhanggui/domain/promotion/budget.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, stateConflict } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import type { BookedBudget } from './budget.parts.ts'
import * as budgets from './budget.repository.ts'

export type { BudgetKey } from './budget.repository.ts'

/** A budget as it is typed: 0 for none, undefined leaves it as it is. */
export type TypedBudget = number | undefined

/** What answers say of a budget; null of what has none. */
export type DescribedBudget = { budget: number | null; budgetUsed: number | null }
export const NO_BUDGET: DescribedBudget = { budget: null, budgetUsed: null }

/** The budgets of coupons or activities, by id; those without one are left out. */
export async function describeBudgets(
  ctx: Ctx,
  kind: BudgetKind,
  ids: readonly number[],
): Promise<Map<number, DescribedBudget>> {
  const found = ids.length ? await budgets.list(ctx, kind, ids) : []
  return new Map(
    found.map(({ refId, budgetFen, usedFen }) => [refId, { budget: toYuan(budgetFen), budgetUsed: toYuan(usedFen) }]),
  )
}

/**
 * Call it first in any transaction that changes budgets. A new budget counts what was given away before it, so it locks the table until
 * it is stored; a transaction that took that lock later, while it held rows, could deadlock with an order.
 * @param key none of what is new itself
 * @returns whether there was none, and one may be made
 */
export async function readyBudget(tx: Ctx, typed: TypedBudget, key?: budgets.BudgetKey): Promise<boolean> {
  if (typed === undefined) return false
  const row = key && (await budgets.find(tx, key))
  const isNew = typed > 0 && key !== undefined && !row
  if (isNew) await budgets.lockAll(tx)
  else if (typed || row) await budgets.joinAll(tx)
  return isNew
}

/** Gives what is new a budget. @param tx after {@link readyBudget} */
export async function addBudget(tx: Ctx, key: budgets.BudgetKey, typed: TypedBudget): Promise<void> {
  if (typed) await budgets.insert(tx, key, toFen(typed), 0)
}

/**
 * Changes the budget of a coupon or an activity that is locked.
 * @param isNew what {@link readyBudget} said
 * @throws 409 for one below what is used, and for one that was removed meanwhile
 */
export async function changeBudget(tx: Ctx, key: budgets.BudgetKey, typed: TypedBudget, isNew: boolean): Promise<void> {
  if (typed === undefined) return
  const row = await budgets.find(tx, key)
  if (!typed) {
    if (row) await budgets.remove(tx, key)
    return
  }
  const fen = toFen(typed)
  if (row?.budgetFen === fen) return
  if (row) {
    if (!(await budgets.change(tx, key, fen))) throw below((await budgets.find(tx, key))?.usedFen ?? row.usedFen)
    return
  }
  if (!isNew) throw stateConflict('预算刚刚被别人修改，请刷新后再试')
  const used = await budgets.sumGiven(tx, key)
  if (used > fen) throw below(used)
  await budgets.insert(tx, key, fen, used)
}

const below = (usedFen: number) => stateConflict(overspent(usedFen))

/** An order was stored: refuses it where a budget is used up, and has staff told of what it reached. @throws 409 */
export async function settleBudgets(tx: Ctx, booked: readonly BookedBudget[] | null): Promise<void> {
  const short = booked?.find(({ isSpent }) => !isSpent)
  if (short) throw new HttpError(409, 'BUDGET_USED_UP', usedUp[short.kind])
  for (const { kind, refId, reached } of booked ?? [])
    if (reached) await emit(tx, 'budget.reached', { kind, refId, reached })
}

/** Gives back what an order gave away, or a share of it. */
export async function giveBackBudgets(
  tx: Ctx,
  { fromCouponId, activityId }: { fromCouponId: number; activityId: number },
  { couponFen, activityFen }: { couponFen: number; activityFen: number },
): Promise<void> {
  const shares = [
    { kind: 'activity' as const, refId: activityId, fen: activityFen },
    { kind: 'coupon' as const, refId: fromCouponId, fen: couponFen },
  ].filter(({ refId, fen }) => refId && fen)
  if (shares.length) await budgets.giveBack(tx, shares)
}
