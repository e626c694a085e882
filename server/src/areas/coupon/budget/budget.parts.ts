import type { BudgetKind } from '@zhanggui/domain/promotion/budget.ts'
import { type SQL, sql } from 'drizzle-orm'

// Parts of statements that book what an order gives away, together with the order.

/** What orders gave away of a coupon, or by the price of an activity, of which closed orders and refunded units give nothing. */
const given = (column: SQL, ofOrder: SQL) => sql`(
  select coalesce(sum(${column} - ${column} * refund_num / num), 0)::bigint
  from store_order as o join order_line as line on line.order_id = o.id where ${ofOrder} and close_type = 0)`

/** What a coupon, or an activity, gave away by its orders. @param id of it */
export const givenBy: Record<BudgetKind, (id: SQL) => SQL> = {
  coupon: (id) => given(sql`coupon_share_fen`, sql`from_coupon_id = ${id} and from_coupon_id > 0`),
  activity: (id) => given(sql`activity_discount_fen`, sql`activity_id = ${id} and activity_id > 0`),
}

/** A budget that an order was booked in, or would have been. */
export type BookedBudget = {
  kind: BudgetKind
  refId: number
  /** Whether there was enough; otherwise nothing may be committed. */
  isSpent: boolean
  /** The percentage that it reached with this order, and that staff were not told of; 0 for none. */
  reached: number
}

/**
 * The `with` queries `asked_budget`, `locked_budget` and `spent_budget`, which book what an order gives away in the budgets of its activity
 * and its coupon, those that have one, locked in this order.
 * @param values ids and amounts; null, or nothing given away, asks for none
 * @param first what must be true for it to begin
 */
export const spendingBudgets = (
  values: Record<'activityId' | 'activityFen' | 'couponId' | 'couponFen' | 'first', SQL>,
) => {
  const { activityId, activityFen, couponId, couponFen, first } = values
  const used = sql`(kept.used_fen + locked.fen)`
  return sql`
    asked_budget as materialized (
      select kind, ref_id, fen from (values ('activity', ${activityId}, ${activityFen}), ('coupon', ${couponId}, ${couponFen}))
        as asked(kind, ref_id, fen)
      where fen > 0 and ${first}
    ), locked_budget as materialized (
      select budget.kind, budget.ref_id, budget.warned, fen
      from asked_budget join promotion_budget as budget on budget.kind = asked_budget.kind and budget.ref_id = asked_budget.ref_id
      order by budget.kind, budget.ref_id for no key update of budget
    ), spent_budget as (
      update promotion_budget as kept set used_fen = ${used}, warned = greatest(kept.warned,
        case when ${used} >= budget_fen then 100 when ${used} * 5 >= budget_fen * 4 then 80 else 0 end)
      from locked_budget as locked
      where kept.kind = locked.kind and kept.ref_id = locked.ref_id and ${used} <= budget_fen
      returning kept.kind, kept.ref_id, kept.warned
    )`
}

/** Whether {@link spendingBudgets} found enough in every budget there is. */
export const budgetsSpent = sql`((select count(*) from locked_budget) = (select count(*) from spent_budget))`

/** The {@link BookedBudget}s, null for none. */
export const bookedBudgets = sql`(select json_agg(json_build_object('kind', locked.kind, 'refId', locked.ref_id,
    'isSpent', spent.kind is not null, 'reached', case when spent.warned > locked.warned then spent.warned else 0 end) order by locked.kind desc)
  from locked_budget as locked left join spent_budget as spent on spent.kind = locked.kind and spent.ref_id = locked.ref_id)`
