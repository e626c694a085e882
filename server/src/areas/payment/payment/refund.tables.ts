import type { RefundMethod } from '@zhanggui/domain/payment/payment.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

const fen = () => bigint({ mode: 'number' })
const { id, createdAt, updatedAt } = standardColumns

/**
 * What one payment gives back: 0 on its way, 1 back, 2 refused, 3 replaced by others behind it. By its gateway (origin) or
 * otherwise, which may differ from the refund's method once what was refused goes another way. Its place is its number at the
 * provider, `<refundNo>-<n>`, so it never moves.
 */
export type RefundPart = {
  paymentId: number
  amountFen: number
  state: 0 | 1 | 2 | 3
  method?: RefundMethod
  /** When its gateway was last asked for it by staff, ISO 8601. */
  sentAt?: string
  /** Its provider was silent: staff said how it ended. */
  marked?: true
}

/** Money that goes back: of an order, or of what else was paid by the payments of its parts. */
export const refunds = pgTable(
  'refund',
  {
    id,
    createdAt,
    updatedAt,
    refundNo: varchar({ length: 24 }).notNull(),
    orderId: rowId(),
    afterSalesId: rowId(),
    parts: jsonb().$type<RefundPart[]>().notNull(),
    amountFen: fen().notNull(),
    goodsAmountFen: fen().notNull().default(0),
    postageAmountFen: fen().notNull().default(0),
    pointsBack: integer().notNull().default(0),
    /** Units that had been sent go back on the shelf. */
    restock: boolean().notNull().default(false),
    /** 0 on its way, 1 succeeded, 2 failed. */
    state: smallint().notNull().default(0),
    method: varchar({ length: 8 }).$type<RefundMethod>().notNull().default('origin'),
    reason: varchar({ length: 255 }).notNull(),
    failMsg: varchar({ length: 255 }).notNull().default(''),
    tries: smallint().notNull().default(0),
    /** When the provider is asked next about one on its way. */
    queryAt: moment(),
    /** The sum in words, as the calculator showed it. */
    text: text().notNull().default(''),
    /** `team`: of an order whose team failed or was left. An order has one of these at most. */
    cause: varchar({ length: 8 }).$type<'' | 'team'>().notNull().default(''),
    /** Of money that came late: the order stays as it is. */
    surplus: boolean().notNull().default(false),
    /** The administrator who approved it; 0 for the system. */
    operatorId: rowId().notNull().default(0),
    operatorName: varchar({ length: 64 }).notNull().default(''),
    /** What proves money handed over, or what the provider's own page says. */
    voucher: varchar({ length: 512 }).notNull().default(''),
    finishTime: moment(),
  },
  (row) => [
    uniqueIndex('refund_no').on(row.refundNo),
    index('refund_order').on(row.orderId, row.id),
    uniqueIndex('refund_one_in_flight').on(row.orderId).where(sql`state = 0 and not surplus`),
    uniqueIndex('refund_one_of_team').on(row.orderId).where(sql`cause = 'team'`),
    // By the payment that was too much; the others are found by their order or recharge.
    index('refund_surplus_parts').using('gin', sql`parts jsonb_path_ops`).where(sql`surplus`),
    index('refund_created').on(row.createdAt, row.id),
    index('refund_waiting').on(row.createdAt, row.id).where(sql`state = 0`),
    index('refund_finished').on(row.finishTime, row.id).where(sql`state = 1`),
    index('refund_failed').on(row.createdAt, row.id).where(sql`state = 2`),
  ],
)
