import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId } from '../../../platform/data/columns.ts'

export const depts = pgTable(
  'dept',
  {
    ...editableColumns,
    /** 0: top level. */
    pid: rowId().notNull().default(0),
    name: varchar({ length: 50 }).notNull(),
    sort: integer().notNull().default(999),
    enabled: boolean().notNull().default(true),
  },
  (dept) => [uniqueIndex('dept_name').on(dept.pid, sql`lower(${dept.name})`), index('dept_pid').on(dept.pid)],
)
