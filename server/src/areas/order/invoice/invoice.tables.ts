import type { InvoiceKind, InvoiceState, TitleType } from '@zhanggui/domain/order/invoice.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import { storeOrders } from '../order/order.tables.ts'

/** An invoice of an order: what it is written to, and once it is issued its number. */
export const invoices = pgTable(
  'invoice',
  {
    ...editableColumns,
    orderId: rowId()
      .notNull()
      .references(() => storeOrders.id),
    uid: rowId().notNull(),
    titleType: smallint().$type<TitleType>().notNull(),
    title: varchar({ length: 100 }).notNull(),
    taxNo: varchar({ length: 20 }).notNull().default(''),
    kind: smallint().$type<InvoiceKind>().notNull().default(1),
    regAddress: varchar({ length: 200 }).notNull().default(''),
    regPhone: varchar({ length: 32 }).notNull().default(''),
    bankName: varchar({ length: 100 }).notNull().default(''),
    bankAccount: varchar({ length: 32 }).notNull().default(''),
    email: varchar({ length: 100 }).notNull().default(''),
    /** While it waits what is left of the order; once it is issued what is written on it. */
    amountFen: bigint({ mode: 'number' }).notNull(),
    /** 0 waiting, 1 issued, 2 refused, 3 to be reversed, 4 reversed. */
    state: smallint().$type<InvoiceState>().notNull().default(0),
    number: varchar({ length: 20 }).notNull().default(''),
    fileUrl: varchar({ length: 512 }).notNull().default(''),
    reason: varchar({ length: 200 }).notNull().default(''),
    issueTime: moment(),
    /** Who issued, refused or reversed it; 0 for the system. */
    operatorId: rowId().notNull().default(0),
  },
  (row) => [
    uniqueIndex('invoice_open').on(row.orderId).where(sql`state < 2`),
    // Electronic invoices have twenty digits, which no two share; older ones have eight, and a code beside them.
    uniqueIndex('invoice_number').on(row.number).where(sql`length(number) = 20`),
    index('invoice_order').on(row.orderId, row.id),
    index('invoice_uid').on(row.uid, row.id),
    index('invoice_state').on(row.state, row.id),
    index('invoice_title').on(row.title),
    index('invoice_tax_no').on(row.taxNo).where(sql`tax_no <> ''`),
    index('invoice_created').on(row.createdAt),
    check('invoice_number_once_issued', sql`(state in (1, 3, 4)) = (number <> '')`),
  ],
)
