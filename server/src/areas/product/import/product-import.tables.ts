import type {
  ImportFormat,
  ImportMode,
  ImportOptions,
  ImportRemark,
  ImportStatus,
} from '@zhanggui/contract/product/product-import.ts'
import type { ImportedProduct } from '@zhanggui/domain/product/product-import.ts'
import type { UnreadColumn } from '@zhanggui/domain/sheet-cells.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

export type ImportAction = 'create' | 'update' | 'skip'
/** `invalid` items are never tried; `left` ones were valid but failed during the import. */
export type ImportItemStatus = 'pending' | 'invalid' | 'done' | 'left'

/** An imported file of products, and its outcome. */
export const productImports = pgTable(
  'product_import',
  {
    ...standardColumns,
    fileId: rowId().notNull(),
    fileName: varchar({ length: 100 }).notNull(),
    fileHash: varchar({ length: 64 }).notNull(),
    format: varchar({ length: 10 }).$type<ImportFormat>().notNull(),
    mode: varchar({ length: 10 }).$type<ImportMode>().notNull(),
    options: jsonb().$type<ImportOptions>().notNull(),
    status: varchar({ length: 10 }).$type<ImportStatus>().notNull().default('checked'),
    total: integer().notNull(),
    valid: integer().notNull(),
    creates: integer().notNull(),
    updates: integer().notNull(),
    skus: integer().notNull(),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    newCategories: jsonb().$type<string[]>().notNull(),
    newBrands: jsonb().$type<string[]>().notNull(),
    newLabels: jsonb().$type<string[]>().notNull().default([]),
    /** The columns of the file that were not read. */
    unread: jsonb().$type<UnreadColumn[]>().notNull().default([]),
    taskId: varchar({ length: 40 }).notNull().default(''),
    pictureTaskId: varchar({ length: 40 }).notNull().default(''),
    finishTime: moment(),
  },
  (row) => [index('product_import_hash').on(row.fileHash), index('product_import_created').on(row.createdAt)],
)

/** A product as read from the file. It is imported in the transaction that marks it so, hence once. */
export const productImportItems = pgTable(
  'product_import_item',
  {
    importId: rowId()
      .notNull()
      .references(() => productImports.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    action: varchar({ length: 10 }).$type<ImportAction>().notNull(),
    status: varchar({ length: 10 }).$type<ImportItemStatus>().notNull(),
    productId: rowId(),
    product: jsonb().$type<ImportedProduct>().notNull(),
    errors: jsonb().$type<ImportRemark[]>().notNull(),
    warnings: jsonb().$type<ImportRemark[]>().notNull(),
  },
  (item) => [
    primaryKey({ columns: [item.importId, item.position] }),
    index('product_import_item_bad').on(item.importId, item.position).where(sql`status in ('invalid', 'left')`),
  ],
)

/** Keys of products in files of other systems, so that a second import changes a product instead of adding another. */
export const productKeys = pgTable(
  'product_key',
  {
    source: varchar({ length: 10 }).$type<ImportFormat>().notNull(),
    key: varchar({ length: 255 }).notNull(),
    productId: rowId().notNull(),
  },
  (row) => [primaryKey({ columns: [row.source, row.key] }), index('product_key_product').on(row.productId)],
)

/** An external picture of an imported product, until it is fetched or given up. */
export const productImportPictures = pgTable(
  'product_import_picture',
  {
    id: standardColumns.id,
    importId: rowId()
      .notNull()
      .references(() => productImports.id, { onDelete: 'cascade' }),
    productId: rowId().notNull(),
    url: varchar({ length: 2000 }).notNull(),
    stored: boolean().notNull().default(false),
    /** Its storage key once fetched. */
    path: varchar({ length: 512 }).notNull().default(''),
    /** The number of failed attempts. */
    tries: smallint().notNull().default(0),
    reason: varchar({ length: 255 }).notNull().default(''),
  },
  (row) => [
    uniqueIndex('product_import_picture_url').on(row.importId, row.productId, row.url),
    index('product_import_picture_product').on(row.productId).where(sql`stored`),
    index('product_import_picture_open').on(row.importId, row.id).where(sql`not stored`),
  ],
)
