import { type SQL, sql } from 'drizzle-orm'

// Parts of statements that read more than stores.

/** What decides whether buyers may pick up at a store; days as on the wire. */
export type PickupStore = { isShow: boolean; validFrom: string | null; validTo: string | null }

/** `with` query that keeps a store from being deleted until the transaction ends: none for an unknown one. */
export const keepingStore = (id: SQL): SQL => sql`
  kept_store as materialized (select is_show, valid_from, valid_to from store where id = ${id} and not is_del for key share)`

/** The store of {@link keepingStore} as {@link PickupStore}, or null. */
export const keptStore = sql`(
  select json_build_object('isShow', is_show, 'validFrom', valid_from, 'validTo', valid_to) from kept_store)`
