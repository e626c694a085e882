import type { ShipCommand, ShipOrder } from '@zhanggui/contract/order/shipment.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { bareNumber, numbersCountSince } from '@zhanggui/domain/order/express.ts'
import { canAddParcel, canShip } from '@zhanggui/domain/order/order-state.ts'
import { deliveryTypes, type Parcel, planShipment, readParcel } from '@zhanggui/domain/order/shipment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { keyedNumberOf } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { findOrder, type OrderRow } from '../order/order.repository.ts'
import { seesOrder } from '../order/order-change.service.ts'
import { eventOf, linkOf, refusalOf, refuseBy, sentSet, WHAT } from '../order/order-transition.service.ts'
import * as shipments from './shipment.repository.ts'

const DAY_MS = 24 * 3_600_000
const MAX_NEIGHBOURS = 9

/** What shipping an order answers. */
export type Shipped = { id: number; version: number; deliveryNo: string; labelUrl: string }

/** What a caller adds to the command of a shipment. */
type ShipExtras = {
  /** The sheet it is shipped by. */
  batchId?: number
  /** Orders that leave in the same parcel afterwards. */
  withOrders?: readonly string[]
  /** The receiver it must go to, of an order that leaves with another. */
  addressKey?: string | null
}

/**
 * T9, T10: sends what is left of an order or a part of it, or one more parcel of what was sent.
 * @param tx a transaction under `retried`
 * @param order locked
 * @throws 400 for a wrong number, name, phone or line; 409 where the order's state does not allow it, SAME_NUMBER for a number
 * on an order that goes elsewhere; 422 beyond the number of parcels
 */
export async function shipInTx(
  tx: Ctx,
  order: OrderRow,
  command: ShipCommand,
  extras: ShipExtras = {},
): Promise<Shipped> {
  const parcel = readParcel(command)
  refuseVersion(order, command)
  const facts = await shipments.readToShip(tx, order.id, questionOf(tx, parcel, extras))
  return storeShipment(tx, order, facts, { command, parcel, extras })
}

/**
 * Sends an order of the caller's, then those that leave in the same parcel, each in a transaction of its own.
 * @throws 404, and as {@link shipInTx}; 422 for orders that go elsewhere
 */
export async function shipOrder(ctx: Ctx, { orderNo, withOrders, ...command }: ShipOrder) {
  // The result of the transaction is the answer, so that it is stored with the call's key before the commit.
  if (!withOrders?.length) return retried(ctx, async (tx) => (await shipOne(tx, orderNo, command)).shipped)
  if (command.lines) throw new BadInput('合单发货时整单发出，不能选择商品', 'lines')
  if (command.deliveryType !== 'express') throw new BadInput('合单发货只用于快递', 'withOrders')
  const names = [...new Set(withOrders)].filter((name) => name !== orderNo)
  const { addressKey, shipped } = await retried(ctx, (tx) => shipOne(tx, orderNo, command, { withOrders: names }))
  const others: { orderNo: string; ok: boolean; message: string }[] = []
  const { version: _, ...same } = command
  for (const name of names) {
    const message = await retried(ctx, (tx) => shipOne(tx, name, same, { addressKey })).then(
      () => '',
      (error: unknown) => {
        if (error instanceof HttpError || error instanceof Refusal || error instanceof BadInput) return error.message
        throw error
      },
    )
    others.push({ orderNo: name, ok: !message, message })
  }
  return { ...shipped, others }
}

/** Locks, judges and sends an order in two statements. @param tx under `retried` */
async function shipOne(tx: Ctx, orderNo: string, command: ShipCommand, extras: ShipExtras = {}) {
  const parcel = readParcel(command)
  const found = await shipments.openToShip(tx, orderNo, questionOf(tx, parcel, extras))
  if (!found || found.order.isSystemDel || !seesOrder(tx, found.order)) throw notFound(WHAT)
  const { order, facts } = found
  refuseVersion(order, command)
  if (extras.addressKey !== undefined && extras.addressKey !== order.addressKey) throw elsewhere()
  const shipped = await storeShipment(tx, order, facts, { command, parcel, extras })
  return { shipped, addressKey: order.addressKey }
}

function refuseVersion({ id, version }: OrderRow, command: ShipCommand) {
  if (command.version !== undefined && command.version !== version) throw versionConflict({ id, version })
}

/** What is asked about an order before a parcel of it goes so. */
export function questionOf({ now }: Ctx, parcel: Parcel, { withOrders = [] }: ShipExtras = {}): shipments.ShipQuestion {
  const since = numbersCountSince(now())
  return { expressCode: parcel.expressCode, bareNumber: bareNumber(parcel.expressNumber), since, withOrders }
}

const elsewhere = () => new Refusal('收货信息不一致，不能合并发货')

type Wanted = { command: ShipCommand; parcel: Parcel; extras: ShipExtras }

async function storeShipment(tx: Ctx, order: OrderRow, facts: shipments.ShipFacts, wanted: Wanted): Promise<Shipped> {
  const { command, parcel, extras } = wanted
  const isFurther = command.lines?.length === 0
  const state = { ...order, isEdited: facts.isEdited }
  refuseBy(isFurther ? canAddParcel(state) : canShip(state))
  const carrier = carrierOf(parcel, facts)
  const plan = planShipment(facts.lines, command.lines, facts.used)
  if ('guard' in plan) throw refusalOf(plan.guard)
  if (facts.strangers.length) throw elsewhere()
  refuseSameNumber(facts.uses, command)
  if (isFurther) refuseDouble(facts.doubles)
  else refuseOwnNumber(order, facts.doubles, command)
  const { parts } = plan
  const isLast = !isFurther && plan.isRest
  const at = tx.now()
  const deliveryNo = keyedNumberOf(tx, 'D', at, facts.drawn)
  const events = [
    [
      'order.shipped',
      { ...eventOf(order), deliveryNo, partly: !isFurther && !isLast, ...(isFurther && { further: true }) },
    ],
  ] as const
  const saved = await shipments.ship(tx, {
    order,
    parts,
    events,
    set: isLast ? await sentSet(tx) : {},
    parcel: {
      ...stored(parcel, carrier),
      deliveryNo,
      traceAt: firstTrace(parcel, at),
      batchId: extras.batchId ?? null,
    },
    note: {
      changeType: 'ship',
      message: `${titleOf(isFurther, isLast)}：${describeParcel(parcel, carrier.name)}${describeParts(facts, plan.parts, isLast && !order.sentNum)}`,
      extra: { deliveryNo, parts },
    },
  })
  await audit(tx, {
    action: 'ship',
    objectType: 'order',
    objectId: order.id,
    objectName: order.orderNo,
    labels: SHIP_LABELS,
    after: trailOf(parcel, carrier.name, deliveryNo),
  })
  await tellShipped(tx, order, { parcel, carrier, deliveryNo, productName: facts.lines[0]?.storeName ?? '' })
  return { ...saved, deliveryNo, labelUrl: '' }
}

const titleOf = (isFurther: boolean, isLast: boolean) => (isFurther ? '附加包裹' : isLast ? '发货' : '部分发货')

/** The carrier of a parcel, or nothing for other ways. @throws 400 for one that may not be chosen */
export function carrierOf({ deliveryType }: Parcel, { carrier }: Pick<shipments.ShipFacts, 'carrier'>) {
  if (deliveryType !== 'express') return { code: '', name: '' }
  if (!carrier) throw new BadInput('请选择快递公司', 'expressCode')
  return carrier
}

/** @throws 409 SAME_NUMBER, unless staff confirmed it */
export function refuseSameNumber(
  uses: readonly shipments.NumberUse[],
  { confirmSame }: { confirmSame?: boolean },
): void {
  if (!uses.length || confirmSame) return
  throw new HttpError(409, 'SAME_NUMBER', '该快递单号已用于其他订单，请确认', {
    uses: uses.map(({ id, orderNo: name }) => ({ type: 'order', id, name })),
  })
}

/**
 * Two parcels of one order rarely have one number: usually the second was not scanned.
 * @param doubles other parcels of the order with the number
 * @throws 409
 */
function refuseOwnNumber(
  { id, orderNo }: OrderRow,
  doubles: readonly string[],
  { confirmSame }: { confirmSame?: boolean },
): void {
  if (!doubles.length || confirmSame) return
  throw new HttpError(409, 'SAME_NUMBER', '该快递单号已是本订单另一个包裹的单号，请确认', {
    uses: [{ type: 'order', id, name: orderNo }],
  })
}

/**
 * A further parcel has a number of its own: the same again is the same call twice.
 * @param doubles other parcels of the order with its number
 * @throws 409
 */
export function refuseDouble(doubles: readonly string[]): void {
  if (doubles.length) throw stateConflict('该快递单号已是本订单的包裹，请勿重复添加')
}

/** A parcel's columns. */
export function stored(parcel: Parcel, carrier: { code: string; name: string }) {
  return {
    deliveryType: parcel.deliveryType,
    expressCode: carrier.code,
    expressName: carrier.name,
    expressNo: parcel.expressNumber,
    delivererName: parcel.deliveryName,
    delivererPhone: parcel.deliveryTel,
    mark: parcel.mark,
  }
}

/** When a carrier is first asked by itself where a parcel is; null for what has no carrier. */
export const firstTrace = ({ deliveryType }: Pick<Parcel, 'deliveryType'>, shippedAt: Date): Date | null =>
  deliveryType === 'express' ? new Date(shippedAt.getTime() + DAY_MS) : null

/** How a parcel leaves, in words. */
export function describeParcel({ deliveryType, expressNumber, deliveryName }: Parcel, carrierName: string): string {
  if (deliveryType === 'express') return `${carrierName} ${expressNumber}`
  return deliveryType === 'send' ? `${deliveryTypes.send}，${deliveryName}` : deliveryTypes.fictitious
}

function describeParts(
  { lines }: shipments.ShipFacts,
  parts: readonly { lineId: number; num: number }[],
  isAll: boolean,
) {
  if (isAll || !parts.length) return ''
  const nameOf = (lineId: number) => lines.find(({ id }) => id === lineId)?.storeName ?? ''
  return `，${parts.map(({ lineId, num }) => `${nameOf(lineId)}×${num}`).join('、')}`
}

export const SHIP_LABELS = {
  deliveryNo: '发货单号',
  deliveryType: '发货方式',
  expressName: '快递公司',
  expressNumber: '快递单号',
  deliveryName: '送货人',
  deliveryTel: '送货电话',
  mark: '发货备注',
}

/** A parcel in the log and the audit trail. */
export function trailOf({ deliveryType, deliveryTel, ...parcel }: Parcel, expressName: string, deliveryNo: string) {
  const { expressNumber, deliveryName, mark } = parcel
  return {
    deliveryNo,
    deliveryType: deliveryTypes[deliveryType],
    expressName,
    expressNumber,
    deliveryName,
    deliveryTel: maskPhone(deliveryTel),
    mark,
  }
}

type Told = { parcel: Parcel; carrier: { name: string }; deliveryNo: string; productName: string }

async function tellShipped(
  tx: Ctx,
  order: OrderRow,
  { parcel, carrier, deliveryNo, productName }: Told,
): Promise<void> {
  await tellBuyer(tx, {
    mark: parcel.deliveryType === 'send' ? 'fulfillmentOrder' : 'deliverGoods',
    uid: order.uid,
    bizId: deliveryNo,
    link: linkOf(order),
    values: {
      orderNo: order.orderNo,
      productName,
      shipTime: toWireTime(tx.now()),
      expressName: carrier.name,
      expressNumber: parcel.expressNumber,
      deliveryName: parcel.deliveryName,
      deliveryTel: parcel.deliveryTel,
    },
  })
}

/** Orders to ship that go to the same receiver as one, the oldest first. @throws 404 */
export async function listNeighbours(ctx: Ctx, orderNo: string) {
  const order = await findOrder(ctx, { orderNo })
  if (!order || !seesOrder(ctx, order)) throw notFound(WHAT)
  if (!order.addressKey || order.tab !== 2) return { list: [] }
  const rows = await shipments.listNeighbours(ctx, order, MAX_NEIGHBOURS)
  return { list: rows.map(({ createdAt, ...row }) => ({ ...row, createTime: toWireTime(createdAt) })) }
}
