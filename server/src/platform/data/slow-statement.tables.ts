import { index, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from './columns.ts'

/** Statements that took longer than `slow_sql_ms`, by the server's own clock; without their values. */
export const slowStatements = pgTable(
  'slow_statement',
  {
    id: standardColumns.id,
    statement: text().notNull(),
    /** Milliseconds. */
    time: integer().notNull(),
    rows: integer().notNull().default(0),
    /** SQLSTATE of one that failed. */
    error: varchar({ length: 20 }).notNull().default(''),
    requestId: varchar({ length: 64 }).notNull().default(''),
    /** The route it was made for, `object.action`; empty for work that no call asked for. */
    callSite: varchar({ length: 100 }).notNull().default(''),
    instance: varchar({ length: 100 }).notNull().default(''),
    createdAt: standardColumns.createdAt,
  },
  (row) => [index('slow_statement_created').on(row.createdAt)],
)
