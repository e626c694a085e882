import type { EditStatus, ShopCategory, SyncState } from '@zhanggui/domain/product/component-product.ts'
import type { Attr, AttrValue } from '@zhanggui/domain/product/product-sku.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { products } from '../product/product.tables.ts'

/** Content of a product in the WeChat shop, stored twice: live and as last submitted. */
const content = {
  title: varchar({ length: 60 }).notNull(),
  headImg: varchar({ length: 512 }).array().notNull(),
  qualificationPics: varchar({ length: 512 }).array().notNull().default([]),
  thirdCatId: rowId().notNull(),
  brandId: rowId().notNull(),
  descInfo: text().notNull().default(''),
  descImgs: varchar({ length: 512 }).array().notNull().default([]),
  tempId: rowId().notNull(),
  unitName: varchar({ length: 32 }).notNull().default('件'),
  giveIntegral: integer().notNull().default(0),
  ficti: integer().notNull().default(0),
  specType: boolean().notNull().default(false),
}

/** A product of the WeChat shop with its live content. */
export const componentProducts = pgTable(
  'component_product',
  {
    ...editableColumns,
    primaryProductId: rowId()
      .notNull()
      .references(() => products.id),
    /** WeChat's id; empty until it answered. */
    componentProductId: varchar({ length: 64 }).notNull().default(''),
    ...content,
    sales: integer().notNull().default(0),
    /** WeChat's status number, known or not. */
    status: smallint().notNull().default(0),
    /** Why WeChat took it down. */
    statusReason: varchar({ length: 500 }).notNull().default(''),
    /** Stock or prices changed: they are pushed to WeChat at this moment. */
    pushAt: moment(),
    isDel: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('component_product_primary').on(row.primaryProductId).where(sql`not is_del`),
    index('component_product_order').on(row.id).where(sql`not is_del`),
    index('component_product_push').on(row.pushAt).where(sql`push_at is not null`),
  ],
)

/** A submitted combination. */
export type DraftSku = {
  primarySkuId: number
  attrValue: AttrValue
  suk: string
  thumbImg: string
  salePriceFen: number
  marketPriceFen: number
  followsPrice: boolean
}

/** The last submission of a product to the WeChat shop, and its outcome. */
export const componentDrafts = pgTable(
  'component_draft',
  {
    ...editableColumns,
    productId: rowId()
      .notNull()
      .references(() => componentProducts.id),
    ...content,
    attr: jsonb().$type<Attr[]>().notNull(),
    attrValue: jsonb().$type<DraftSku[]>().notNull(),
    editStatus: smallint().$type<EditStatus>().notNull().default(1),
    auditReason: varchar({ length: 500 }).notNull().default(''),
    submitTime: moment(),
    auditTime: moment(),
    syncState: varchar({ length: 7 }).$type<SyncState>().notNull().default('pending'),
    syncError: varchar({ length: 500 }).notNull().default(''),
    isDel: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('component_draft_product').on(row.productId),
    index('component_draft_order').on(row.id).where(sql`not is_del`),
    index('component_draft_open').on(row.submitTime).where(sql`not is_del and (edit_status = 2 or sync_state <> 'ok')`),
  ],
)

/** A combination of a product in the WeChat shop; its id is the `out_sku_id`. Its stock is that of its main SKU. */
export const componentSkus = pgTable(
  'component_sku',
  {
    ...standardColumns,
    productId: rowId()
      .notNull()
      .references(() => componentProducts.id),
    primarySkuId: rowId().notNull(),
    /** WeChat's id. */
    skuId: varchar({ length: 64 }).notNull().default(''),
    suk: varchar({ length: 400 }).notNull(),
    thumbImg: varchar({ length: 512 }).notNull(),
    salePriceFen: bigint({ mode: 'number' }).notNull(),
    marketPriceFen: bigint({ mode: 'number' }).notNull(),
    /** Its price equals that of the main SKU and follows its changes. */
    followsPrice: boolean().notNull(),
    /** Part of the live product, not only of a submission. */
    isOnline: boolean().notNull().default(false),
    isDel: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('component_sku_primary').on(row.productId, row.primarySkuId),
    index('component_sku_main').on(row.primarySkuId).where(sql`not is_del`),
  ],
)

/** Pictures uploaded to WeChat, by shop and content. */
export const componentPictures = pgTable(
  'component_picture',
  {
    ...standardColumns,
    /** The shop: mode, address and AppID. */
    shop: varchar({ length: 300 }).notNull(),
    /** SHA-256 of the content. */
    hash: varchar({ length: 64 }).notNull(),
    mediaId: varchar({ length: 255 }).notNull().default(''),
    tempUrl: varchar({ length: 512 }).notNull().default(''),
    payMediaId: varchar({ length: 255 }).notNull().default(''),
  },
  (row) => [
    uniqueIndex('component_picture_hash').on(row.shop, row.hash),
    index('component_picture_url').on(row.tempUrl).where(sql`temp_url <> ''`),
  ],
)

/** The categories of a WeChat shop, as they were last fetched. */
export const componentCategories = pgTable('component_category', {
  /** The shop: mode, address and AppID. */
  shop: varchar({ length: 300 }).primaryKey(),
  categories: jsonb().$type<ShopCategory[]>().notNull(),
  fetchedAt: moment().notNull(),
})

/** Events from WeChat that were handled; repeated ones change nothing. */
export const componentEvents = pgTable(
  'component_event',
  { eventKey: varchar({ length: 128 }).primaryKey(), createdAt: moment().notNull() },
  (row) => [index('component_event_created').on(row.createdAt)],
)

/** Products submitted to the simulator, which stands in for WeChat across restarts and processes. */
export const simulatedSpus = pgTable('component_simulated_spu', {
  outProductId: varchar({ length: 64 }).primaryKey(),
  productId: varchar({ length: 64 }).notNull(),
  title: varchar({ length: 60 }).notNull(),
  status: smallint().notNull(),
  editStatus: smallint().notNull(),
  rejectReason: varchar({ length: 500 }).notNull().default(''),
  /** Number of submissions; the audit of an earlier one is ignored. */
  submission: integer().notNull().default(1),
  submittedAt: moment().notNull(),
  outSkuIds: varchar({ length: 64 }).array().notNull(),
})
