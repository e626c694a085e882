import type {
  BillProvider,
  BillState,
  DiffKind,
  DiffProvider,
  DiffState,
} from '@zhanggui/domain/finance/gateway-bill.ts'
import type { RootKind } from '@zhanggui/domain/finance/recon.ts'
import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

const fen = () => bigint({ mode: 'number' })
const { id, createdAt, updatedAt } = standardColumns
/** Whose bill it is: a merchant number at a provider. */
const account = {
  provider: varchar({ length: 8 }).$type<BillProvider>().notNull(),
  account: varchar({ length: 32 }).notNull(),
}
/** A day in Shanghai, `YYYY-MM-DD`. */
const day = () => date({ mode: 'string' }).notNull()

/** A day's bill of a merchant number: whether it is there, and what it sums up to. */
export const reconRuns = pgTable(
  'recon_run',
  {
    id,
    createdAt,
    updatedAt,
    ...account,
    day: day(),
    state: varchar({ length: 8 }).$type<BillState>().notNull().default('waiting'),
    message: varchar({ length: 255 }).notNull().default(''),
    tries: smallint().notNull().default(0),
    rows: integer().notNull().default(0),
    paidFen: fen().notNull().default(0),
    refundedFen: fen().notNull().default(0),
    feeFen: fen().notNull().default(0),
    /** What of it nobody can read, in words. */
    odd: jsonb().$type<string[]>().notNull().default([]),
    checkedAt: moment(),
  },
  (run) => [
    uniqueIndex('recon_run_day').on(run.provider, run.account, run.day),
    index('recon_run_newest').on(run.day, run.id),
  ],
)

/** The lines of bills, as they came. */
export const gatewayBills = pgTable(
  'gateway_bill',
  {
    id,
    createdAt,
    ...account,
    day: day(),
    kind: varchar({ length: 8 }).$type<'pay' | 'refund'>().notNull(),
    outTradeNo: varchar({ length: 64 }).notNull(),
    refundNo: varchar({ length: 64 }).notNull().default(''),
    transactionId: varchar({ length: 64 }).notNull(),
    amountFen: fen().notNull(),
    feeFen: fen().notNull(),
    /** The provider's time. */
    at: moment().notNull(),
  },
  (row) => [
    index('gateway_bill_day').on(row.provider, row.account, row.day),
    index('gateway_bill_pay').on(row.outTradeNo).where(sql`kind = 'pay'`),
    index('gateway_bill_refund').on(row.refundNo).where(sql`kind = 'refund'`),
  ],
)

/** In what the shop and bills differ; a row for each thing that differs, for ever. */
export const reconDiffs = pgTable(
  'recon_diff',
  {
    id,
    createdAt,
    updatedAt,
    equation: varchar({ length: 4 }).notNull(),
    object: varchar({ length: 96 }).notNull(),
    kind: varchar({ length: 8 }).$type<DiffKind>().notNull(),
    /** The words of an equation of the shop's own books; '' for differences of bills. */
    what: varchar({ length: 64 }).notNull().default(''),
    /** What such a difference is of. */
    rootKind: varchar({ length: 12 }).$type<RootKind>().notNull().default('shop'),
    rootId: rowId().notNull().default(0),
    provider: varchar({ length: 8 }).$type<DiffProvider>().notNull(),
    account: account.account,
    day: day(),
    no: varchar({ length: 64 }).notNull(),
    amountFen: fen().notNull(),
    expected: varchar({ length: 255 }).notNull(),
    found: varchar({ length: 255 }).notNull(),
    state: varchar({ length: 12 }).$type<DiffState>().notNull().default('open'),
    note: varchar({ length: 255 }).notNull().default(''),
    /** Who explained or settled it; 0 for the system. */
    operatorId: rowId().notNull().default(0),
    operatorName: varchar({ length: 64 }).notNull().default(''),
    handledAt: moment(),
    seenAt: moment().notNull(),
  },
  (diff) => [
    uniqueIndex('recon_diff_object').on(diff.equation, diff.object),
    index('recon_diff_state').on(diff.state, diff.day, diff.id),
    index('recon_diff_day').on(diff.day, diff.id),
    index('recon_diff_no').on(diff.no),
    index('recon_diff_root').on(diff.what, diff.rootId).where(sql`what <> ''`),
  ],
)
