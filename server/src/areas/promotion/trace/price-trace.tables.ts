import type { TraceStep } from '@zhanggui/domain/promotion/price-trace.ts'
import { jsonb, pgTable } from 'drizzle-orm/pg-core'
import { rowId, standardColumns } from '../../../platform/data/columns.ts'

/** Why an order costs what it does, as it was when it was made (docs/prices.md, The trace). Only added. */
export const orderPriceTraces = pgTable('order_price_trace', {
  orderId: rowId().primaryKey(),
  trace: jsonb().$type<readonly TraceStep[]>().notNull(),
  createdAt: standardColumns.createdAt,
})
