import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type EditableTable, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'

type ClaimableTable = EditableTable & { busyUntil: AnyPgColumn }

/** The statements by which one call at a time speaks with the platform about a row. */
export function claims<Table extends ClaimableTable>(table: Table) {
  type Row = Table['$inferSelect']
  const { id, version, busyUntil } = table
  const known: PgTable = table
  return {
    find: rows(table).find,

    /** @returns undefined while another call has the row, and where it is another version or gone */
    async claim({ db, now }: Ctx, rowId: number, expected: number | undefined, until: Date): Promise<Row | undefined> {
      const free = or(isNull(busyUntil), lt(busyUntil, now()))
      const same = expected === undefined ? undefined : eq(version, expected)
      const [row] = await db
        .update(known)
        .set({ busyUntil: until })
        .where(and(eq(id, rowId), free, same))
        .returning()
      return row as Row | undefined
    },

    /** Lets go of a row, which is no change of it. */
    async release({ db }: Ctx, rowId: number, change: Partial<Table['$inferInsert']> = {}): Promise<void> {
      await db
        .update(known)
        .set({ ...change, busyUntil: null })
        .where(eq(id, rowId))
    },
  }
}
