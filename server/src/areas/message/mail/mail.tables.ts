import { desc, sql } from 'drizzle-orm'
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
    /** A try that failed, and was made again later: what came of it is another row. */
    retried: boolean().notNull().default(false),
    /** The server's response: its id of the mail, or the reason for its refusal. */
    result: loggedText(500).notNull().default(''),
  },
  (log) => [
    index('mail_log_created').on(desc(log.createdAt), desc(log.id)),
    index('mail_log_failed').on(desc(log.createdAt), desc(log.id)).where(sql`not sent and not retried`),
  ],
)
