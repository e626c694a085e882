import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../data/columns.ts'

/** Calls with an idempotency key, running or with their answer (decision 0019). */
export const idempotencyKeys = pgTable(
  'idempotency_key',
  {
    /** `admin:7`, `key:3` or `buyer:12`. */
    actor: varchar({ length: 30 }).notNull(),
    method: text().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the input, hexadecimal. */
    bodyHash: text().notNull(),
    /** Random: identifies the one call with this key that may commit. */
    claim: text().notNull().default(''),
    /** A call without an effect by then counts as dead. */
    leasedUntil: moment().notNull().default(sql`now()`),
    /** The call has committed something, so it is never run again. */
    hasEffect: boolean().notNull().default(false),
    /** Null until there is an answer. */
    status: integer(),
    body: jsonb(),
    expiresAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.actor, row.method, row.path, row.key] }),
    index('idempotency_key_expires').on(row.expiresAt),
  ],
)
