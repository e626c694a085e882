import { bigint, integer, pgTable, smallint } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'

/** How many products are in each tab (11.2), but for what is in product_tab_delta. */
export const productTabCounts = pgTable('product_tab_count', {
  type: smallint().primaryKey(),
  count: bigint({ mode: 'number' }).notNull(),
})

/** Moves between tabs that are not folded into the counts yet; written by a trigger on product. */
export const productTabDeltas = pgTable('product_tab_delta', {
  id: standardColumns.id,
  type: smallint().notNull(),
  change: integer().notNull(),
})
