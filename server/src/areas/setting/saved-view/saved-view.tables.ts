import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId } from '../../../platform/data/columns.ts'

/** Filters of a list that somebody keeps by a name. */
export const savedViews = pgTable(
  'saved_view',
  {
    ...editableColumns,
    ownerId: rowId().notNull(),
    /** The name of the list's route: `order.list`. */
    page: varchar({ length: 40 }).notNull(),
    name: varchar({ length: 20 }).notNull(),
    query: jsonb().$type<Record<string, unknown>>().notNull(),
    columns: jsonb().$type<{ name: string; shown: boolean }[]>(),
    sort: varchar({ length: 50 }).notNull().default(''),
    /** Rows on a page. */
    limit: integer(),
    shared: boolean().notNull().default(false),
    /** The roles a shared view is for, also such as were deleted since; empty: for all. */
    roleIds: integer().array().notNull().default([]),
    seq: integer().notNull().default(0),
  },
  (view) => [
    uniqueIndex('saved_view_name').on(view.ownerId, view.page, sql`lower(${view.name})`),
    index('saved_view_shared').on(view.page).where(sql`shared`),
  ],
)
