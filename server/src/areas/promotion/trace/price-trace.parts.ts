import type { TraceStep } from '@zhanggui/domain/promotion/price-trace.ts'
import { type SQL, sql } from 'drizzle-orm'

// Parts of statements that keep and read the trace of an order.

/** A `with` query that keeps an order's trace. @param trace JSON; null keeps none */
export const keepingTrace = ({ orderId, trace, at }: { orderId: SQL; trace: SQL; at: SQL }): SQL => sql`
  kept_trace as (
    insert into order_price_trace (order_id, trace, created_at)
    select ${orderId}, given.trace, ${at} from (select ${trace} as trace) as given where given.trace is not null
  )`

/** The trace that was kept with an order; null for none. */
export const keptTrace = (orderId: SQL) =>
  sql<TraceStep[] | null>`(select trace from order_price_trace where order_price_trace.order_id = ${orderId})`
