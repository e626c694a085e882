import { getTableColumns, type SQL, type SQLChunk, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { standardColumns } from './columns.ts'

// Rows that a statement is given as one JSON text: it has one plan, and one text to send, for any number of rows.

/** The columns that rows are given with, by their names in the schema. */
export type Given<Table extends PgTable> = readonly (keyof Table['$inferSelect'] & string)[]
type Placed = SQL | ReturnType<typeof sql.placeholder>

/** The columns that a new row may leave out: nullable ones, and those with a default. */
type Optional<Row> = { [Name in keyof Row]-?: undefined extends Row[Name] ? Name : never }[keyof Row] & string
/** The columns that a later change of a row may fill. */
export type LaterColumn<Table extends PgTable> = Optional<Table['$inferInsert']>
/** The columns that a new row is given with: neither those that the database fills by itself, nor the later ones. */
type GivenColumn<Table extends PgTable, Later> = Exclude<keyof Table['$inferInsert'], Later> & ColumnOf<Table>
type ColumnOf<Table extends PgTable> = keyof Table['$inferSelect'] & string

/**
 * A new row of a table: every column but those that the database fills by itself, and those named here, which a later change
 * fills. So a new column does not compile before whoever makes such rows gives it, or it is named.
 */
export type NewRow<Table extends PgTable, Later extends LaterColumn<Table> = never> = Pick<
  Table['$inferSelect'],
  GivenColumn<Table, Later>
>

/** The columns that say by whom and when a row was made and changed, which its repository fills. */
export type WhoAndWhen = Exclude<keyof typeof standardColumns, 'id'>

/** How new rows of a table are given to a statement; made by {@link newRows}. */
export type NewRows<Table extends PgTable, Name extends ColumnOf<Table>> = { table: Table; columns: readonly Name[] }
/** A row as it is given to a statement. */
export type RowOf<Rows> = Rows extends NewRows<infer Table, infer Name> ? Pick<Table['$inferSelect'], Name> : never

/**
 * How a statement is given new rows of a table: with every column but those that the database fills by itself, and those named
 * here, which stay at their defaults until a later change fills them. Its rows are guarded as {@link NewRow} is.
 * @param later the columns that a later change fills
 */
export function newRows<Table extends PgTable, const Later extends LaterColumn<Table> = never>(
  table: Table,
  later: readonly Later[] = [],
): NewRows<Table, GivenColumn<Table, Later>> {
  const isGiven = (name: string) => !later.some((each) => each === name)
  const columns = Object.entries(getTableColumns(table)).flatMap(([name, { generated, generatedIdentity }]) =>
    generated || generatedIdentity || !isGiven(name) ? [] : [name],
  )
  return { table, columns: columns as GivenColumn<Table, Later>[] }
}

/** The same with ids that were drawn before. */
export function withId<Table extends PgTable & { id: AnyPgColumn }, Name extends ColumnOf<Table>>({
  table,
  columns,
}: NewRows<Table, Name>): NewRows<Table, Name | (ColumnOf<Table> & 'id')> {
  return { table, columns: ['id' as const, ...columns] as (Name | (ColumnOf<Table> & 'id'))[] }
}

/** Rows as the JSON text that {@link insertGiven} stores. */
export function givenJson<Table extends PgTable, Name extends ColumnOf<Table>>(
  _: NewRows<Table, Name>,
  rows: readonly Pick<Table['$inferSelect'], Name>[],
): string {
  return JSON.stringify(rows)
}

/** Stores the rows of a JSON text that {@link givenJson} made. */
export function insertGiven<Table extends PgTable, Name extends ColumnOf<Table>>(
  { table, columns }: NewRows<Table, Name>,
  json: Placed,
): SQL {
  const given = columns.map((each) => sql.identifier(each))
  const hasId = columns.some((each) => getTableColumns(table)[each]?.generatedIdentity)
  return inserting(table, columns, given, givenRows(table, columns, json), hasId)
}

/** Stores rows that a statement has at hand. @param values what each column is filled with, from the tables of `from` */
export function insertSelected<Table extends PgTable, Name extends ColumnOf<Table>>(
  { table, columns }: NewRows<Table, Name>,
  values: Readonly<Record<Name, SQL>>,
  from: SQL,
): SQL {
  const given = columns.map((each) => values[each])
  return inserting(table, columns, given, from)
}

function inserting(
  table: PgTable,
  columns: readonly string[],
  given: readonly SQLChunk[],
  from: SQL,
  hasId = false,
): SQL {
  const names = columns.map((each) => sql.identifier(toSnakeCase(each)))
  const overriding = hasId ? sql`overriding system value` : sql``
  return sql`insert into ${table} (${list(names)}) ${overriding} select ${list(given)} from ${from}`
}

const list = (chunks: readonly SQLChunk[]) => sql.join([...chunks], sql`, `)

/** The rows of a JSON text, as a table named `given` whose columns have the types of this one. */
export function givenRows<Table extends PgTable>(table: Table, columns: Given<Table>, json: Placed): SQL {
  const types: Record<string, AnyPgColumn> = getTableColumns(table)
  const defined = columns.map((each) => sql`${sql.identifier(each)} ${sql.raw(types[each]?.getSQLType() ?? '')}`)
  return sql`jsonb_to_recordset(${json}::jsonb) as given(${list(defined)})`
}
