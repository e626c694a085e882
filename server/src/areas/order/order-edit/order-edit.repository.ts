import { and, eq, lt, sql } from 'drizzle-orm'
import type { NewRow, WhoAndWhen } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { insertingLines, linesJson, type NewLine } from '../order/order.parts.ts'
import { orderLines } from '../order/order.tables.ts'
import { orderEdits, type SwapStep } from './order-edit.tables.ts'

export type EditRow = typeof orderEdits.$inferSelect
export type NewEdit = NewRow<typeof orderEdits, WhoAndWhen | 'version' | 'finishTime'>

export async function insert({ db, caller, now }: Ctx, row: NewEdit): Promise<EditRow> {
  const by = caller?.userId ?? null
  const [saved] = await db
    .insert(orderEdits)
    .values({ ...row, createdBy: by, updatedBy: by, createdAt: now(), updatedAt: now() })
    .returning()
  if (!saved) throw new Error('the edit was not stored')
  return saved
}

/** The edit of an order that waits for its money. */
export async function findWaiting({ db }: Ctx, orderId: number): Promise<EditRow | undefined> {
  const [row] = await db
    .select()
    .from(orderEdits)
    .where(and(eq(orderEdits.orderId, orderId), sql`state = 0`))
  return row
}

/** The same, locked; the order is locked before. */
export async function lockWaiting({ db }: Ctx, orderId: number): Promise<EditRow | undefined> {
  const [row] = await db
    .select()
    .from(orderEdits)
    .where(and(eq(orderEdits.orderId, orderId), sql`state = 0`))
    .for('update')
  return row
}

/** Ends a locked edit: 1 applied, 2 expired, 3 cancelled. */
export async function end({ db, now }: Ctx, id: number, state: 1 | 2 | 3): Promise<void> {
  await db
    .update(orderEdits)
    .set({ state, finishTime: now(), updatedAt: now(), version: sql`${orderEdits.version} + 1` })
    .where(eq(orderEdits.id, id))
}

/** Edits whose time to pay is over, with their orders. */
export function listOver(ctx: Ctx, job: string, after: number, limit: number) {
  const { db, now } = ctx
  const { id, orderId, expireTime } = orderEdits
  return db
    .select({ id, orderId, expireTime })
    .from(orderEdits)
    .where(and(sql`state = 0`, lt(expireTime, now()), isTried(ctx, job, id), sql`${id} > ${after}`))
    .orderBy(id)
    .limit(limit)
}

/** Adds lines to a locked order. */
export async function addLines({ db, now }: Ctx, orderId: number, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map((line) => ({ ...line, orderId, createdAt: now() }))
  await db.execute(insertingLines(sql`${linesJson(rows)}`))
}

/** Makes a line another SKU; price, shares and counts stay. */
export async function swapLine({ db }: Ctx, { lineId, skuId, set }: SwapStep): Promise<void> {
  await db
    .update(orderLines)
    .set({ skuId, ...set })
    .where(eq(orderLines.id, lineId))
}
