import { Column, is, type Query, SQL } from 'drizzle-orm'
import type { Db } from '../http/context.ts'

/** A select of Drizzle. */
export type Select<Rows extends unknown[]> = {
  readonly _: { readonly selectedFields: object; readonly result: Rows }
  toSQL(): Omit<Query, 'typings'>
}

/** A statement that is put together and planned already. */
export type Prepared<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> }

/**
 * A statement of a hot path: put together once for each database or transaction, named, so that PostgreSQL plans it
 * once for each connection, its rows read by a reader made for its columns: Drizzle's own finds out anew for each cell how to read
 * it, which took a third of a call for a page of wide rows.
 * @param name unique in the product
 * @param build a select of columns and expressions; of a group of them that are all null, as of a row that an outer join did
 * not find, the row has null
 */
export function prepared<Rows extends unknown[]>(
  name: string,
  build: (db: Db) => Select<Rows>,
): (db: Db) => Prepared<Rows> {
  const built = new WeakMap<Db, Prepared<Rows>>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const select = build(db)
    const read = rowReader(select._.selectedFields, { column: 0 })
    const statement = db._.session.prepareQuery<{ execute: Rows; all: unknown; values: unknown }>(
      select.toSQL(),
      undefined,
      name,
      true,
      (rows) => rows.map(read) as Rows,
    )
    built.set(db, statement)
    return statement
  }
}

type Reader = (cells: readonly unknown[]) => unknown

/** Makes a row of the cells that a select of these fields brings. @param next the first column of theirs, moved behind the last */
function rowReader(fields: object, next: { column: number }): Reader {
  const members = Object.entries(fields).map(([name, field]) => ({ name, read: memberReader(field, next) }))
  // What JSON.parse makes is laid out like a literal; a row to which more than a dozen fields are added becomes a slower hash table.
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(members.map(({ name }) => [name, null]))))
  return (cells) => {
    const row = { ...empty }
    for (const { name, read } of members) row[name] = read(cells)
    return row
  }
}

function memberReader(field: unknown, next: { column: number }): Reader {
  const decoder = decoderOf(field)
  const { column } = next
  if (!decoder) {
    const read = rowReader(field as object, next)
    const end = next.column
    return (cells) => (cells.slice(column, end).every((cell) => cell === null) ? null : read(cells))
  }
  next.column++
  return (cells) => {
    const cell = cells[column]
    return cell === null ? null : decoder.mapFromDriverValue(cell)
  }
}

type Decoder = { mapFromDriverValue(cell: unknown): unknown }

/** What reads a cell of the field; undefined for a group of fields. */
function decoderOf(field: unknown): Decoder | undefined {
  if (is(field, Column)) return field
  if (is(field, SQL.Aliased)) return decoderOf(field.sql)
  return is(field, SQL) ? (field as unknown as { decoder: Decoder }).decoder : undefined
}
