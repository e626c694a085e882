import { bigint, date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { rowId } from '../../../platform/data/columns.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** What a coupon brought on a day of Shanghai (marketing chapter, 16.5): sums over copies, orders and refunds. */
export const couponStatDaily = pgTable(
  'coupon_stat_daily',
  {
    couponId: rowId()
      .notNull()
      .references(() => coupons.id),
    day: date({ mode: 'string' }).notNull(),
    received: integer().notNull().default(0),
    used: integer().notNull().default(0),
    expired: integer().notNull().default(0),
    orders: integer().notNull().default(0),
    newBuyers: integer().notNull().default(0),
    /** Paid less refunded, of the orders that used it. */
    amountFen: fen().notNull().default(0),
    /** The coupon's share of the units that were not refunded. */
    discountFen: fen().notNull().default(0),
    costFen: fen().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.couponId, row.day] })],
)
