import type { BulkAct, BulkFailure } from '@zhanggui/contract/order/order-note.ts'
import { boolean, index, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { storeOrders } from '../order/order.tables.ts'

/** What staff say to each other about an order. */
export const orderComments = pgTable(
  'order_comment',
  {
    ...standardColumns,
    orderId: rowId()
      .notNull()
      .references(() => storeOrders.id),
    content: varchar({ length: 1000 }).notNull(),
    operatorId: rowId().notNull(),
    operatorName: varchar({ length: 64 }).notNull(),
    edited: boolean().notNull().default(false),
  },
  (row) => [index('order_comment_order').on(row.orderId, row.id)],
)

/** What an act on many orders did: the version and former values of each changed order, how it ended, how it was taken back. */
export type BulkChanges = {
  total: number
  /** The task that does it, if one does. */
  taskId?: string
  done: { orderId: number; orderNo: string; version: number; before: Record<string, unknown> }[]
  /** Orders that were as wanted already. */
  same: number
  failed: BulkFailure[]
  isFinished: boolean
  undone?: { ok: number; failed: BulkFailure[]; isFinished: boolean; taskId?: string }
  /** The orders that were put back so far. */
  undoneNos?: string[]
}

/** What an act on many orders changed, so that it can be taken back for a while. */
export const orderBulks = pgTable(
  'order_bulk',
  {
    id: standardColumns.id,
    createdAt: standardColumns.createdAt,
    operatorId: rowId().notNull(),
    act: varchar({ length: 8 }).$type<BulkAct>().notNull(),
    changes: jsonb().$type<BulkChanges>().notNull(),
    undoneAt: moment(),
    expiresAt: moment().notNull(),
  },
  (row) => [index('order_bulk_expires').on(row.expiresAt)],
)
