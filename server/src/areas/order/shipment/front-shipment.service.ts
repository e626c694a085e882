import type { FrontParcel, TracedParcel } from '@zhanggui/contract/order/front-shipment.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import type { SentPart } from '@zhanggui/domain/order/shipment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { findOwn } from '../order/order.repository.ts'
import { WHAT } from '../order/order-transition.service.ts'
import type { ShipmentRow } from './shipment.repository.ts'
import { listOf, partsOfOrder } from './shipment-trace.repository.ts'
import { freshTraces } from './shipment-trace.service.ts'

/** The parcels of a buyer's order, withdrawn ones aside. */
export async function parcelsOf(ctx: Ctx, orderId: number): Promise<FrontParcel[]> {
  const rows = await listOf(ctx, orderId)
  if (!rows.length) return []
  const parts = await partsOfOrder(ctx, orderId)
  return rows.map((row) => toParcel(row, parts.get(row.id) ?? []))
}

/**
 * Where the parcels of an order of the calling buyer are. Of a carrier that does not answer, what it said before.
 * @throws 404
 */
export async function traceOwnOrder(ctx: Ctx, orderNo: string): Promise<{ list: TracedParcel[] }> {
  const order = await findOwn(ctx, ctx.buyer.uid, orderNo)
  if (!order) throw notFound(WHAT)
  const parts = await partsOfOrder(ctx, order.id)
  const list: TracedParcel[] = []
  for (const row of await listOf(ctx, order.id)) {
    const known = await freshTraces(ctx, { ...row, userPhone: order.userPhone }).catch((error: unknown) => {
      if (!(error instanceof HttpError || error instanceof Refusal)) throw error
      ctx.log.warn({ err: error, deliveryNo: row.deliveryNo }, 'a carrier was not asked')
      return row
    })
    list.push({ ...toParcel(known, parts.get(row.id) ?? []), list: known.trace })
  }
  return { list }
}

function toParcel(row: ShipmentRow, lines: SentPart[]): FrontParcel {
  const { deliveryNo, deliveryType, expressName, expressNo, delivererName, delivererPhone, traceState, trace } = row
  return {
    deliveryNo,
    deliveryType,
    expressName,
    expressNo,
    deliveryName: delivererName,
    deliveryTel: delivererPhone,
    traceState,
    lastTrace: trace[0] ?? null,
    lines,
    shipTime: toWireTime(row.shipTime),
    signTime: row.signTime && toWireTime(row.signTime),
  }
}
