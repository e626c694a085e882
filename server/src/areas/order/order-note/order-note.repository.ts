import { desc, eq, sql } from 'drizzle-orm'
import type { NewRow, WhoAndWhen } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { storeOrders } from '../order/order.tables.ts'
import { type BulkChanges, orderBulks, orderComments } from './order-note.tables.ts'

export type CommentRow = typeof orderComments.$inferSelect
export type BulkRow = typeof orderBulks.$inferSelect

export async function insertComment(
  { db, now }: Ctx,
  comment: NewRow<typeof orderComments, WhoAndWhen | 'edited'>,
): Promise<number> {
  const at = now()
  const [saved] = await db
    .insert(orderComments)
    .values({ ...comment, createdAt: at, updatedAt: at })
    .returning({ id: orderComments.id })
  return saved?.id ?? 0
}

/** Locks a comment, with what decides who sees its order. */
export async function lockComment({ db }: Ctx, id: number) {
  const { orderNo, shippingType, storeId, isSystemDel } = storeOrders
  const [found] = await db
    .select({ comment: orderComments, order: { id: storeOrders.id, orderNo, shippingType, storeId, isSystemDel } })
    .from(orderComments)
    .innerJoin(storeOrders, eq(storeOrders.id, orderComments.orderId))
    .where(eq(orderComments.id, id))
    .for('update', { of: orderComments })
  return found
}

export async function changeComment({ db, now }: Ctx, id: number, content: string): Promise<void> {
  await db.update(orderComments).set({ content, edited: true, updatedAt: now() }).where(eq(orderComments.id, id))
}

export async function removeComment({ db }: Ctx, id: number): Promise<void> {
  await db.delete(orderComments).where(eq(orderComments.id, id))
}

/** The newest comments of an order. */
export function listComments({ db }: Ctx, orderId: number, limit: number): Promise<CommentRow[]> {
  return db
    .select()
    .from(orderComments)
    .where(eq(orderComments.orderId, orderId))
    .orderBy(desc(orderComments.id))
    .limit(limit)
}

export async function insertBulk({ db, now }: Ctx, bulk: NewRow<typeof orderBulks, 'createdAt' | 'undoneAt'>) {
  const [saved] = await db
    .insert(orderBulks)
    .values({ ...bulk, createdAt: now() })
    .returning({ id: orderBulks.id })
  return saved?.id ?? 0
}

export async function findBulk({ db }: Ctx, id: number): Promise<BulkRow | undefined> {
  const [row] = await db.select().from(orderBulks).where(eq(orderBulks.id, id))
  return row
}

/** Adds an order to what a bulk has changed, in the transaction of the change. */
export async function addDone({ db }: Ctx, id: number, done: BulkChanges['done'][number]): Promise<void> {
  await db.execute(sql`
    update order_bulk set changes = jsonb_set(changes, '{done}', changes -> 'done' || ${JSON.stringify([done])}::jsonb)
    where id = ${id}`)
}

/** Sets parts of what is kept of a bulk. */
export async function updateBulk(
  { db }: Ctx,
  id: number,
  parts: Partial<BulkChanges>,
  expiresAt?: Date,
): Promise<void> {
  await db
    .update(orderBulks)
    .set({
      changes: sql`${orderBulks.changes} || ${JSON.stringify(parts)}::jsonb`,
      ...(expiresAt && { expiresAt }),
    })
    .where(eq(orderBulks.id, id))
}

/** Adds an order to what was put back of a bulk, in the transaction that does it. */
export async function addUndone({ db }: Ctx, id: number, orderNo: string): Promise<void> {
  await db.execute(sql`
    update order_bulk
    set changes = jsonb_set(changes, '{undoneNos}', coalesce(changes -> 'undoneNos', '[]') || to_jsonb(${orderNo}::text))
    where id = ${id}`)
}

/** Locks a bulk, so that one caller at a time decides to take it back. */
export async function lockBulk({ db }: Ctx, id: number): Promise<BulkRow> {
  const [row] = await db.select().from(orderBulks).where(eq(orderBulks.id, id)).for('update')
  if (!row) throw new Error('a bulk is gone')
  return row
}

/** Marks a bulk as being taken back. */
export async function beginUndo({ db, now }: Ctx, id: number, undone: BulkChanges['undone']): Promise<void> {
  const changes = sql`${orderBulks.changes} || ${JSON.stringify({ undone })}::jsonb`
  await db.update(orderBulks).set({ undoneAt: now(), changes }).where(eq(orderBulks.id, id))
}

/** Orders on hold whose day has come. */
export function listHeldUntil({ db }: Ctx, day: string, tried: ReturnType<typeof sql>, limit: number) {
  return db
    .select({ id: storeOrders.id })
    .from(storeOrders)
    .where(sql`store_order.hold and hold_until <= ${day}::date and ${tried}`)
    .orderBy(storeOrders.createdAt, storeOrders.id)
    .limit(limit)
}

/** Locks an order, unless another transaction has it or it is no longer on hold. */
export async function lockHeld({ db }: Ctx, id: number, day: string) {
  const [row] = await db
    .select()
    .from(storeOrders)
    .where(sql`id = ${id} and hold and hold_until <= ${day}::date`)
    .for('update', { skipLocked: true })
  return row
}
