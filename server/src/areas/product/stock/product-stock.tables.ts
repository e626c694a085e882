import type { PriceField, PriceSource } from '@zhanggui/domain/product/product-price.ts'
import type { StockReason } from '@zhanggui/domain/product/product-stock.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

export const operatorTypes = ['admin', 'buyer', 'system'] as const
export type OperatorType = (typeof operatorTypes)[number]

/** The author of a row in an append-only table. */
const operator = {
  operatorType: varchar({ length: 6 }).$type<OperatorType>().notNull(),
  /** 0 for the system. */
  operatorId: rowId().notNull().default(0),
  operatorName: varchar({ length: 100 }).notNull(),
}

/** All changes of SKU stock. Append-only: a trigger refuses updates and deletions. */
export const stockLedger = pgTable(
  'stock_ledger',
  {
    id: standardColumns.id,
    productId: rowId().notNull(),
    skuId: rowId().notNull(),
    change: integer().notNull(),
    before: integer().notNull(),
    after: integer().notNull(),
    reason: varchar({ length: 20 }).$type<StockReason>().notNull(),
    /** The kind of reference, `order`, `refund` …, and its id; both empty without one. */
    refType: varchar({ length: 20 }).notNull().default(''),
    refId: varchar({ length: 64 }).notNull().default(''),
    remark: varchar({ length: 255 }).notNull().default(''),
    ...operator,
    createdAt: standardColumns.createdAt,
  },
  (row) => [
    index('stock_ledger_sku').on(row.skuId, row.id),
    index('stock_ledger_product').on(row.productId, row.id),
    index('stock_ledger_reason').on(row.reason, row.id),
    index('stock_ledger_operator').on(row.operatorId, row.id).where(sql`operator_id <> 0`),
    index('stock_ledger_created').on(row.createdAt),
    index('stock_ledger_ref').on(row.refId).where(sql`ref_id <> ''`),
    // Stock is given back only once.
    uniqueIndex('stock_ledger_given_back')
      .on(row.refType, row.refId, row.skuId, row.reason)
      .where(
        sql`ref_id <> '' and reason in ('order_cancel', 'order_refund', 'activity_cancel', 'component_cancel', 'return_in')`,
      ),
  ],
)

/** All changes of SKU prices, a row for each field. Append-only: a trigger refuses updates and deletions. */
export const priceHistory = pgTable(
  'price_history',
  {
    id: standardColumns.id,
    productId: rowId().notNull(),
    skuId: rowId().notNull(),
    field: varchar({ length: 12 }).$type<PriceField>().notNull(),
    /** null without a price of this kind. */
    oldFen: bigint({ mode: 'number' }),
    newFen: bigint({ mode: 'number' }),
    source: varchar({ length: 8 }).$type<PriceSource>().notNull(),
    ...operator,
    createdAt: standardColumns.createdAt,
  },
  (row) => [
    index('price_history_product').on(row.productId, row.id),
    index('price_history_sku').on(row.skuId, row.id),
    index('price_history_created').on(row.createdAt),
  ],
)

/**
 * A queue of products whose copies of their SKUs must be refreshed, with a row for each change; workers fold the rows.
 * So orders for different SKUs of a product never wait for each other.
 */
export const productRefresh = pgTable('product_refresh', {
  id: standardColumns.id,
  productId: rowId().notNull(),
  /** Whether its product_search row is refreshed too. */
  search: boolean().notNull().default(false),
})

/** SKUs whose stock and ledger disagreed in the last comparison. They are only reported; staff correct them. */
export const stockMismatches = pgTable('stock_mismatch', {
  skuId: rowId().primaryKey(),
  productId: rowId().notNull(),
  stock: integer().notNull(),
  /** The sum of the ledger. */
  ledger: bigint({ mode: 'number' }).notNull(),
  foundAt: moment().notNull(),
})
