import type { ActivityType } from '@zhanggui/domain/promotion/activity.ts'
import { index, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

/** What a buyer is about to order. */
export type PreOrderItem = { skuId: number; num: number; cartId?: number }

/** In which activity: what of it is bought, and which team is joined or which won bargain is ordered. */
export type PreOrderActivity = { type: ActivityType; activitySkuId: number; teamId?: number; sessionId?: number }

/** A checkout that was begun. Creating the order claims the row, so it is done once. */
export const preOrders = pgTable(
  'pre_order',
  {
    preOrderNo: varchar({ length: 40 }).primaryKey(),
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    kind: varchar({ length: 12 }).$type<'shoppingCart' | 'buyNow' | 'again'>().notNull(),
    basket: jsonb().$type<PreOrderItem[]>().notNull(),
    /** One line, bought in an activity; null otherwise. */
    activity: jsonb().$type<PreOrderActivity>(),
    /** The order made of it. */
    orderId: rowId(),
    createdAt: standardColumns.createdAt,
    expiresAt: moment().notNull(),
  },
  (row) => [index('pre_order_expires').on(row.expiresAt)],
)
