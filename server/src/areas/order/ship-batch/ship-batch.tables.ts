import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

/** A sheet of numbers to ship by, read and judged but not shipped before it is confirmed. */
export const shipBatches = pgTable(
  'ship_batch',
  {
    ...standardColumns,
    operatorId: rowId().notNull(),
    fileName: varchar({ length: 255 }).notNull().default(''),
    /** 0 read, 1 confirmed, 2 finished, 3 withdrawn. */
    state: smallint().notNull().default(0),
    taskId: varchar({ length: 40 }).notNull().default(''),
    total: integer().notNull(),
    shipped: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    confirmedAt: moment(),
    finishedAt: moment(),
    /** Of one that was never confirmed. */
    expiresAt: moment(),
  },
  (row) => [
    index('ship_batch_operator').on(row.operatorId, row.id),
    index('ship_batch_expires').on(row.expiresAt).where(sql`expires_at is not null`),
  ],
)

/** A row of such a sheet. */
export const shipBatchRows = pgTable(
  'ship_batch_row',
  {
    id: standardColumns.id,
    batchId: rowId()
      .notNull()
      .references(() => shipBatches.id, { onDelete: 'cascade' }),
    /** As numbered in the sheet. */
    row: integer().notNull(),
    /** What the sheet says, as read: order number, carrier, number, goods, quantity, remark. */
    given: jsonb().$type<Record<string, string>>().notNull(),
    /** What it means: the command to ship, and what was guessed. */
    meant: jsonb().$type<Record<string, unknown>>(),
    /** 0 good, 1 bad, 2 shipped, 3 failed, 4 withdrawn. */
    state: smallint().notNull().default(0),
    message: varchar({ length: 255 }).notNull().default(''),
    deliveryNo: varchar({ length: 24 }).notNull().default(''),
  },
  (row) => [uniqueIndex('ship_batch_row_of').on(row.batchId, row.row)],
)
