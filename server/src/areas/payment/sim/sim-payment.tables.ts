import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { sql } from 'drizzle-orm'
import { bigint, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, standardColumns } from '../../../platform/data/columns.ts'

const fen = () => bigint({ mode: 'number' })
const { id, createdAt } = standardColumns

/** What the simulated gateway knows, as a provider would keep it. Nothing else reads it. */
export const simPayments = pgTable(
  'sim_payment',
  {
    id,
    createdAt,
    outTradeNo: varchar({ length: 40 }).notNull(),
    amountFen: fen().notNull(),
    /** 0 open, 1 paid, 2 closed, 3 failed. */
    state: smallint().notNull().default(0),
    subject: varchar({ length: 128 }).notNull().default(''),
    payType: varchar({ length: 8 }).$type<PayType>().notNull(),
    transactionId: varchar({ length: 64 }).notNull().default(''),
    paidFen: fen(),
    paidAt: moment(),
    refundedFen: fen().notNull().default(0),
  },
  (row) => [
    uniqueIndex('sim_payment_no').on(row.outTradeNo),
    uniqueIndex('sim_payment_transaction').on(row.transactionId).where(sql`transaction_id <> ''`),
  ],
)

/** Refunds at the simulated gateway. */
export const simRefunds = pgTable(
  'sim_refund',
  {
    id,
    createdAt,
    outRefundNo: varchar({ length: 40 }).notNull(),
    outTradeNo: varchar({ length: 40 }).notNull(),
    amountFen: fen().notNull(),
    /** 0 on its way, 1 succeeded, 2 failed. */
    state: smallint().notNull().default(0),
  },
  (row) => [uniqueIndex('sim_refund_no').on(row.outRefundNo)],
)
