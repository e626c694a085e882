import type { ShipmentChange } from '@zhanggui/contract/order/shipment.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { bareNumber } from '@zhanggui/domain/order/express.ts'
import { canEditShipment, canWithdraw } from '@zhanggui/domain/order/order-state.ts'
import { leavesFurther, leftToSend, type Parcel, readParcel, refusalToUnsend } from '@zhanggui/domain/order/shipment.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { openCaseType } from '../after-sales/after-sales.repository.ts'
import { reckonAnew } from '../after-sales/after-sales-flow.service.ts'
import { listReshipped } from '../draft-order/draft-order.repository.ts'
import * as orders from '../order/order.repository.ts'
import { seesOrder } from '../order/order-change.service.ts'
import { eventOf, lockOrder, receiveTimeOf, refuseBy } from '../order/order-transition.service.ts'
import * as shipments from './shipment.repository.ts'
import {
  carrierOf,
  describeParcel,
  firstTrace,
  questionOf,
  refuseDouble,
  refuseSameNumber,
  SHIP_LABELS,
  stored,
  trailOf,
} from './shipment.service.ts'

const WHAT = '发货单'

type Named = { deliveryNo: string; version?: number | undefined }

/** Locks the order of a parcel that the caller sees, then the parcel, and does the work with them. */
function withParcel<Result>(
  ctx: Ctx,
  { deliveryNo, version }: Named,
  work: (tx: Ctx, order: orders.OrderRow, parcel: shipments.ShipmentRow) => Promise<Result>,
): Promise<Result> {
  return retried(ctx, async (tx) => {
    const found = await shipments.find(tx, deliveryNo)
    if (!found) throw notFound(WHAT)
    const order = await lockOrder(tx, { id: found.orderId })
    if (!seesOrder(tx, order)) throw notFound(WHAT)
    if (version !== undefined && version !== order.version)
      throw versionConflict({ id: order.id, version: order.version })
    return work(tx, order, await shipments.lock(tx, found.id))
  })
}

/**
 * T11: corrects how a parcel goes while it is on its way. Another number begins its traces anew, and so does the time by which
 * the order is received where the old one was signed; what is on paper says so.
 * @throws 400, 404, 409 for one that was received or withdrawn, SAME_NUMBER for a number on an order that goes elsewhere
 */
export function changeShipment(ctx: Ctx, { deliveryNo, version, ...said }: ShipmentChange) {
  const parcel = readParcel(said)
  return withParcel(ctx, { deliveryNo, version }, async (tx, order, row) => {
    refuseBy(canEditShipment(order, row.state))
    const facts = await shipments.readToShip(tx, order.id, questionOf(tx, parcel))
    const carrier = carrierOf(parcel, facts)
    const set = stored(parcel, carrier)
    const isKept = (name: keyof typeof set) => row[name] === set[name]
    if (Object.keys(set).every((name) => isKept(name as keyof typeof set)))
      return { id: order.id, version: order.version }
    const keepsNumber = bareNumber(row.expressNo) === bareNumber(set.expressNo) && isKept('expressName')
    if (!keepsNumber) {
      refuseSameNumber(facts.uses, said)
      const isFurther = !(await shipments.partsOf(tx, row.id)).length
      if (isFurther) refuseDouble(facts.doubles.filter((other) => other !== deliveryNo))
    }
    const anew = { trace: [], traceState: null, traceTime: null, signTime: null, traceAt: firstTrace(parcel, tx.now()) }
    await shipments.change(tx, row.id, { ...set, ...(keepsNumber ? {} : anew) })
    const saved = await orders.changeOrder(tx, order.id, {
      ...(!keepsNumber && row.signTime && (await unhurriedSet(tx, order))),
      ...(order.printTime && !(isKept('expressName') && isKept('expressNo')) && { printStale: true }),
    })
    const was = shipments.parcelOf(row)
    const [before, after] = [trailOf(was, row.expressName, deliveryNo), trailOf(parcel, carrier.name, deliveryNo)]
    await orders.noteOrder(tx, order.id, {
      changeType: 'shipEdit',
      message: `${await placeOf(tx, order.id, deliveryNo)}物流由「${describeWhole(was, row.expressName)}」改为「${describeWhole(parcel, carrier.name)}」`,
      extra: { deliveryNo, before, after },
    })
    await emit(tx, 'order.shipped', { ...eventOf(order), deliveryNo, edited: true })
    const named = { objectType: 'order', objectId: order.id, objectName: order.orderNo }
    await audit(tx, { action: 'shipEdit', ...named, labels: SHIP_LABELS, before, after })
    return saved
  })
}

/** 包裹 2 的, where an order has several. */
async function placeOf(tx: Ctx, orderId: number, deliveryNo: string): Promise<string> {
  const open = (await shipments.packedOf(tx, orderId)).filter(({ state }) => state !== 2)
  const at = open.findIndex((parcel) => parcel.deliveryNo === deliveryNo)
  return open.length > 1 ? `包裹 ${at + 1} 的` : ''
}

/** So much of a note is in a log's message. */
const MARK_SHOWN = 40

function describeWhole(parcel: Parcel, carrierName: string): string {
  const mark = parcel.mark && `备注：${cutText(parcel.mark, MARK_SHOWN)}`
  return [describeParcel(parcel, carrierName), maskPhone(parcel.deliveryTel), mark].filter(Boolean).join('，')
}

/** The time by which an order is received that no signature brought nearer; what a case that ended gave it stays. */
async function unhurriedSet(tx: Ctx, { shipTime, autoReceiveTime }: orders.OrderRow): Promise<orders.OrderSet> {
  if (!shipTime || !autoReceiveTime) return {}
  const usual = await receiveTimeOf(tx, shipTime)
  return usual > autoReceiveTime ? { autoReceiveTime: usual } : {}
}

/**
 * T12: takes back a parcel that has not left yet; its goods wait to be sent again.
 * @throws 404, 409 where it is too late
 */
export function withdrawShipment(ctx: Ctx, named: Named) {
  return withParcel(ctx, named, async (tx, order, row) => {
    const caseType = order.refundStatus === 1 ? await openCaseType(tx, order.id) : undefined
    const { state, shipTime } = row
    const isTraced = row.traceState !== null || row.trace.length > 0
    const packed = await shipments.packedOf(tx, order.id)
    const facts = { state, isTraced, shipTime, leavesFurther: leavesFurther(row.deliveryNo, packed) }
    refuseBy(canWithdraw(order, facts, tx.now(), caseType))
    const parts = packed.find(({ deliveryNo }) => deliveryNo === row.deliveryNo)?.lines ?? []
    const back = new Map(parts.map(({ lineId, num }) => [lineId, num]))
    const before = await orders.linesOf(tx, order.id)
    const lines = before.map((line) => ({
      ...line,
      sentNum: line.sentNum - (back.get(line.id) ?? 0),
    }))
    const refusal = refusalToUnsend(before, parts, await listReshipped(tx, order.orderNo))
    if (refusal) throw stateConflict(refusal)
    await shipments.change(tx, row.id, { state: 2, traceAt: null })
    await shipments.unsend(tx, parts)
    const isOpenAgain = lines.some((line) => leftToSend(line) > 0)
    const sentNum = lines.reduce((sum, line) => sum + line.sentNum, 0)
    const saved = await orders.changeOrder(tx, order.id, {
      sentNum,
      ...(isOpenAgain && { status: 0, shipTime: null, autoReceiveTime: null }),
      ...(order.printTime && { printStale: true }),
    })
    if (caseType !== undefined) await reckonAnew(tx, { order, lines: before }, { order: { ...order, sentNum }, lines })
    const was = describeParcel(shipments.parcelOf(row), row.expressName)
    await orders.noteOrder(tx, order.id, {
      changeType: 'shipWithdraw',
      message: `撤回发货：${was}`,
      extra: { deliveryNo: row.deliveryNo, parts },
    })
    await audit(tx, {
      action: 'shipWithdraw',
      objectType: 'order',
      objectId: order.id,
      objectName: order.orderNo,
      labels: SHIP_LABELS,
      before: trailOf(shipments.parcelOf(row), row.expressName, row.deliveryNo),
    })
    return saved
  })
}
