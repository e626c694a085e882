import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { rowId } from '../../../platform/data/columns.ts'
import { coupons } from '../../coupon/coupon/coupon.tables.ts'
import { products } from './product.tables.ts'

/** The coupons that a product gives away, in their order. */
export const productCoupons = pgTable(
  'product_coupon',
  {
    productId: rowId()
      .notNull()
      .references(() => products.id),
    couponId: rowId()
      .notNull()
      .references(() => coupons.id),
    position: integer().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.productId, row.couponId] }),
    index('product_coupon_coupon').on(row.couponId, row.productId),
  ],
)
