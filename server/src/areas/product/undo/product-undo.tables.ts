import type { UndoKind, UndoStatus } from '@zhanggui/contract/product/product-undo.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import type { UndoChange } from './product-undo-change.ts'

/** `left`: changed since, or refused; its reason says why. */
export type UndoOutcome = 'recycled' | 'restored' | 'left'

/** An action on many products that can be taken back: an import or a batch. Kept for thirty days. */
export const productUndos = pgTable(
  'product_undo',
  {
    ...standardColumns,
    kind: varchar({ length: 10 }).$type<UndoKind>().notNull(),
    /** The import; 0 for a batch. */
    refId: rowId().notNull().default(0),
    title: varchar({ length: 120 }).notNull(),
    /** The task that carries the action out, while it may continue; empty for none. */
    actionTaskId: varchar({ length: 40 }).notNull().default(''),
    /** The request that began it: the one its entries of the audit trail name; `task-` and its number for a task. */
    requestId: varchar({ length: 64 }).notNull().default(''),
    status: varchar({ length: 10 }).$type<UndoStatus>().notNull().default('open'),
    taskId: varchar({ length: 40 }).notNull().default(''),
    undoneBy: rowId(),
    finishTime: moment(),
  },
  (undo) => [
    uniqueIndex('product_undo_ref').on(undo.kind, undo.refId).where(sql`ref_id <> 0`),
    index('product_undo_created').on(undo.createdAt),
    index('product_undo_request').on(undo.requestId),
  ],
)

/**
 * What an action changed of a product, stored in the transaction of the change. It is taken back in the transaction that
 * stores the outcome, hence once.
 */
export const productUndoItems = pgTable(
  'product_undo_item',
  {
    undoId: rowId()
      .notNull()
      .references(() => productUndos.id, { onDelete: 'cascade' }),
    productId: rowId().notNull(),
    /** What was before; null for a product that the action added. */
    change: jsonb().$type<UndoChange>(),
    /** The version of the product after the action: another one means that it was changed since. */
    version: integer().notNull(),
    /** The last row of the product in the stock ledger after the action. */
    ledgerId: bigint({ mode: 'number' }).notNull(),
    outcome: varchar({ length: 10 }).$type<UndoOutcome>(),
    reason: varchar({ length: 500 }).notNull().default(''),
  },
  (item) => [
    primaryKey({ columns: [item.undoId, item.productId] }),
    index('product_undo_item_recycled').on(item.productId).where(sql`outcome = 'recycled'`),
    index('product_undo_item_open').on(item.undoId, item.productId).where(sql`outcome is null`),
  ],
)
