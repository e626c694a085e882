import { or, type SQL, sql } from 'drizzle-orm'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'

// Conditions on customers for the lists of later areas.

/**
 * Says which customers belong to stores, as a condition on `shop_user.id`: the orders add theirs. Without any, accounts that
 * see their stores alone see no customers.
 */
export const customersOfStores = defineHook<(storeIds: readonly number[]) => SQL>('customers of stores')

/** The customers within the caller's data scope; undefined for all (docs/stores.md, Accounts that see stores alone). */
export function withinScope({ actor, platform }: Ctx): SQL | undefined {
  const { storeIds } = actor.scope
  if (!storeIds) return undefined
  const belonging = platform.hooks.of(customersOfStores).map((condition) => condition(storeIds))
  return or(...belonging) ?? sql`false`
}
