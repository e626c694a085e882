import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { rowId, standardColumns } from '../../../platform/data/columns.ts'
import { products } from '../../product/product/product.tables.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

/** The favourite products of buyers. */
export const userCollects = pgTable(
  'user_collect',
  {
    id: standardColumns.id,
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    productId: rowId()
      .notNull()
      .references(() => products.id),
    createdAt: standardColumns.createdAt,
  },
  (row) => [
    uniqueIndex('user_collect_once').on(row.uid, row.productId),
    index('user_collect_uid').on(row.uid, row.id),
    index('user_collect_product').on(row.productId, row.id),
  ],
)
