import { index, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../data/columns.ts'

/** What a ticket gives access to. */
export type TicketPurpose = 'websocket' | 'druid' | 'doc' | 'download'

/** Unused tickets. Unlogged, by hand in the migration: a crash may lose tickets, as they live only 60 s. */
export const tickets = pgTable(
  'ticket',
  {
    /** SHA-256 of the ticket, base64url. */
    ticketHash: varchar({ length: 43 }).primaryKey(),
    sessionId: uuid().notNull(),
    purpose: varchar({ length: 10 }).$type<TicketPurpose>().notNull(),
    target: varchar({ length: 255 }).notNull().default(''),
    expiresAt: moment().notNull(),
  },
  (ticket) => [index('ticket_expires').on(ticket.expiresAt)],
)
