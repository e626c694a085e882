import { index, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../data/columns.ts'

/** Addresses where the user who requested a small export fetches it once. Unlogged, by hand in the migration. */
export const exportTickets = pgTable(
  'export_ticket',
  {
    /** SHA-256 of the token in the address, base64url. */
    tokenHash: varchar({ length: 43 }).primaryKey(),
    userId: rowId().notNull(),
    /** The name of the route that was called, and its query. */
    route: varchar({ length: 80 }).notNull(),
    query: jsonb().$type<Record<string, unknown>>().notNull(),
    fileName: varchar({ length: 200 }).notNull(),
    expiresAt: moment().notNull(),
  },
  (ticket) => [index('export_ticket_expires').on(ticket.expiresAt)],
)
