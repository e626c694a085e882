import { tidyKeyword } from '@zhanggui/domain/keyword.ts'
import { eq, ilike, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../http/context.ts'

/** A column with more distinct values than this is searched row by row. */
const MAX_VALUES = 2000

/** Matches columns that contain what staff typed, ignoring case; `% _ \` are literals. */
export function contains(column: AnyPgColumn, typed: string): SQL {
  return ilike(column, patternOf(typed))
}

/**
 * Matches phones by what screens show of them, `138****5678`: the beginning, the end or both, and whole numbers. A part of the
 * hidden digits finds nothing, as it would tell the number digit by digit.
 */
export function containsPhone(column: AnyPgColumn, typed: string): SQL | undefined {
  const text = tidyKeyword(typed)
  return or(
    eq(column, text),
    /^\d{1,3}$/.test(text) ? like(column, `${text}%`) : undefined,
    /^\d{1,4}$/.test(text) ? like(column, `%${text}`) : undefined,
    /^\d{3}\*{4}\d{4}$/.test(text) ? like(column, text.replaceAll('*', '_')) : undefined,
  )
}

/** Matches e-mail addresses as screens show them, `abc***@x.com`, and whole ones; see {@link containsPhone}. */
export function containsEmail(column: AnyPgColumn, typed: string): SQL | undefined {
  const at = sql`position('@' in ${column})`
  const shown = sql`case when ${at} > 1 then
    left(${column}, least(3, ${at} - 1)) || repeat('*', greatest(0, ${at} - 4)) || substr(${column}, ${at})
    else ${column} end`
  return or(eq(sql`lower(${column})`, typed.toLowerCase()), ilike(shown, patternOf(typed)))
}

/**
 * Matches rows of a large table where one of the columns contains what staff typed. Names and addresses repeat, so the
 * distinct values are searched first and then the rows that have them; unlike a trigram index, this is fast for a single
 * character too. Each column needs a plain index; one with more than 2,000 values is searched like {@link contains}.
 */
export async function containsValue(db: Db, columns: readonly AnyPgColumn[], typed: string): Promise<SQL | undefined> {
  const found: SQL[] = []
  // Sequential: `db` may be a transaction, whose connection runs one statement at a time.
  for (const column of columns) {
    const values = await findValues(db, column, typed)
    found.push(values ? inArray(column, values) : contains(column, typed))
  }
  return or(...found)
}

/** The column's values that contain the text, found by hopping through its index; undefined when it has too many. */
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
