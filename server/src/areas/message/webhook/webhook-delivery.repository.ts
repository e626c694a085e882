import type { DeliveryQuery } from '@zhanggui/contract/message/webhook.ts'
import { and, asc, desc, eq, gte, lt, lte } from 'drizzle-orm'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { webhookDeliveries as deliveries } from './webhook.tables.ts'

export type DeliveryRow = typeof deliveries.$inferSelect
export type DeliveryFilter = FilterOf<DeliveryQuery, 'createTime'> & { from?: Date; to?: Date }

/** A page of deliveries, newest first, and the total. */
export async function list({ db }: Ctx, filter: DeliveryFilter, { limit, offset }: Page) {
  const { webhookId, event, status, from, to, ...left } = filter
  const where = and(
    allRead(left),
    webhookId ? eq(deliveries.webhookId, webhookId) : undefined,
    event ? eq(deliveries.event, event) : undefined,
    status ? eq(deliveries.status, status) : undefined,
    from && gte(deliveries.createdAt, from),
    to && lte(deliveries.createdAt, to),
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
