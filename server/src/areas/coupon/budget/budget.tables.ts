import type { BudgetKind } from '@zhanggui/domain/promotion/budget.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, primaryKey, smallint, varchar } from 'drizzle-orm/pg-core'
import { rowId } from '../../../platform/data/columns.ts'

const fen = () => bigint({ mode: 'number' })

/**
 * What a coupon or an activity may give away at most, and what it gave: of orders that are not closed, without the shares of refunded units.
 * One without a limit has no row, so that its orders wait for none.
 */
export const promotionBudgets = pgTable(
  'promotion_budget',
  {
    kind: varchar({ length: 8 }).$type<BudgetKind>().notNull(),
    /** Of the coupon or the activity. */
    refId: rowId().notNull(),
    budgetFen: fen().notNull(),
    usedFen: fen().notNull().default(0),
    /** The percentage staff were told of: 0, 80 or 100. */
    warned: smallint().notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.kind, row.refId] }),
    check('promotion_budget_used', sql`used_fen between 0 and budget_fen`),
  ],
)
