import { boolean, index, integer, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'

/** What is the same on every page, by groups: bottom navigation, hot words; and what has a single value, such as the theme. */
export const decorGroupItems = pgTable(
  'decor_group_item',
  {
    ...standardColumns,
    group: varchar({ length: 20 }).notNull(),
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    sort: integer().notNull().default(0),
    show: boolean().notNull().default(true),
  },
  (row) => [index('decor_group_item_order').on(row.group, row.sort, row.id)],
)
