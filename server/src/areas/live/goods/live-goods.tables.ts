import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'

export const liveGoods = pgTable(
  'live_goods',
  {
    ...editableColumns,
    /** WeChat's; null until it has them. */
    goodsId: rowId(),
    /** Null where they were made in WeChat's console for no product of ours. */
    productId: rowId(),
    name: varchar({ length: 64 }).notNull(),
    coverImgUrl: varchar({ length: 512 }).notNull(),
    priceType: smallint().$type<1 | 2 | 3>().notNull(),
    priceFen: bigint({ mode: 'number' }).notNull(),
    price2Fen: bigint({ mode: 'number' }).notNull().default(0),
    url: varchar({ length: 512 }).notNull(),
    auditId: rowId(),
    auditStatus: smallint().$type<0 | 1 | 2 | 3>().notNull().default(0),
    auditReason: varchar({ length: 255 }).notNull().default(''),
    isWechatOwn: boolean().notNull().default(false),
    lastError: varchar({ length: 500 }).notNull().default(''),
    /** Somebody sends them to WeChat until then. */
    busyUntil: moment(),
    /** WeChat may have them although it did not answer. */
    isUnsure: boolean().notNull().default(false),
  },
  (goods) => [
    uniqueIndex('live_goods_goods_id').on(goods.goodsId),
    index('live_goods_product').on(goods.productId),
    check('live_goods_price', sql`price_fen >= 0 and price2_fen >= 0`),
  ],
)
