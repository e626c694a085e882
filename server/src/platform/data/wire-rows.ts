import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Adds null if the column is nullable. */
type Or<Column extends AnyPgColumn, Value> = Column['_']['notNull'] extends true ? Value : Value | null

// Columns of wide rows, selected in wire form: a row of the result goes into the answer as it is.

/** A fen column in yuan. */
export function inYuan<Column extends AnyPgColumn>(column: Column): SQL<Or<Column, number>> {
  return sql`${column}`.mapWith((fen: unknown) => toYuan(Number(fen))) as SQL<Or<Column, number>>
}

/** A moment's column in the wire's time format. */
export function inWireTime<Column extends AnyPgColumn>(column: Column): SQL<Or<Column, string>> {
  return sql`${column}`.mapWith((moment: string) => toWireTime(new Date(moment))) as SQL<Or<Column, string>>
}

/** A text that may be missing, for example in a row that an outer join did not find. */
export function textOr(column: AnyPgColumn, missing: string): SQL<string> {
  return sql<string>`coalesce(${column}, ${missing})`
}

/** Columns as a JSON object with these names, for rows joined to another. At most fifty, of numbers, texts and flags. */
export function inJson(columns: Record<string, AnyPgColumn | SQL>): SQL {
  const members = Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`)
  return sql`json_build_object(${sql.join(members, sql`, `)})`
}
