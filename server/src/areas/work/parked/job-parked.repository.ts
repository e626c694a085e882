import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { parkedRows } from './job-parked.tables.ts'

export type ParkedRow = Pick<typeof parkedRows.$inferSelect, 'rowId' | 'fails' | 'until'>

/** What is recorded of these rows. */
export function listOf({ db }: Ctx, handler: string, rowIds: readonly number[]): Promise<ParkedRow[]> {
  const { rowId, fails, until } = parkedRows
  return db
    .select({ rowId, fails, until })
    .from(parkedRows)
    .where(and(eq(parkedRows.handler, handler), inArray(rowId, [...rowIds])))
}

/** Counts a failure; one that was left alone before begins anew. Returns the number of failures. */
export async function addFailure(
  { db, now }: Ctx,
  { handler, rowId, message }: { handler: string; rowId: number; message: string },
): Promise<number> {
  const [saved] = await db
    .insert(parkedRows)
    .values({ handler, rowId, message, fails: 1, updatedAt: now() })
    .onConflictDoUpdate({
      target: [parkedRows.handler, parkedRows.rowId],
      set: {
        fails: sql`case when job_parked.until is null then job_parked.fails + 1 else 1 end`,
        message,
        until: null,
        updatedAt: now(),
      },
    })
    .returning({ fails: parkedRows.fails })
  return saved?.fails ?? 1
}

export async function park({ db }: Ctx, handler: string, rowId: number, until: Date): Promise<void> {
  await db.update(parkedRows).set({ until }).where(keyOf(handler, rowId))
}

export async function forget({ db }: Ctx, handler: string, rowId: number): Promise<void> {
  await db.delete(parkedRows).where(keyOf(handler, rowId))
}

const keyOf = (handler: string, rowId: number) => and(eq(parkedRows.handler, handler), eq(parkedRows.rowId, rowId))
