import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

// Rows that a statement is given as one JSON text: it has one plan, and one text to send, for any number of rows.

/** The columns that rows are given with, by their names in the schema. */
export type Given<Table extends PgTable> = readonly (keyof Table['$inferSelect'] & string)[]

/** Stores the rows of a JSON text, each an object of exactly these columns. */
export function insertGiven<Table extends PgTable>(
  table: Table,
  columns: Given<Table>,
  json: SQL | ReturnType<typeof sql.placeholder>,
  { withId = false } = {},
): SQL {
  const names = sql.join(
    columns.map((each) => sql.identifier(toSnakeCase(each))),
    sql`, `,
  )
  const given = sql.join(
    columns.map((each) => sql.identifier(each)),
    sql`, `,
  )
  const overriding = withId ? sql`overriding system value` : sql``
  return sql`insert into ${table} (${names}) ${overriding} select ${given} from ${givenRows(table, columns, json)}`
}

/** The rows of a JSON text, as a table named `given` whose columns have the types of this one. */
export function givenRows<Table extends PgTable>(
  table: Table,
  columns: Given<Table>,
  json: SQL | ReturnType<typeof sql.placeholder>,
): SQL {
  const types = getTableColumns(table)
  const defined = columns.map((each) => sql`${sql.identifier(each)} ${sql.raw(types[each]?.getSQLType() ?? '')}`)
  return sql`jsonb_to_recordset(${json}::jsonb) as given(${sql.join(defined, sql`, `)})`
}
