import type { Traces } from '@zhanggui/contract/order/shipment.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { nextTraceAt } from '@zhanggui/domain/order/shipment.ts'
import { parseWireTime, toWireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import type { Trace } from '../../../platform/outside/logistics.ts'
import { isTracking, traceParcel } from '../../setting/express/express-provider.service.ts'
import { eachRow } from '../../work/parked/job-parked.service.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder } from '../order/order-change.service.ts'
import { lockOrder } from '../order/order-transition.service.ts'
import * as shipments from './shipment.repository.ts'
import * as traces from './shipment-trace.repository.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Carriers are not asked about a parcel again within this time. */
const FRESH_MS = 30 * MINUTE_MS
/** Once every parcel is signed, an order is received after so many days at the latest. */
const SIGNED_DAYS = 7
const BATCH = 200
/** After so many failures in a row the service is taken to be down, and left alone until the next run. */
const MAX_FAILURES = 3

/** The job that asks carriers about parcels on their way. */
export const LOGISTICS_TRACK = 'logisticsTrack'

/**
 * Where a parcel of an order of the caller's is; its carrier is asked unless that was done within half an hour.
 * @throws 404; 422 where the service is off, or the parcel has no carrier; 502 when it does not answer and nothing is known
 */
export async function getTraces(ctx: Ctx, deliveryNo: string): Promise<Traces> {
  const parcel = await shipments.find(ctx, deliveryNo)
  const order = parcel && (await orders.findOrder(ctx, { id: parcel.orderId }))
  if (!order || !seesOrder(ctx, order)) throw notFound('发货单')
  if (parcel.deliveryType !== 'express') throw new Refusal('该包裹没有快递单号')
  if (!(await isTracking(ctx)) && !parcel.trace.length)
    throw new Refusal(`未开启物流查询，快递单号：${parcel.expressNo}`, 'NOT_CONFIGURED')
  return toWire(await freshTraces(ctx, { ...parcel, userPhone: order.userPhone }))
}

/** A parcel with its traces, asked for again unless they are recent; the known ones where the carrier does not answer. */
export async function freshTraces(ctx: Ctx, parcel: traces.Traced): Promise<shipments.ShipmentRow> {
  if (!(await isTracking(ctx)) || isFresh(ctx, parcel)) return parcel
  try {
    await ask(ctx, parcel)
  } catch (error) {
    if (!(error instanceof HttpError || error instanceof Refusal) || !parcel.traceTime) throw error
    if (isNumberRefused(error) && !parcel.trace.length) throw error
    ctx.log.warn({ err: error, deliveryNo: parcel.deliveryNo }, 'a carrier was not asked')
  }
  return (await shipments.find(ctx, parcel.deliveryNo)) ?? parcel
}

/** Whether asking again would bring nothing new: asked a moment ago, signed, or withdrawn. */
function isFresh({ now }: Ctx, { traceTime, signTime, state, deliveryType }: shipments.ShipmentRow): boolean {
  if (deliveryType !== 'express' || state === 2 || signTime) return true
  return traceTime !== null && now().getTime() - traceTime.getTime() < FRESH_MS
}

function toWire(parcel: shipments.ShipmentRow): Traces {
  return {
    expressName: parcel.expressName,
    number: parcel.expressNo,
    state: parcel.traceState,
    issign: parcel.signTime !== null,
    list: parcel.trace,
    updateTime: parcel.traceTime && toWireTime(parcel.traceTime),
  }
}

/** Asks a carrier about a parcel and stores its answer. @throws 422, 502 */
async function ask(ctx: Ctx, parcel: traces.Traced): Promise<void> {
  const { expressCode, expressName } = parcel
  const told = await traceParcel(ctx, { expressCode, expressName, number: numberOf(parcel) })
  // A carrier that knows nothing any more takes nothing back.
  const { traceState, trace: steps } = parcel
  const trace = told.state === null && traceState !== null ? { state: traceState, isSigned: false, steps } : told
  const signTime = trace.isSigned ? signedAt(ctx, trace) : null
  const isOver = trace.isSigned || trace.state === 6 || parcel.state !== 0
  const traceAt = isOver ? null : nextTraceAt(parcel.shipTime, ctx.now())
  const isStored = await traces.storeTrace(ctx, parcel, trace, { signTime, traceAt })
  if (isStored && signTime) await receiveSooner(ctx, parcel.orderId)
}

/** SF answers only with the last digits of a phone: the sender's where staff typed them, else the receiver's. */
function numberOf({ expressCode, expressNo, userPhone }: traces.Traced): string {
  return expressCode.toUpperCase() === 'SF' && !expressNo.includes(':')
    ? `${expressNo}:${userPhone.slice(-4)}`
    : expressNo
}

function signedAt({ now }: Ctx, { steps }: Trace): Date {
  const [last] = steps
  const told = last && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(last.time) ? readTime(last.time) : undefined
  return told && told <= now() ? told : now()
}

function readTime(text: string): Date | undefined {
  const at = parseWireTime(text)
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

/** Every parcel of an order is signed: it is received a week after the last at the latest. */
async function receiveSooner(ctx: Ctx, orderId: number): Promise<void> {
  await retried(ctx, async (tx) => {
    const order = await lockOrder(tx, { id: orderId })
    if (order.status !== 1 || order.closeType || !order.autoReceiveTime) return
    const parcels = (await traces.listOf(tx, orderId)).filter(({ deliveryType }) => deliveryType !== 'fictitious')
    const signed = parcels.flatMap(({ signTime }) => signTime ?? [])
    if (!signed.length || signed.length < parcels.length) return
    const autoReceiveTime = new Date(Math.max(...signed.map((at) => at.getTime())) + SIGNED_DAYS * DAY_MS)
    if (autoReceiveTime < order.autoReceiveTime) await orders.changeOrder(tx, orderId, { autoReceiveTime })
  })
}

/** Whether the service works but knows nothing of this number: asking again soon costs money and brings the same. */
const isNumberRefused = (error: unknown) => error instanceof HttpError && error.code === 'NUMBER_REFUSED'

/** Asks carriers about parcels that are due. Returns how many were asked. */
export async function trackParcels(ctx: Ctx, signal: AbortSignal): Promise<number> {
  if (!(await isTracking(ctx))) return 0
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  let [asked, failures, after] = [0, 0, 0]
  while (!ended.aborted) {
    const due = await traces.listDue(ctx, LOGISTICS_TRACK, after, BATCH)
    asked += await eachRow(ctx, LOGISTICS_TRACK, due, ended, async (parcel) => {
      try {
        await ask(ctx, parcel)
        failures = 0
        return true
      } catch (error) {
        if (isNumberRefused(error)) {
          failures = 0
          await traces.postpone(ctx, parcel, parcel.state ? null : nextTraceAt(parcel.shipTime, ctx.now()))
          return true
        }
        // Used up, switched off or down is no parcel's fault: it stays due, and none is left alone for it.
        if (!(error instanceof Refusal || error instanceof HttpError)) throw error
        ctx.log.warn({ err: error, deliveryNo: parcel.deliveryNo }, 'a carrier was not asked')
        if (error instanceof Refusal || ++failures >= MAX_FAILURES) stop.abort()
        return false
      }
    })
    after = due.at(-1)?.id ?? 0
    if (due.length < BATCH) break
  }
  return asked
}
