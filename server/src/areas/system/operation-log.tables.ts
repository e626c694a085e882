import { index, integer, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { rowId, standardColumns } from '../../platform/columns.ts'

/** What was done by whom: every call that may change something (system chapter, 3.10). */
export const operationLogs = pgTable(
  'operation_log',
  {
    ...standardColumns,
    description: varchar({ length: 100 }).notNull(),
    logType: varchar({ length: 5 }).$type<'INFO' | 'ERROR'>().notNull(),
    /** Method and path template. */
    method: varchar({ length: 220 }).notNull(),
    /** Input, secrets masked, at most 4 KB. */
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    requestIp: varchar({ length: 64 }).notNull(),
    address: varchar({ length: 100 }).notNull().default(''),
    browser: varchar({ length: 60 }).notNull().default(''),
    os: varchar({ length: 60 }).notNull().default(''),
    /** Milliseconds. */
    time: integer().notNull(),
    username: varchar({ length: 100 }).notNull().default(''),
    uid: rowId(),
    /** HTTP status. */
    status: integer().notNull(),
    requestId: varchar({ length: 64 }).notNull(),
    objectType: varchar({ length: 40 }).notNull().default(''),
    objectId: varchar({ length: 40 }).notNull().default(''),
    exceptionDetail: text(),
  },
  (log) => [index('operation_log_uid').on(log.uid, log.id), index('operation_log_created').on(log.createdAt)],
)
