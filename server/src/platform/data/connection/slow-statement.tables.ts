import { index, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from '../columns.ts'
import { loggedText } from '../logged-text.ts'

/** Statements that took longer than `slow_sql_ms` by the server's clock; without their values. */
export const slowStatements = pgTable(
  'slow_statement',
  {
    id: standardColumns.id,
    statement: loggedText().notNull(),
    /** Milliseconds. */
    time: integer().notNull(),
    rows: integer().notNull().default(0),
    /** SQLSTATE of a failed statement. */
    error: varchar({ length: 20 }).notNull().default(''),
    requestId: loggedText(64).notNull().default(''),
    /** The route that ran it, `object.action`; empty for work outside any call. */
    callSite: loggedText(100).notNull().default(''),
    instance: varchar({ length: 100 }).notNull().default(''),
    createdAt: standardColumns.createdAt,
  },
  (row) => [index('slow_statement_created').on(row.createdAt)],
)
