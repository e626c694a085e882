import { index, integer, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment, standardColumns } from '../data/columns.ts'
import { loggedText } from '../data/logged-text.ts'

/** Pending messages: one row per event and consumer, deleted after delivery. */
export const outbox = pgTable(
  'outbox',
  {
    id: standardColumns.id,
    event: varchar({ length: 60 }).notNull(),
    consumer: varchar({ length: 40 }).notNull(),
    /** The call that emitted the event. */
    requestId: varchar({ length: 64 }).notNull().default(''),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    attempts: integer().notNull().default(0),
    /** When to try (again); null after giving up. */
    dueAt: moment(),
    /** Why the last attempt failed. */
    error: loggedText(500).notNull().default(''),
    createdAt: standardColumns.createdAt,
  },
  (row) => [index('outbox_due').on(row.dueAt, row.id)],
)
