import { or, type SQL, sql } from 'drizzle-orm'
import { namings } from './shop-user-filter.repository.ts'

// Conditions on customers, for the lists of later areas.

/** Whom a text names, as in the list of customers: their ids as a sub-query, undefined for a blank text. */
export function idsNamed(typed: string | undefined): SQL | undefined {
  if (!typed?.trim()) return undefined
  return sql`(select shop_user.id from shop_user where ${or(...namings(typed).map(({ where }) => where))})`
}
