import type { SalesOutcome, SalesState, ServiceType } from '@zhanggui/domain/order/after-sales.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { orderLines, storeOrders } from '../order/order.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** A request of a customer to get money or goods settled for lines of one order. */
export const afterSales = pgTable(
  'after_sales',
  {
    ...editableColumns,
    salesNo: varchar({ length: 24 }).notNull(),
    orderId: rowId()
      .notNull()
      .references(() => storeOrders.id),
    orderNo: varchar({ length: 20 }).notNull(),
    uid: rowId().notNull(),
    /** As the order's: who sees a pick-up order sees its cases. */
    shippingType: smallint().notNull(),
    storeId: rowId().notNull().default(0),
    /** 0 refund only, 1 return and refund. */
    serviceType: smallint().$type<ServiceType>().notNull(),
    /** Agreed; begins as what the calculator of refunds says. Postage is in it. */
    refundAmountFen: fen().notNull(),
    postageFen: fen().notNull().default(0),
    reason: varchar({ length: 64 }).notNull(),
    explain: varchar({ length: 500 }).notNull().default(''),
    images: varchar({ length: 512 }).array().notNull().default([]),
    /** 0 waits for the shop, 1 approved: for the parcel or for money, 2 parcel on its way back, 3 finished. */
    state: smallint().$type<SalesState>().notNull().default(0),
    /** 0 normal, 1 revoked, 2 refused, 3 timed out. */
    salesState: smallint().$type<SalesOutcome>().notNull().default(0),
    /** 0 no, 1 good, 2 with difference. */
    received: smallint().$type<0 | 1 | 2>().notNull().default(0),
    /** Where to return to. */
    consignee: varchar({ length: 32 }).notNull().default(''),
    phone: varchar({ length: 18 }).notNull().default(''),
    address: varchar({ length: 256 }).notNull().default(''),
    /** The buyer's parcel. */
    expressCode: varchar({ length: 50 }).notNull().default(''),
    expressName: varchar({ length: 50 }).notNull().default(''),
    expressNo: varchar({ length: 72 }).notNull().default(''),
    auditDeadline: moment(),
    /** The shop was reminded of that deadline. */
    reminded: boolean().notNull().default(false),
    returnDeadline: moment(),
    auditTime: moment(),
    deliveryTime: moment(),
    completeTime: moment(),
    refuseReason: varchar({ length: 255 }).notNull().default(''),
    inspectMark: varchar({ length: 255 }).notNull().default(''),
    inspectImages: varchar({ length: 512 }).array().notNull().default([]),
    restock: boolean().notNull().default(false),
    refundNo: varchar({ length: 24 }).notNull().default(''),
    /** Gone from the buyer's list. */
    isDel: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('after_sales_no').on(row.salesNo),
    uniqueIndex('after_sales_one_open').on(row.orderId).where(sql`state < 3 and sales_state = 0`),
    index('after_sales_order').on(row.orderId, row.id),
    index('after_sales_uid').on(row.uid, row.id),
    index('after_sales_state').on(row.state, row.salesState, row.createdAt, row.id),
    index('after_sales_created').on(row.createdAt, row.id),
    index('after_sales_express').on(row.expressNo).where(sql`express_no <> ''`),
    index('after_sales_audit').on(row.auditDeadline).where(sql`state = 0 and sales_state = 0`),
    index('after_sales_return').on(row.returnDeadline).where(sql`state = 1 and sales_state = 0`),
  ],
)

/** What of an order a case is about. */
export const afterSalesLines = pgTable(
  'after_sales_line',
  {
    id: standardColumns.id,
    afterSalesId: rowId()
      .notNull()
      .references(() => afterSales.id),
    lineId: rowId()
      .notNull()
      .references(() => orderLines.id),
    num: integer().notNull(),
    moneyFen: fen().notNull(),
  },
  (row) => [
    index('after_sales_line_case').on(row.afterSalesId),
    index('after_sales_line_line').on(row.lineId),
    check('after_sales_line_counts', sql`num > 0 and money_fen >= 0`),
  ],
)

/** What happened to a case. Append-only: a trigger refuses updates and deletions. */
export const afterSalesLogs = pgTable(
  'after_sales_log',
  {
    id: standardColumns.id,
    createdAt: standardColumns.createdAt,
    afterSalesId: rowId().notNull(),
    what: varchar({ length: 12 }).notNull(),
    message: varchar({ length: 512 }).notNull(),
    images: varchar({ length: 512 }).array().notNull().default([]),
    operatorType: varchar({ length: 6 }).$type<'buyer' | 'admin' | 'system'>().notNull(),
    operatorId: rowId().notNull(),
    operatorName: varchar({ length: 64 }).notNull(),
  },
  (log) => [index('after_sales_log_case').on(log.afterSalesId, log.id)],
)
