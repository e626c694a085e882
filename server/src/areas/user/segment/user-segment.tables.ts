import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment } from '../../../platform/data/columns.ts'

/** A label by rule, 智能分群: membership is asked, not stored. */
export const userSegments = pgTable(
  'user_segment',
  {
    ...editableColumns,
    name: varchar({ length: 50 }).notNull(),
    /** Filters of the customer list. */
    query: jsonb().$type<Record<string, unknown>>().notNull(),
    /** How many customers fitted when they were counted last. */
    size: integer().notNull().default(0),
    sizedAt: moment(),
  },
  (segment) => [uniqueIndex('user_segment_name').on(sql`lower(${segment.name})`)],
)
