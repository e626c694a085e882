import { or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { namings } from './shop-user-filter.repository.ts'

// Conditions on customers, for the lists of later areas.

/** Whom a text names, as in the list of customers: their ids as a sub-query, undefined for a blank text. */
export function idsNamed(typed: string | undefined): SQL | undefined {
  if (!typed?.trim()) return undefined
  return sql`(select shop_user.id from shop_user where ${or(...namings(typed).map(({ where }) => where))})`
}

/**
 * Whether a column holds the id of somebody whom a text names, beside other conditions within an `or`: as an array, so that each of them is
 * looked up in its own index; with a sub-query the whole table would be read.
 */
export function isOneNamed(column: SQLWrapper, typed: string | undefined): SQL | undefined {
  const ids = idsNamed(typed)
  return ids && sql`${column} = any(array${ids})`
}
