import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Makes a row of what `to_json` says of one. */
export function jsonReader<Table extends PgTable>(table: Table): (json: object) => Table['$inferSelect'] {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    name: toSnakeCase(key),
    isMoment: column.dataType === 'date',
  }))
  return (json) => {
    const cells = json as Record<string, unknown>
    return Object.fromEntries(
      columns.map(({ key, name, isMoment }) => {
        const cell = cells[name]
        return [key, isMoment && typeof cell === 'string' ? new Date(cell) : cell]
      }),
    )
  }
}
