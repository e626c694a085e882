import { Column, is, type Query, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Db } from '../http/context.ts'

/** A Drizzle select. */
export type Select<Rows extends unknown[]> = {
  readonly _: { readonly selectedFields: object; readonly result: Rows }
  toSQL(): Omit<Query, 'typings'>
}

/** A statement that is already built and planned. */
export type Prepared<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> }

/**
 * Prepares a statement of a hot path. It is built once per database or transaction, and named, so that PostgreSQL plans it
 * once per connection. A reader compiled for its columns reads its rows: Drizzle's looks up the decoder for each cell, which
 * took a third of a call for a page of wide rows.
 * @param name unique in the product
 * @param build a select of columns and expressions; a group of them that are all null, such as a row that an outer join did
 * not find, is read as null
 */
export function prepared<Rows extends unknown[]>(
  name: string,
  build: (db: Db) => Select<Rows>,
): (db: Db) => Prepared<Rows> {
  return (db) => preparedAs(db, name, build)
}

/** The same for one of many statements, such as the first page of each tab. @param name says all that `build` depends on */
export function preparedAs<Rows extends unknown[]>(
  db: Db,
  name: string,
  build: (db: Db) => Select<Rows>,
): Prepared<Rows> {
  const ofDb = built.get(db) ?? new Map<string, Prepared<unknown>>()
  built.set(db, ofDb)
  const known = ofDb.get(name)
  if (known) return known as Prepared<Rows>
  const select = build(db)
  const read = rowReader(select._.selectedFields, { column: 0 })
  const statement = db._.session.prepareQuery<{ execute: Rows; all: unknown; values: unknown }>(
    select.toSQL(),
    undefined,
    name,
    true,
    (rows) => rows.map(read) as Rows,
  )
  ofDb.set(name, statement)
  return statement
}

const built = new WeakMap<Db, Map<string, Prepared<unknown>>>()

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Prepares a statement of a hot path that is written as SQL, with `sql.placeholder` for its values: it is built once in the
 * life of the process, and named. Rows are as the driver reads them, moments as text.
 * @param name unique in the product
 */
export function preparedSql<Row extends object>(
  name: string,
  build: () => SQL,
): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  let query: Query | undefined
  return async (db, values) => {
    query ??= dialect.sqlToQuery(build())
    const statement = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
      ...[query, undefined, name, false],
    )
    return (await statement.execute(values)).rows
  }
}

/**
 * The same of a statement made of parts, such as what areas have added to a hook: it is built once for each list of parts.
 * @param name unique in the product for these parts
 */
export function preparedOf<Part, Row extends object>(
  name: (parts: readonly Part[]) => string,
  build: (parts: readonly Part[]) => SQL,
): (parts: readonly Part[]) => ReturnType<typeof preparedSql<Row>> {
  const built = new WeakMap<readonly Part[], ReturnType<typeof preparedSql<Row>>>()
  return (parts) => {
    const known = built.get(parts)
    if (known) return known
    const statement = preparedSql<Row>(name(parts), () => build(parts))
    built.set(parts, statement)
    return statement
  }
}

type Reader = (cells: readonly unknown[]) => unknown

/** Makes a row from the cells of a select of these fields. @param next their first column; moved past the last one */
function rowReader(fields: object, next: { column: number }): Reader {
  const members = Object.entries(fields).map(([name, field]) => ({ name, read: memberReader(field, next) }))
  // JSON.parse lays an object out like a literal; adding more than a dozen fields one by one makes a slower hash table.
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

/** The decoder of a field's cells; undefined for a group of fields. */
function decoderOf(field: unknown): Decoder | undefined {
  if (is(field, Column)) return field
  if (is(field, SQL.Aliased)) return decoderOf(field.sql)
  return is(field, SQL) ? (field as unknown as { decoder: Decoder }).decoder : undefined
}
