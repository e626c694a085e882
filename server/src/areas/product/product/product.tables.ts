import type { ProductFields } from '@zhanggui/domain/product/product-fields.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import type { ColumnsOf } from '../../../platform/data/fields.ts'
import { categories } from '../category/category.tables.ts'

const fen = () => bigint({ mode: 'number' })
const live = sql`not is_del and not is_recycle`

/**
 * A product (SPU). Prices, stock, sales, alert, `sku_count` and `bar_code` are copied from its SKUs (rule 2.11.1). A trigger
 * appends to product_tab_delta whenever any statement moves rows between tabs.
 */
export const products = pgTable(
  'product',
  {
    ...editableColumns,
    image: varchar({ length: 512 }).notNull(),
    sliderImage: varchar({ length: 512 }).array().notNull(),
    videoLink: varchar({ length: 512 }).notNull().default(''),
    flatPattern: varchar({ length: 1000 }).notNull().default(''),
    storeName: varchar({ length: 128 }).notNull(),
    storeInfo: varchar({ length: 256 }).notNull().default(''),
    keyword: varchar({ length: 255 }).notNull().default(''),
    barCode: varchar({ length: 50 }).notNull().default(''),
    /** In the chosen order; the first is the primary one. */
    cateIds: bigint({ mode: 'number' }).array().notNull(),
    unitName: varchar({ length: 32 }).notNull().default('件'),
    specType: boolean().notNull().default(false),
    priceFen: fen().notNull().default(0),
    otPriceFen: fen().notNull().default(0),
    costFen: fen().notNull().default(0),
    vipPriceFen: fen(),
    priceMaxFen: fen().notNull().default(0),
    stock: integer().notNull().default(0),
    sales: integer().notNull().default(0),
    alert: boolean().notNull().default(false),
    skuCount: integer().notNull().default(0),
    ficti: integer().notNull().default(0),
    browse: integer().notNull().default(0),
    collectCount: integer().notNull().default(0),
    tempId: rowId().notNull(),
    giveIntegral: integer().notNull().default(0),
    isSub: boolean().notNull().default(false),
    sort: integer().notNull().default(0),
    origin: varchar({ length: 64 }).notNull().default(''),
    isBest: boolean().notNull().default(false),
    isHot: boolean().notNull().default(false),
    isNew: boolean().notNull().default(false),
    isBenefit: boolean().notNull().default(false),
    isGood: boolean().notNull().default(false),
    activity: smallint().array().notNull().default([0, 1, 2, 3]),
    isShow: boolean().notNull().default(false),
    /** When it was first put on the shelf: before that it is neither sold out nor low on stock. */
    firstShowTime: moment(),
    isRecycle: boolean().notNull().default(false),
    /** When it was moved to the recycle bin. */
    recycleTime: moment(),
    isDel: boolean().notNull().default(false),
    codePath: varchar({ length: 512 }).notNull().default(''),
    sourceLink: varchar({ length: 512 }).notNull().default(''),
    /** 0: none. */
    brandId: rowId().notNull().default(0),
    labelIds: bigint({ mode: 'number' }).array().notNull().default([]),
    params: jsonb().$type<{ name: string; value: string }[]>().notNull().default([]),
    ensureIds: bigint({ mode: 'number' }).array().notNull().default([]),
    alertStock: integer(),
    minQty: integer().notNull().default(1),
    limitType: smallint().notNull().default(0),
    limitNum: integer().notNull().default(0),
    autoOnTime: moment(),
    autoOffTime: moment(),
    visibility: smallint().notNull().default(0),
    shareTitle: varchar({ length: 64 }).notNull().default(''),
    shareImage: varchar({ length: 512 }).notNull().default(''),
    remark: varchar({ length: 500 }).notNull().default(''),
    /** Maintained by replies: recounted at each visible change of a reply. */
    replyCount: integer().notNull().default(0),
    goodCount: integer().notNull().default(0),
    mediumCount: integer().notNull().default(0),
    poorCount: integer().notNull().default(0),
    starAvg: numeric({ precision: 2, scale: 1, mode: 'number' }).notNull().default(0),
  } satisfies ColumnsOf<ProductFields> & Record<string, unknown>,
  (row) => [
    index('product_on_shelf').on(row.sort, row.id).where(sql`is_show and ${live}`),
    index('product_off_shelf').on(row.sort, row.id).where(sql`not is_show and ${live}`),
    index('product_sold_out').on(row.sort, row.id).where(sql`stock <= 0 and first_show_time is not null and ${live}`),
    index('product_alert').on(row.sort, row.id).where(sql`alert and ${live}`),
    index('product_recycled').on(row.sort, row.id).where(sql`is_recycle and not is_del`),
    // Two indexes for each, ascending and descending, as products that share a value are always newest first.
    index('product_price').on(row.priceFen, row.id).where(live),
    index('product_price_up').on(row.priceFen, row.id.desc().nullsFirst()).where(live),
    index('product_sales').on(sql`(${row.sales} + ${row.ficti})`, row.id).where(live),
    index('product_sales_up').on(sql`(${row.sales} + ${row.ficti})`, row.id.desc().nullsFirst()).where(live),
    index('product_stock').on(row.stock, row.id).where(live),
    index('product_stock_up').on(row.stock, row.id.desc().nullsFirst()).where(live),
    index('product_created').on(row.createdAt, row.id).where(live),
    index('product_temp_id').on(row.tempId).where(sql`not is_del`),
    index('product_name').on(sql`lower(store_name)`).where(live),
    index('product_brand_id').on(row.brandId, row.id).where(sql`brand_id <> 0 and not is_del`),
    // Partial indexes for states that staff look for and few products are in.
    index('product_best').on(row.sort, row.id).where(sql`is_best and ${live}`),
    index('product_hot').on(row.sort, row.id).where(sql`is_hot and ${live}`),
    index('product_new').on(row.sort, row.id).where(sql`is_new and ${live}`),
    index('product_benefit').on(row.sort, row.id).where(sql`is_benefit and ${live}`),
    index('product_good').on(row.sort, row.id).where(sql`is_good and ${live}`),
    index('product_no_image').on(row.sort, row.id).where(sql`image = '' and ${live}`),
    index('product_label_ids').using('gin', row.labelIds).where(sql`label_ids <> '{}' and not is_del`),
    index('product_auto_on').on(row.autoOnTime).where(sql`auto_on_time is not null`),
    index('product_auto_off').on(row.autoOffTime).where(sql`auto_off_time is not null`),
    index('product_updated').on(row.updatedAt),
  ],
)

/** Rich text, kept out of the product row. */
export const productContents = pgTable('product_content', {
  productId: rowId()
    .primaryKey()
    .references(() => products.id),
  html: text().notNull().default(''),
})

/** The dimensions of a product's SKUs, in display order. */
export const productAttrs = pgTable(
  'product_attr',
  {
    id: standardColumns.id,
    productId: rowId()
      .notNull()
      .references(() => products.id),
    position: smallint().notNull(),
    attrName: varchar({ length: 32 }).notNull(),
    attrValues: varchar({ length: 64 }).array().notNull(),
  },
  (attr) => [uniqueIndex('product_attr_position').on(attr.productId, attr.position)],
)

/** A sellable combination. A removed one keeps its row and is restored under the same `unique`. */
export const productSkus = pgTable(
  'product_sku',
  {
    ...editableColumns,
    productId: rowId()
      .notNull()
      .references(() => products.id),
    /** Its position in the matrix. */
    position: smallint().notNull().default(0),
    attrValue: jsonb().$type<Record<string, string>>().notNull(),
    /** Canonical JSON of `attr_value`; the id is appended in a removed row whose key is needed by another. */
    attrKey: text().notNull(),
    suk: varchar({ length: 400 }).notNull(),
    /** Public code that carts, orders and activities refer to. */
    unique: varchar({ length: 8 }).notNull(),
    image: varchar({ length: 512 }).notNull(),
    priceFen: fen().notNull(),
    otPriceFen: fen().notNull().default(0),
    costFen: fen().notNull().default(0),
    vipPriceFen: fen(),
    stock: integer().notNull().default(0),
    sales: integer().notNull().default(0),
    barCode: varchar({ length: 50 }).notNull().default(''),
    skuNo: varchar({ length: 50 }).notNull().default(''),
    weight: numeric({ precision: 9, scale: 3, mode: 'number' }).notNull().default(0),
    volume: numeric({ precision: 10, scale: 4, mode: 'number' }).notNull().default(0),
    brokerageFen: fen().notNull().default(0),
    brokerageTwoFen: fen().notNull().default(0),
    isShow: boolean().notNull().default(true),
    alertStock: integer(),
    isDel: boolean().notNull().default(false),
  },
  (sku) => [
    uniqueIndex('product_sku_attr').on(sku.productId, sku.attrKey),
    uniqueIndex('product_sku_unique').on(sku.unique),
    uniqueIndex('product_sku_no').on(sql`lower(${sku.skuNo})`).where(sql`sku_no <> '' and not is_del`),
    index('product_sku_bar_code').on(sku.barCode).where(sql`bar_code <> ''`),
    // The thinnest margins, in which coupons are judged.
    index('product_sku_margin')
      .on(sql`(cost_fen::float8 / least(price_fen, coalesce(vip_price_fen, price_fen)))`)
      .where(sql`cost_fen > 0 and price_fen > 0 and vip_price_fen is distinct from 0 and is_show and not is_del`),
    check('product_sku_stock', sql`${sku.stock} >= 0`),
  ],
)

/** Closure: every category of a product with all its ancestors. */
export const productCategories = pgTable(
  'product_category',
  {
    productId: rowId()
      .notNull()
      .references(() => products.id),
    categoryId: rowId()
      .notNull()
      .references(() => categories.id),
    isDirect: boolean().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.productId, row.categoryId] }),
    index('product_category_products').on(row.categoryId, row.productId),
  ],
)

/** Search data, apart from the product, so that changes of stock, sales and views never rewrite it. */
export const productSearch = pgTable(
  'product_search',
  {
    productId: rowId()
      .primaryKey()
      .references(() => products.id),
    tokens: text().array().notNull(),
    textNorm: text().notNull(),
    /** The tab 1, 2 or 5 it is in, and its sort value: a page is found without reading the products. */
    tab: smallint().notNull(),
    sort: integer().notNull(),
  },
  (row) => [
    // Searched far more often than written, so without a pending list that every search would have to read.
    index('product_search_tokens').using('gin', row.tokens).with({ fastupdate: false }),
    index('product_search_tab').on(row.tab, row.sort, row.productId),
  ],
)
