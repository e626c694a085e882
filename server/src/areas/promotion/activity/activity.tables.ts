import type { ActivityType } from '@zhanggui/domain/promotion/activity.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { productSkus, products } from '../../product/product/product.tables.ts'

const fen = () => bigint({ mode: 'number' })
const count = () => integer().notNull().default(0)

/**
 * What flash sales, bargains and teams share; each kind has a row of its own beside it, under the same id. The stretch of days is
 * half-open: `stop_at` is the midnight after the last day, or the moment at which staff ended it.
 */
export const activities = pgTable(
  'activity',
  {
    ...editableColumns,
    type: smallint().$type<ActivityType>().notNull(),
    productId: rowId()
      .notNull()
      .references(() => products.id),
    title: varchar({ length: 200 }).notNull(),
    image: varchar({ length: 512 }).notNull(),
    images: varchar({ length: 512 }).array().notNull(),
    info: varchar({ length: 255 }).notNull().default(''),
    unitName: varchar({ length: 32 }).notNull(),
    /** Orders take this freight template, not the product's. */
    tempId: rowId().notNull(),
    /** Points that one unit earns, instead of the product's. */
    giveIntegral: count(),
    sort: count(),
    status: boolean().notNull().default(false),
    isDel: boolean().notNull().default(false),
    startAt: moment().notNull(),
    stopAt: moment().notNull(),
    content: text().notNull().default(''),
    /** Whether a coupon, or points, may pay for its goods; null: as the settings say. */
    allowCoupon: boolean(),
    allowPoints: boolean(),
  },
  (row) => [
    index('activity_product').on(row.productId).where(sql`not is_del`),
    index('activity_order').on(row.type, row.sort, row.id).where(sql`not is_del`),
    index('activity_stop').on(row.type, row.status, row.stopAt).where(sql`not is_del`),
    index('activity_temp').on(row.tempId).where(sql`not is_del`),
    uniqueIndex('activity_seckill_title').on(row.title).where(sql`type = 1 and not is_del`),
    check('activity_days', sql`start_at <= stop_at`),
  ],
)

/**
 * A SKU that takes part, with its price and its quota (限量): what is left, what unpaid orders and won bargains hold, and what is
 * sold, which come to the whole. A removed row is restored, so that orders find it by activity and SKU. No counter is indexed, so that
 * the one hot row of a rush stays where it is.
 */
export const activitySkus = pgTable(
  'activity_sku',
  {
    id: standardColumns.id,
    activityId: rowId()
      .notNull()
      .references(() => activities.id),
    productSkuId: rowId()
      .notNull()
      .references(() => productSkus.id),
    priceFen: fen().notNull(),
    /** Of a bargain: the lowest price. */
    minPriceFen: fen().notNull().default(0),
    quotaShow: count(),
    quota: count(),
    reserved: count(),
    sold: count(),
    soldOutAt: moment(),
    isDel: boolean().notNull().default(false),
  },
  (row) => [
    uniqueIndex('activity_sku_of').on(row.activityId, row.productSkuId),
    index('activity_sku_product').on(row.productSkuId).where(sql`not is_del`),
    check(
      'activity_sku_quota',
      sql`quota >= 0 and reserved >= 0 and sold >= 0 and quota + reserved + sold = quota_show`,
    ),
    check('activity_sku_price', sql`price_fen >= 0 and min_price_fen >= 0`),
  ],
)

/**
 * How often buyers looked at an activity. A row of its own: it changes every few seconds while a sale runs, and starts of bargains keep that
 * of the activity until their commit.
 */
export const activityViews = pgTable('activity_view', {
  activityId: rowId()
    .primaryKey()
    .references(() => activities.id),
  browse: count(),
})
