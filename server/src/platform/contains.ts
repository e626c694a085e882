import { ilike, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** That a column contains what staff typed, whatever the case; `% _ \` are literals (SY-2, ER-32). */
export function contains(column: AnyPgColumn, typed: string): SQL {
  return ilike(column, `%${typed.replace(/[\\%_]/g, '\\$&')}%`)
}
