import { desc } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Mails the shop sent or failed to send. */
export const mailLogs = pgTable(
  'mail_log',
  {
    ...standardColumns,
    receivers: jsonb().$type<string[]>().notNull(),
    subject: varchar({ length: 200 }).notNull(),
    /** Only of mails written by staff: codes and links are kept out. */
    content: text().notNull().default(''),
    sent: boolean().notNull(),
    /** The server's response: its id of the mail, or the reason for its refusal. */
    result: loggedText(500).notNull().default(''),
  },
  (log) => [index('mail_log_created').on(desc(log.createdAt), desc(log.id))],
)
