import { ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../http/context.ts'

/** Above so many different values a column is searched row by row. */
const MAX_VALUES = 2000

/** That a column contains what staff typed, whatever the case; `% _ \` are literals (SY-2, ER-32). */
export function contains(column: AnyPgColumn, typed: string): SQL {
  return ilike(column, patternOf(typed))
}

/**
 * That one of these columns of a large table contains what staff typed. Names and addresses repeat: the values are
 * searched first and then the rows that have them, which is quick for one character too, where a trigram index knows
 * nothing. Each column needs a plain index; one that holds more than 2,000 values is searched as {@link contains} does.
 */
export async function containsValue(db: Db, columns: readonly AnyPgColumn[], typed: string): Promise<SQL | undefined> {
  const found: SQL[] = []
  // One after the other: `db` may be a transaction, whose connection carries one statement at a time.
  for (const column of columns) {
    const values = await findValues(db, column, typed)
    found.push(values ? inArray(column, values) : contains(column, typed))
  }
  return or(...found)
}

/** The column's values that contain what was typed, by hops through its index; undefined when it has too many. */
async function findValues(db: Db, column: AnyPgColumn, typed: string): Promise<string[] | undefined> {
  const next = (after: SQL) => sql`(select ${column} from ${column.table} ${after} order by ${column} limit 1)`
  const { rows } = await db.execute<{ seen: number; found: string[] | null }>(sql`
    with recursive hop as (
      (select ${next(sql``)} as value)
      union all
      select ${next(sql`where ${column} > hop.value`)} from hop where hop.value is not null
    )
    select count(*) as seen, array_agg(value) filter (where value ilike ${patternOf(typed)}) as found
    from (select value from hop where value is not null limit ${MAX_VALUES + 1}) as known`)
  const [known] = rows
  return known && known.seen <= MAX_VALUES ? (known.found ?? []) : undefined
}

function patternOf(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`
}
