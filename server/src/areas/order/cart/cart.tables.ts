import { bigint, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

const { id, createdAt, updatedAt } = standardColumns

/** What buyers put into their carts. */
export const cartLines = pgTable(
  'cart_line',
  {
    id,
    createdAt,
    updatedAt,
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    productId: rowId().notNull(),
    skuId: rowId().notNull(),
    num: integer().notNull(),
    /** What its buyer paid for a unit when the line was put in; null for lines older than that. */
    addedFen: bigint({ mode: 'number' }),
  },
  (line) => [uniqueIndex('cart_line_sku').on(line.uid, line.skuId), index('cart_line_product').on(line.productId)],
)
