import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../data/columns.ts'

/** Counts of the current and the previous window, shared by all processes. */
export const rateLimits = pgTable(
  'rate_limit',
  {
    key: text().primaryKey(),
    /** The number of the current window, counted from 1970. */
    window: bigint({ mode: 'number' }).notNull(),
    current: integer().notNull(),
    previous: integer().notNull().default(0),
    expiresAt: moment().notNull().default(sql`now()`),
  },
  (limit) => [index('rate_limit_expires').on(limit.expiresAt)],
)
