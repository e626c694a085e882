import { desc } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Mail the shop sent, or could not send. */
export const mailLogs = pgTable(
  'mail_log',
  {
    ...standardColumns,
    receivers: jsonb().$type<string[]>().notNull(),
    subject: varchar({ length: 200 }).notNull(),
    /** Only of mail that staff wrote: codes and links are nobody else's. */
    content: text().notNull().default(''),
    sent: boolean().notNull(),
    /** What the server said: its id of the mail, or why it refused it. */
    result: loggedText(500).notNull().default(''),
  },
  (log) => [index('mail_log_created').on(desc(log.createdAt), desc(log.id))],
)
