import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'

const fen = () => bigint({ mode: 'number' })

/** What staff put together for a customer; `priceFen` is a price of its own. */
export type DraftItem = { skuId: number; num: number; priceFen?: number }

/** An order that staff compose for a customer who phoned, wrote or stands at the counter. */
export const draftOrders = pgTable(
  'draft_order',
  {
    ...editableColumns,
    draftNo: varchar({ length: 24 }).notNull(),
    creatorId: rowId().notNull(),
    uid: rowId().notNull(),
    items: jsonb().$type<DraftItem[]>().notNull(),
    /** 0 none, 1 amount, 2 percent. */
    discountType: smallint().$type<0 | 1 | 2>().notNull().default(0),
    /** Fen, or hundredths of a percent. */
    discountValue: fen().notNull().default(0),
    discountReason: varchar({ length: 100 }).notNull().default(''),
    useIntegral: boolean().notNull().default(false),
    couponId: rowId().notNull().default(0),
    /** Null: by the template. */
    freightFen: fen(),
    shippingType: smallint().$type<1 | 2>().notNull().default(1),
    cityId: rowId().notNull().default(0),
    detail: varchar({ length: 256 }).notNull().default(''),
    storeId: rowId().notNull().default(0),
    realName: varchar({ length: 32 }).notNull().default(''),
    phone: varchar({ length: 18 }).notNull().default(''),
    mark: varchar({ length: 512 }).notNull().default(''),
    remark: varchar({ length: 512 }).notNull().default(''),
    tagIds: integer().array().notNull().default([]),
    expireHours: smallint().notNull().default(24),
    expireTime: moment(),
    /** 0 draft, 1 sent, 2 completed, 3 expired, 4 cancelled. */
    state: smallint().$type<0 | 1 | 2 | 3 | 4>().notNull().default(0),
    /** Of what it came to, to be shown in the list. */
    payPriceFen: fen().notNull().default(0),
    orderId: rowId(),
    orderNo: varchar({ length: 20 }).notNull().default(''),
  },
  (row) => [
    uniqueIndex('draft_order_no').on(row.draftNo),
    uniqueIndex('draft_order_order').on(row.orderId).where(sql`order_id is not null`),
    index('draft_order_created').on(row.createdAt, row.id),
    index('draft_order_state').on(row.state, row.createdAt, row.id),
    index('draft_order_uid').on(row.uid, row.id),
    index('draft_order_expires').on(row.expireTime).where(sql`state < 2`),
  ],
)
