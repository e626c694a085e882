import { bigint, integer, pgTable, smallint } from 'drizzle-orm/pg-core'
import { standardColumns } from '../../../platform/data/columns.ts'

/** The number of products in each tab, without the moves in product_tab_delta. */
export const productTabCounts = pgTable('product_tab_count', {
  type: smallint().primaryKey(),
  count: bigint({ mode: 'number' }).notNull(),
})

/** Moves between tabs not yet folded into the counts; written by a trigger on product. */
export const productTabDeltas = pgTable('product_tab_delta', {
  id: standardColumns.id,
  type: smallint().notNull(),
  change: integer().notNull(),
})
