import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { sheetBatches, sheetBatchRows } from './sheet-batch.tables.ts'

export type BatchRecord = typeof sheetBatches.$inferSelect
export type RowRecord = typeof sheetBatchRows.$inferSelect
export type JudgedRow = Pick<RowRecord, 'row' | 'given' | 'says' | 'state' | 'message'>

/** Rows that one statement stores. */
const CHUNK = 500

export async function insert(
  { db, actor, now }: Ctx,
  batch: Pick<BatchRecord, 'kind' | 'fileName' | 'expiresAt'>,
  rows: readonly JudgedRow[],
): Promise<number> {
  const at = now()
  const by = { createdBy: actor.userId, updatedBy: actor.userId, createdAt: at, updatedAt: at }
  const [saved] = await db
    .insert(sheetBatches)
    .values({ ...batch, ...by, operatorId: actor.userId, total: rows.length })
    .returning({ id: sheetBatches.id })
  if (!saved) throw new Error('the batch was not stored')
  for (let index = 0; index < rows.length; index += CHUNK)
    await db
      .insert(sheetBatchRows)
      .values(rows.slice(index, index + CHUNK).map((row) => ({ ...row, batchId: saved.id })))
  return saved.id
}

/** One's own alone, unless it has expired. */
const own = ({ actor, now }: Ctx, kind: string, id: number) =>
  and(
    eq(sheetBatches.id, id),
    eq(sheetBatches.kind, kind),
    eq(sheetBatches.operatorId, actor.userId),
    or(isNull(sheetBatches.expiresAt), gt(sheetBatches.expiresAt, now())),
  )

export async function find(ctx: Ctx, kind: string, id: number): Promise<BatchRecord | undefined> {
  const [row] = await ctx.db
    .select()
    .from(sheetBatches)
    .where(own(ctx, kind, id))
  return row
}

export async function lock(ctx: Ctx, kind: string, id: number): Promise<BatchRecord | undefined> {
  const [row] = await ctx.db
    .select()
    .from(sheetBatches)
    .where(own(ctx, kind, id))
    .for('update')
  return row
}

export async function update({ db, now }: Ctx, id: number, set: Partial<BatchRecord>): Promise<void> {
  await db
    .update(sheetBatches)
    .set({ ...set, updatedAt: now() })
    .where(eq(sheetBatches.id, id))
}

export const listRows = ({ db }: Ctx, batchId: number, state?: number): Promise<RowRecord[]> =>
  db
    .select()
    .from(sheetBatchRows)
    .where(and(eq(sheetBatchRows.batchId, batchId), state === undefined ? undefined : eq(sheetBatchRows.state, state)))
    .orderBy(asc(sheetBatchRows.row))

export async function countStates({ db }: Ctx, batchId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ state: sheetBatchRows.state, num: count() })
    .from(sheetBatchRows)
    .where(eq(sheetBatchRows.batchId, batchId))
    .groupBy(sheetBatchRows.state)
  return new Map(rows.map(({ state, num }) => [state, num]))
}

/** Stores how it went with a row that waits. Returns false when somebody did before. */
export async function settleRow({ db }: Ctx, id: number, state: 2 | 3, message = ''): Promise<boolean> {
  const done = await db
    .update(sheetBatchRows)
    .set({ state, message: sql`left(${message}, 255)` })
    .where(and(eq(sheetBatchRows.id, id), eq(sheetBatchRows.state, 0)))
    .returning({ id: sheetBatchRows.id })
  return done.length > 0
}
