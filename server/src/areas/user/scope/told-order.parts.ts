import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, holds } from '../../../platform/http/context.ts'

const SEE_ORDERS = 'admin:order:list'

/** Whether the caller is told which orders belong to what they look at, within {@link inOwnStores}. */
export const isToldOrders = ({ actor }: Ctx): boolean => holds(actor, SEE_ORDERS)

/** The orders of the caller's stores, those picked up there, as a condition on `store_order`; all where no stores limit the caller. */
export function inOwnStores({ actor }: Ctx): SQL {
  const { storeIds } = actor.scope
  return storeIds ? sql`shipping_type = 2 and store_id = any(${sql.param([...storeIds])}::bigint[])` : sql`true`
}
