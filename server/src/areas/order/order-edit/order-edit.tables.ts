import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import type { NewLine } from '../order/order.parts.ts'
import { storeOrders } from '../order/order.tables.ts'

const fen = () => bigint({ mode: 'number' })

/** What a line keeps when it becomes another SKU of its product: its place, its product, what is counted and charged for it. */
type KeptColumn =
  | ('lineNo' | 'productId' | 'storeName' | 'cateId' | 'tempId' | 'giveIntegral' | 'isSub')
  | ('num' | 'priceFen' | 'unitPriceFen' | 'lineTotalFen' | 'memberDiscountFen' | 'activityDiscountFen')
  | ('couponShareFen' | 'integralShareFen' | 'useIntegralShare' | 'adjustShareFen' | 'payShareFen' | 'freightShareFen')

/** What an edit puts on an order, as it was quoted. */
export type EditPlan = {
  /** Rows of order_line to add, without ids. */
  add: NewLine[]
  /** Units taken off lines. */
  remove: { lineId: number; num: number; moneyFen: number }[]
  swap: SwapStep[]
}

/** A whole line that becomes another SKU; `oldSkuId` and `num` are what goes back on the shelf. */
export type SwapStep = {
  lineId: number
  skuId: number
  oldSkuId: number
  num: number
  /** Its new frozen copy: all that depends on the SKU. */
  set: Omit<NewLine, 'skuId' | KeptColumn>
}

/** A change of a paid order of which nothing was sent. */
export const orderEdits = pgTable(
  'order_edit',
  {
    ...editableColumns,
    editNo: varchar({ length: 24 }).notNull(),
    orderId: rowId()
      .notNull()
      .references(() => storeOrders.id),
    plan: jsonb().$type<EditPlan>().notNull(),
    /** Goods added and removed; what is to be paid (above 0) or sent back (below 0). */
    addedFen: fen().notNull(),
    removedFen: fen().notNull(),
    differenceFen: fen().notNull(),
    reason: varchar({ length: 100 }).notNull(),
    /** 0 waiting, 1 applied, 2 expired, 3 cancelled. */
    state: smallint().$type<0 | 1 | 2 | 3>().notNull().default(0),
    expireTime: moment(),
    finishTime: moment(),
  },
  (row) => [
    uniqueIndex('order_edit_no').on(row.editNo),
    uniqueIndex('order_edit_one_waiting').on(row.orderId).where(sql`state = 0`),
    index('order_edit_order').on(row.orderId, row.id),
    index('order_edit_expires').on(row.expireTime).where(sql`state = 0`),
  ],
)
