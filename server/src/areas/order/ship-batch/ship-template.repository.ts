import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { fulfilColumns } from '../order/order.parts.ts'
import { storeOrders } from '../order/order.tables.ts'
import { conditionOf, type OrderFilter } from '../order-list/order-filter.repository.ts'

/** More orders than these are not looked at for one sheet. */
export const MAX_LOOKED_AT = 10_000

const { id, orderNo } = storeOrders

/** Orders to deliver of which something is to be sent, now or later, the longest waiting first. */
export function findWaiting({ db }: Ctx, filter: OrderFilter) {
  return db
    .select({ id, orderNo, ...fulfilColumns })
    .from(storeOrders)
    .where(
      sql`${conditionOf({ ...filter, tabs: [2, 3, 8] })} and store_order.shipping_type = 1 and store_order.status = 0`,
    )
    .orderBy(sql`store_order.created_at, store_order.id`)
    .limit(MAX_LOOKED_AT + 1)
}
