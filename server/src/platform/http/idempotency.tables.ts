import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../data/columns.ts'

/** What was answered to a call that carried an idempotency key (ER-50). */
export const idempotencyKeys = pgTable(
  'idempotency_key',
  {
    actor: bigint({ mode: 'number' }).notNull(),
    method: text().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the input, hexadecimal. */
    bodyHash: text().notNull(),
    status: integer().notNull(),
    body: jsonb().notNull(),
    expiresAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.actor, row.method, row.path, row.key] }),
    index('idempotency_key_expires').on(row.expiresAt),
  ],
)
