import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Lines handed to the connection at a time. */
const PIECE = 1000

export type CopyValue = string | number | boolean | Date | null | undefined

/** Collects rows for tables in COPY format. Tables are written in the order of `columns`. */
export class BulkWriter<Table extends string> {
  readonly #client: ClientBase
  readonly #columns: Record<Table, string>
  #lines: Record<Table, string[]>

  constructor(client: ClientBase, columns: Record<Table, string>) {
    this.#client = client
    this.#columns = columns
    this.#lines = this.#empty()
  }

  add(table: Table, values: readonly CopyValue[]): void {
    let line = ''
    for (let at = 0; at < values.length; at++) line += at ? `\t${copyText(values[at])}` : copyText(values[at])
    this.#lines[table].push(`${line}\n`)
  }

  /** Writes what was collected; rows may be added for the next time meanwhile. */
  async flush(): Promise<void> {
    const lines = this.#lines
    this.#lines = this.#empty()
    for (const table of Object.keys(this.#columns) as Table[]) {
      if (!lines[table].length) continue
      const stream = this.#client.query(copyFrom(`copy ${table} (${this.#columns[table]}) from stdin`))
      for (let from = 0; from < lines[table].length; from += PIECE)
        if (!stream.write(lines[table].slice(from, from + PIECE).join(''))) await once(stream, 'drain')
      stream.end()
      await finished(stream)
      lines[table] = []
    }
  }

  #empty(): Record<Table, string[]> {
    return Object.fromEntries(Object.keys(this.#columns).map((table) => [table, []])) as unknown as Record<
      Table,
      string[]
    >
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value of a COPY line; undefined is the empty text. */
function copyText(value: CopyValue): string {
  if (typeof value === 'number') return String(value)
  if (value === undefined) return ''
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value !== 'string') return value.toISOString()
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? '') : value
}

/**
 * Drops indexes and constraints that slow down inserts, within a transaction of the owner.
 * @returns the statements that restore them
 */
export async function dropIndexes(client: ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows: keys } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
    [tables],
  )
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
    from pg_index where not indisprimary and indrelid::regclass::text = any($1)`,
    [tables],
  )
  for (const { drop } of [...keys, ...indexes]) await client.query(drop)
  return [...indexes, ...keys].map(({ make }) => make)
}
