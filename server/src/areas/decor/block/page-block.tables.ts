import type { PageTerminal } from '@zhanggui/domain/decor/page.ts'
import { jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

/** A component that several pages show. */
export const decorBlocks = pgTable(
  'decor_block',
  {
    ...editableColumns,
    name: varchar({ length: 30 }).notNull(),
    terminal: smallint().$type<PageTerminal>().notNull(),
    component: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (row) => [uniqueIndex('decor_block_name').on(row.terminal, row.name)],
)
