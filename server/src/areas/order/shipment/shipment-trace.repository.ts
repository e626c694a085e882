import type { SentPart } from '@zhanggui/domain/order/shipment.ts'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Trace } from '../../../platform/outside/logistics.ts'
import { isTried } from '../../work/parked/job-parked.parts.ts'
import { storeOrders } from '../order/order.tables.ts'
import type { ShipmentRow } from './shipment.repository.ts'
import { shipmentLines, shipments } from './shipment.tables.ts'

/** A parcel with what of its order is needed to ask about it. */
export type Traced = ShipmentRow & { userPhone: string }

/** Parcels whose carriers are to be asked, the longest due first; those a job leaves alone aside. */
export async function listDue(ctx: Ctx, job: string, after: number, limit: number): Promise<Traced[]> {
  const rows = await ctx.db
    .select({ parcel: shipments, userPhone: storeOrders.userPhone })
    .from(shipments)
    .innerJoin(storeOrders, eq(storeOrders.id, shipments.orderId))
    .where(
      and(
        sql`trace_at is not null and trace_at <= ${ctx.now().toISOString()}::timestamptz`,
        sql`${shipments.id} > ${after}`,
        isTried(ctx, job, shipments.id),
      ),
    )
    .orderBy(asc(shipments.id))
    .limit(limit)
  return rows.map(({ parcel, userPhone }) => ({ ...parcel, userPhone }))
}

/** The parcels of an order that were not withdrawn, in their order. */
export function listOf({ db }: Ctx, orderId: number): Promise<ShipmentRow[]> {
  return db
    .select()
    .from(shipments)
    .where(and(eq(shipments.orderId, orderId), ne(shipments.state, 2)))
    .orderBy(asc(shipments.id))
}

/**
 * Stores what a carrier said of a parcel, unless its number was corrected meanwhile.
 * @returns whether it was stored
 */
export async function storeTrace(
  { db, now }: Ctx,
  { id, expressNo }: ShipmentRow,
  { state, steps }: Trace,
  { signTime, traceAt }: { signTime: Date | null; traceAt: Date | null },
): Promise<boolean> {
  const rows = await db
    .update(shipments)
    .set({ trace: steps, traceState: state, traceTime: now(), signTime, traceAt, updatedAt: now() })
    .where(and(eq(shipments.id, id), eq(shipments.expressNo, expressNo), ne(shipments.state, 2)))
    .returning({ id: shipments.id })
  return rows.length > 0
}

/** Says when the carrier of a parcel is asked next, unless the number was corrected meanwhile. */
export async function postpone({ db, now }: Ctx, { id, expressNo }: ShipmentRow, traceAt: Date | null): Promise<void> {
  await db
    .update(shipments)
    .set({ traceAt, traceTime: now() })
    .where(and(eq(shipments.id, id), eq(shipments.expressNo, expressNo), ne(shipments.state, 2)))
}

/** What is in the parcels of an order, by parcel. */
export async function partsOfOrder({ db }: Ctx, orderId: number): Promise<Map<number, SentPart[]>> {
  const { shipmentId, lineId, num } = shipmentLines
  const rows = await db
    .select({ shipmentId, lineId, num })
    .from(shipmentLines)
    .innerJoin(shipments, eq(shipments.id, shipmentId))
    .where(eq(shipments.orderId, orderId))
    .orderBy(asc(lineId))
  const parts = new Map<number, SentPart[]>()
  for (const { shipmentId: of, ...part } of rows) parts.set(of, [...(parts.get(of) ?? []), part])
  return parts
}
