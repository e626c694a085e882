import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { rowId, standardColumns } from '../../../platform/data/columns.ts'
import { refunds } from '../../payment/payment/refund.tables.ts'
import { orderLines } from '../order/order.tables.ts'

const fen = () => bigint({ mode: 'number' })
const { id } = standardColumns

/** What of each line goes back. */
export const refundLines = pgTable(
  'refund_line',
  {
    id,
    refundId: rowId()
      .notNull()
      .references(() => refunds.id),
    lineId: rowId()
      .notNull()
      .references(() => orderLines.id),
    /** Units; 0 of a compensation. How many of them had never been sent. */
    num: integer().notNull(),
    cutNum: integer().notNull().default(0),
    moneyFen: fen().notNull(),
    /** Points spent on the line that come back. */
    points: integer().notNull().default(0),
  },
  (row) => [
    index('refund_line_refund').on(row.refundId),
    index('refund_line_line').on(row.lineId),
    check('refund_line_counts', sql`num >= 0 and cut_num between 0 and num and money_fen >= 0 and points >= 0`),
  ],
)
