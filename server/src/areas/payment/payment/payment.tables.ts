import type { PayType } from '@zhanggui/domain/payment/payment.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, smallint, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import type { BuyerChannel } from '../../../platform/http/context.ts'

const fen = () => bigint({ mode: 'number' })
const { id, createdAt, updatedAt } = standardColumns

/** Where it is paid: by a buyer, or at the desk. */
export type PayChannel = BuyerChannel | 'admin'
/** Who takes the money. */
export type PayProvider = 'sim' | 'wechat' | 'alipay' | 'balance' | 'offline' | 'zero' | 'edit'

/**
 * Why a message fits no attempt or refund. `twice`: money came twice for one; `used`: its transaction number is that of another
 * attempt. Of a refund: it arrived though it had gone another way since (`elsewhere`) or could not be booked any more (`late`); it
 * was refused though staff had marked it as done (`undone`).
 */
export type StrayReason = 'unknown' | 'amount' | 'merchant' | 'twice' | 'used' | RefundStray
export type RefundStray = 'elsewhere' | 'late' | 'undone'

/** Attempts to pay, and what came of them. */
export const payments = pgTable(
  'payment',
  {
    id,
    createdAt,
    updatedAt,
    /** What was paid for: a kind that an area has added to the payables, and which of its things. */
    bizType: varchar({ length: 8 }).notNull(),
    bizId: rowId().notNull(),
    bizNo: varchar({ length: 32 }).notNull(),
    uid: rowId().notNull(),
    /** `<bizNo>-<n>`. */
    outTradeNo: varchar({ length: 40 }).notNull(),
    provider: varchar({ length: 8 }).$type<PayProvider>().notNull(),
    payType: varchar({ length: 8 }).$type<PayType>().notNull(),
    channel: varchar({ length: 8 }).$type<PayChannel>().notNull(),
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
    index('payment_created').on(payment.createdAt, payment.id),
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
