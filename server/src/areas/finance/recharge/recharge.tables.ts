import type { RechargeRefundType } from '@zhanggui/domain/finance/recharge.ts'
import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import type { BuyerChannel } from '../../../platform/http/context.ts'

const fen = () => bigint({ mode: 'number' })
const { id, createdAt, updatedAt } = standardColumns

/** What buyers pay into their balance. Price and gift are fixed when it is made. */
export const userRecharges = pgTable(
  'user_recharge',
  {
    id,
    createdAt,
    updatedAt,
    rechargeNo: varchar({ length: 24 }).notNull(),
    uid: rowId().notNull(),
    /** The package that it was, by its number in the settings; null for a sum of the buyer's own. */
    packageId: integer(),
    priceFen: fen().notNull(),
    giveFen: fen().notNull(),
    rechargeType: varchar({ length: 8 }).$type<PayType>().notNull(),
    channel: varchar({ length: 8 }).$type<BuyerChannel>().notNull(),
    paid: boolean().notNull().default(false),
    payTime: moment(),
    /** Until then it takes new attempts; money that comes later is credited all the same. */
    payDeadline: moment().notNull(),
    /** Its attempts were closed, as it was not paid in time. */
    closeTime: moment(),
    /** Of refunds on their way or back. */
    refundPriceFen: fen().notNull().default(0),
    refundGiveFen: fen().notNull().default(0),
  },
  (row) => [
    uniqueIndex('user_recharge_no').on(row.rechargeNo),
    index('user_recharge_uid').on(row.uid, row.id),
    index('user_recharge_created').on(row.createdAt, row.id),
    index('user_recharge_paid').on(row.payTime).where(sql`paid`),
    index('user_recharge_due').on(row.payDeadline, row.id).where(sql`not paid and close_time is null`),
    check(
      'user_recharge_sums',
      sql`price_fen > 0 and give_fen >= 0 and refund_price_fen between 0 and price_fen and refund_give_fen between 0 and give_fen
        and (paid or refund_price_fen = 0) and paid = (pay_time is not null)`,
    ),
  ],
)

/** Refunds of recharges, beside what every refund has: what they take of the gift. */
export const rechargeRefunds = pgTable(
  'recharge_refund',
  {
    id,
    createdAt,
    rechargeId: rowId()
      .notNull()
      .references(() => userRecharges.id),
    refundId: rowId().notNull(),
    type: smallint().$type<RechargeRefundType>().notNull(),
    /** How often the balance was taken for it: once more with each new attempt. */
    round: smallint().notNull().default(1),
    /** What the present attempt took of the gift; 0 once it was booked back. */
    giveFen: fen().notNull(),
  },
  (row) => [
    uniqueIndex('recharge_refund_refund').on(row.refundId),
    index('recharge_refund_recharge').on(row.rechargeId, row.id),
  ],
)
