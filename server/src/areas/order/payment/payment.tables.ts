import type { OrderChannel, PayType } from '@zhanggui/domain/order/order-state.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, smallint, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

const fen = () => bigint({ mode: 'number' })
const { id, createdAt, updatedAt } = standardColumns

/** Who takes the money. */
export type PayProvider = 'sim' | 'wechat' | 'alipay' | 'balance' | 'offline' | 'zero' | 'edit'
/** What money is paid for. */
export type PayBizType = 'order' | 'recharge' | 'edit'

/**
 * Why a message fits no attempt or refund. `twice`: money came twice for one. Of a refund: it arrived though it had gone another
 * way since (`elsewhere`) or could not be booked any more (`late`); it was refused though staff had marked it as done (`undone`).
 */
export type StrayReason = 'unknown' | 'amount' | 'merchant' | 'twice' | RefundStray
export type RefundStray = 'elsewhere' | 'late' | 'undone'

/** Attempts to pay, and what came of them (trade chapter, 1.3). */
export const payments = pgTable(
  'payment',
  {
    id,
    createdAt,
    updatedAt,
    bizType: varchar({ length: 8 }).$type<PayBizType>().notNull(),
    bizId: rowId().notNull(),
    bizNo: varchar({ length: 32 }).notNull(),
    uid: rowId().notNull(),
    /** `<orderNo>-<n>`. */
    outTradeNo: varchar({ length: 40 }).notNull(),
    provider: varchar({ length: 8 }).$type<PayProvider>().notNull(),
    payType: varchar({ length: 8 }).$type<PayType>().notNull(),
    channel: varchar({ length: 8 }).$type<OrderChannel>().notNull(),
    amountFen: fen().notNull(),
    /** 0 created, 1 paid, 2 closed, 3 failed. */
    state: smallint().notNull().default(0),
    /** Money that came for something closed or paid already. */
    surplus: boolean().notNull().default(false),
    transactionId: varchar({ length: 64 }).notNull().default(''),
    /** What the buyer's client needs to pay. */
    prepay: jsonb().$type<Record<string, string>>(),
    /** The provider's message, as it came. */
    notifyRaw: text().notNull().default(''),
    failMsg: varchar({ length: 255 }).notNull().default(''),
    payTime: moment(),
    /** When the provider is asked next about an attempt still open. */
    queryAt: moment(),
    queries: smallint().notNull().default(0),
  },
  (payment) => [
    uniqueIndex('payment_out_trade_no').on(payment.outTradeNo),
    uniqueIndex('payment_transaction').on(payment.provider, payment.transactionId).where(sql`transaction_id <> ''`),
    uniqueIndex('payment_paid_once')
      .on(payment.bizType, payment.bizId)
      .where(sql`state = 1 and not surplus and provider <> 'edit'`),
    index('payment_biz').on(payment.bizType, payment.bizId, payment.id),
    index('payment_query').on(payment.queryAt).where(sql`state = 0 and query_at is not null`),
    index('payment_surplus').on(payment.createdAt, payment.id).where(sql`surplus`),
  ],
)

/** Messages of providers that named no attempt of ours, or said another amount: kept for whoever looks into it. */
export const strayNotices = pgTable(
  'payment_stray',
  {
    id,
    createdAt,
    provider: varchar({ length: 8 }).$type<PayProvider>().notNull(),
    outTradeNo: varchar({ length: 64 }).notNull(),
    reason: varchar({ length: 16 }).$type<StrayReason>().notNull(),
    raw: text().notNull(),
  },
  (row) => [
    index('payment_stray_created').on(row.createdAt, row.id),
    uniqueIndex('payment_stray_once').on(row.outTradeNo, sql`md5(raw)`),
  ],
)

/** What the simulated gateway knows, as a provider would keep it (11.8). Order code never reads it. */
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
