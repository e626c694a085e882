import { bigint, pgTable, primaryKey, smallint, varchar } from 'drizzle-orm/pg-core'
import { moment, standardColumns } from '../../../platform/data/columns.ts'

/** Rows with which a job failed: after five times they are left for a day (docs/work.md, Scheduled work). */
export const parkedRows = pgTable(
  'job_parked',
  {
    handler: varchar({ length: 40 }).notNull(),
    rowId: bigint({ mode: 'number' }).notNull(),
    fails: smallint().notNull(),
    message: varchar({ length: 255 }).notNull(),
    /** Until when it is left alone; null while it is still tried. */
    until: moment(),
    updatedAt: standardColumns.updatedAt,
  },
  (row) => [primaryKey({ columns: [row.handler, row.rowId] })],
)
