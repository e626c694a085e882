import type { DeliveryState } from '@zhanggui/contract/message/webhook.ts'
import { and, asc, desc, eq, gte, lt, lte } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { webhookDeliveries as deliveries } from './webhook.tables.ts'

export type DeliveryRow = typeof deliveries.$inferSelect
export type DeliveryFilter = { webhookId?: number; event?: string; status?: DeliveryState; from?: Date; to?: Date }

/** A page of deliveries, newest first, and the total. */
export async function list({ db }: Ctx, filter: DeliveryFilter, { limit, offset }: Page) {
  const where = and(
    filter.webhookId ? eq(deliveries.webhookId, filter.webhookId) : undefined,
    filter.event ? eq(deliveries.event, filter.event) : undefined,
    filter.status ? eq(deliveries.status, filter.status) : undefined,
    filter.from && gte(deliveries.createdAt, filter.from),
    filter.to && lte(deliveries.createdAt, filter.to),
  )
  const rows = await db.select().from(deliveries).where(where).orderBy(desc(deliveries.id)).limit(limit).offset(offset)
  return { rows, ...(await countBounded(db, deliveries, where)) }
}

export async function find({ db }: Ctx, id: number): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id))
  return row
}

export async function insert({ db }: Ctx, delivery: typeof deliveries.$inferInsert): Promise<DeliveryRow> {
  const [saved] = await db.insert(deliveries).values(delivery).returning()
  if (!saved) throw new Error('a delivery was not stored')
  return saved
}

/** Changes a delivery in any state. */
export async function update({ db, now }: Ctx, id: number, change: Partial<DeliveryRow>): Promise<void> {
  await db
    .update(deliveries)
    .set({ ...change, updatedAt: now() })
    .where(eq(deliveries.id, id))
}

/** Locks a delivery. @returns undefined when it no longer waits for that job */
export async function lockWaiting({ db }: Ctx, id: number, jobId: string | null): Promise<DeliveryRow | undefined> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id)).for('update')
  return row?.status === 'waiting' && row.jobId === jobId ? row : undefined
}

/** Deliveries whose attempt was due before the moment and was not made; simultaneous callers get different ones. */
export function lockOverdue({ db }: Ctx, before: Date, limit: number) {
  return db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.status, 'waiting'), lt(deliveries.nextAt, before)))
    .orderBy(asc(deliveries.id))
    .limit(limit)
    .for('update', { skipLocked: true })
}
