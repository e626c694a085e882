import type { CouponSource } from '@zhanggui/domain/promotion/coupon.ts'
import { bigint, date, integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { rowId } from '../../../platform/data/columns.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** What a coupon brought on a day of Shanghai (docs/figures.md, What coupons brought): sums over copies, orders and refunds. */
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
    /** Paid on the day, but those that were refunded whole. */
    orders: integer().notNull().default(0),
    newBuyers: integer().notNull().default(0),
    /** Paid less refunded, of the orders that used it. */
    amountFen: fen().notNull().default(0),
    /** The coupon's share of the units that were not refunded. */
    discountFen: fen().notNull().default(0),
    costFen: fen().notNull().default(0),
    /** What of the same orders went back. */
    refundFen: fen().notNull().default(0),
    /** How many were received and used, by how they were received. */
    sources: jsonb().$type<Partial<Record<CouponSource, [received: number, used: number]>>>().notNull().default({}),
  },
  (row) => [primaryKey({ columns: [row.couponId, row.day] })],
)
