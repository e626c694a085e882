import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

/** A sheet that staff send in to have something done row by row: read and judged, done once it is confirmed. */
export const sheetBatches = pgTable(
  'sheet_batch',
  {
    ...standardColumns,
    /** What it is for: `invoice`. */
    kind: varchar({ length: 16 }).notNull(),
    operatorId: rowId().notNull(),
    fileName: varchar({ length: 255 }).notNull(),
    /** 0 read, 1 confirmed, 2 finished. */
    state: smallint().notNull().default(0),
    taskId: varchar({ length: 40 }).notNull().default(''),
    total: integer().notNull(),
    confirmedAt: moment(),
    finishedAt: moment(),
    /** Of one that was never confirmed. */
    expiresAt: moment(),
  },
  (row) => [index('sheet_batch_expires').on(row.expiresAt).where(sql`expires_at is not null`)],
)

/** A row of such a sheet. */
export const sheetBatchRows = pgTable(
  'sheet_batch_row',
  {
    id: standardColumns.id,
    batchId: rowId()
      .notNull()
      .references(() => sheetBatches.id, { onDelete: 'cascade' }),
    /** As numbered in the sheet. */
    row: integer().notNull(),
    /** What it says, by the names of columns. */
    given: jsonb().$type<Record<string, string>>().notNull(),
    /** What it will do, in words. */
    says: varchar({ length: 255 }).notNull().default(''),
    /** 0 good, 1 bad, 2 done, 3 failed. */
    state: smallint().notNull().default(0),
    message: varchar({ length: 255 }).notNull().default(''),
  },
  (row) => [uniqueIndex('sheet_batch_row_of').on(row.batchId, row.row)],
)
