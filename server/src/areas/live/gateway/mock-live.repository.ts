import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { mockLiveGoods, mockLiveRooms } from './live-gateway.tables.ts'

export type MockRoom = typeof mockLiveRooms.$inferSelect
export type MockGoods = typeof mockLiveGoods.$inferSelect

export async function insertRoom({ db }: Ctx, room: MockRoom['room']): Promise<number> {
  const [row] = await db.insert(mockLiveRooms).values({ room }).returning({ id: mockLiveRooms.id })
  return row?.id ?? 0
}

export async function findRoom({ db }: Ctx, id: number): Promise<MockRoom | undefined> {
  const [row] = await db.select().from(mockLiveRooms).where(eq(mockLiveRooms.id, id))
  return row
}

export async function updateRoom({ db }: Ctx, id: number, room: MockRoom['room']): Promise<void> {
  await db.update(mockLiveRooms).set({ room }).where(eq(mockLiveRooms.id, id))
}

export async function removeRoom({ db }: Ctx, id: number): Promise<void> {
  await db.delete(mockLiveRooms).where(eq(mockLiveRooms.id, id))
}

export function listRooms({ db }: Ctx, offset: number, limit: number): Promise<MockRoom[]> {
  return db
    .select()
    .from(mockLiveRooms)
    .orderBy(sql`(${mockLiveRooms.room}->>'startTime')::bigint desc`, sql`${mockLiveRooms.id} desc`)
    .limit(limit)
    .offset(offset)
}

export async function insertGoods({ db, now }: Ctx, goods: MockGoods['goods']): Promise<MockGoods> {
  const [row] = await db
    .insert(mockLiveGoods)
    .values({ goods, auditId: 0, auditStatus: 1, submittedAt: now() })
    .returning()
  if (!row) throw new Error('the simulated good was not stored')
  return row
}

export async function findGoods({ db }: Ctx, id: number): Promise<MockGoods | undefined> {
  const [row] = await db.select().from(mockLiveGoods).where(eq(mockLiveGoods.id, id))
  return row
}

/** Changes a good while it is in one of the states. @returns whether it was */
export async function updateGoods(
  { db }: Ctx,
  id: number,
  from: readonly (0 | 1 | 2 | 3)[],
  change: Partial<MockGoods>,
): Promise<boolean> {
  const found = await db
    .update(mockLiveGoods)
    .set(change)
    .where(and(eq(mockLiveGoods.id, id), inArray(mockLiveGoods.auditStatus, [...from])))
    .returning({ id: mockLiveGoods.id })
  return found.length > 0
}

export async function removeGoods({ db }: Ctx, id: number): Promise<void> {
  await db.delete(mockLiveGoods).where(eq(mockLiveGoods.id, id))
}

export function listGoods({ db }: Ctx, auditStatus: 0 | 1 | 2 | 3, offset: number, limit: number) {
  return db
    .select()
    .from(mockLiveGoods)
    .where(eq(mockLiveGoods.auditStatus, auditStatus))
    .orderBy(mockLiveGoods.id)
    .limit(limit)
    .offset(offset)
}

export async function listStates({ db }: Ctx, ids: readonly number[]) {
  return db
    .select({ id: mockLiveGoods.id, auditStatus: mockLiveGoods.auditStatus })
    .from(mockLiveGoods)
    .where(inArray(mockLiveGoods.id, [...ids]))
}

/** Ends the reviews that were begun before a moment: names with 拒绝 are refused, the others pass. */
export async function endReviews({ db }: Ctx, before: Date): Promise<void> {
  await db.execute(sql`
    update mock_live_goods set audit_status = case when goods->>'name' like '%拒绝%' then 3 else 2 end
    where audit_status = 1 and submitted_at <= ${before.toISOString()}::timestamptz`)
}
