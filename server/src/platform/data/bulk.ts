import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Characters collected before they leave the heap: many small strings that live long keep the collector busy. */
const PIECE = 65_536

export type CopyValue = string | number | boolean | null | undefined

/** Collects rows for tables in COPY format. Tables are written in the order of `columns`. */
export class BulkWriter<Table extends string> {
  readonly #client: ClientBase
  readonly #columns: Record<Table, string>
  #texts: Record<Table, string>
  #pieces: Record<Table, Buffer[]>

  constructor(client: ClientBase, columns: Record<Table, string>) {
    this.#client = client
    this.#columns = columns
    this.#texts = this.#forEach(() => '')
    this.#pieces = this.#forEach(() => [])
  }

  add(table: Table, values: readonly CopyValue[]): void {
    let text = this.#texts[table]
    for (let at = 0; at < values.length; at++) text += at ? `\t${copyText(values[at])}` : copyText(values[at])
    text += '\n'
    const isFull = text.length > PIECE
    if (isFull) this.#pieces[table].push(Buffer.from(text))
    this.#texts[table] = isFull ? '' : text
  }

  /** Writes what was collected; rows may be added for the next time meanwhile. */
  async flush(): Promise<void> {
    const [pieces, texts] = [this.#pieces, this.#texts]
    this.#texts = this.#forEach(() => '')
    this.#pieces = this.#forEach(() => [])
    for (const table of Object.keys(this.#columns) as Table[]) {
      if (texts[table]) pieces[table].push(Buffer.from(texts[table]))
      if (!pieces[table].length) continue
      const stream = this.#client.query(copyFrom(`copy ${table} (${this.#columns[table]}) from stdin`))
      for (const piece of pieces[table]) if (!stream.write(piece)) await once(stream, 'drain')
      stream.end()
      await finished(stream)
    }
  }

  #forEach<Value>(make: () => Value): Record<Table, Value> {
    return Object.fromEntries(Object.keys(this.#columns).map((table) => [table, make()])) as Record<Table, Value>
  }
}

const days = new Map<number, string>()
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** A moment, in milliseconds, for a COPY line; several times as fast as `toISOString`. */
export function copyMoment(at: number): string {
  const whole = Math.floor(at / 1000)
  const day = Math.floor(whole / 86_400)
  const second = whole - day * 86_400
  const known = days.get(day) ?? new Date(day * 86_400_000).toISOString().slice(0, 10)
  days.set(day, known)
  const minute = Math.floor(second / 60)
  return `${known} ${two[Math.floor(minute / 60)]}:${two[minute % 60]}:${two[second % 60]}Z`
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value of a COPY line; undefined is the empty text. */
function copyText(value: CopyValue): string {
  if (typeof value === 'number') return String(value)
  if (value === undefined) return ''
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
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
