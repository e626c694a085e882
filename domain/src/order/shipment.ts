import { BadInput } from '../errors.ts'
import { STORED_PHONE } from '../validators.ts'
import { BAD_NUMBER, isExpressNumber, tidyNumber } from './express.ts'
import type { Guard } from './order-state.ts'

/** How an order leaves: by a carrier, by the shop's own courier, or without anything to carry. */
export const deliveryTypes = { express: '快递', send: '商家配送', fictitious: '无需物流' } as const
export type DeliveryType = keyof typeof deliveryTypes

/** 0 on its way, 1 received, 2 withdrawn. */
export const shipmentStates = ['运输中', '已收货', '已撤回'] as const
export type ShipmentState = 0 | 1 | 2

/** What a carrier says of a parcel. */
export const traceStates = ['已揽收', '运输中', '派送中', '已签收', '派送失败', '疑难件', '退件签收'] as const
export type TraceState = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** A parcel as the list of orders knows it; `by` is the carrier or the shop's own courier. */
export type ParcelFacts = { deliveryType: DeliveryType; by: string; number: string; traceState: TraceState | null }

/** A parcel in a few words: who carries it, and where it is or, while nothing is known, the end of its number. */
export function parcelText({ deliveryType, by, number, traceState }: ParcelFacts): string {
  const place = traceState === null ? number && `…${number.slice(-6)}` : traceStates[traceState]
  return [by || deliveryTypes[deliveryType], place].filter(Boolean).join(' ')
}

/** Parcels of an order, withdrawn ones aside; the last place is for all that is left. */
export const MAX_SHIPMENTS = 10

/** How goods leave; '' for what the way does not need. */
export type Parcel = {
  deliveryType: DeliveryType
  expressCode: string
  expressNumber: string
  deliveryName: string
  deliveryTel: string
  mark: string
}

/**
 * Reads how goods leave, as staff said it; what the way does not need is dropped.
 * @throws {BadInput} for a missing or wrong number, name or phone
 */
export function readParcel(said: Partial<Parcel> & Pick<Parcel, 'deliveryType'>): Parcel {
  const { deliveryType, expressCode = '', expressNumber = '', deliveryName = '', deliveryTel = '', mark = '' } = said
  const none = { deliveryType, expressCode: '', expressNumber: '', deliveryName: '', deliveryTel: '', mark }
  if (deliveryType === 'express') {
    if (!expressCode) throw new BadInput('请选择快递公司', 'expressCode')
    if (!expressNumber) throw new BadInput('请输入快递单号', 'expressNumber')
    if (!isExpressNumber(expressCode, expressNumber)) throw new BadInput(BAD_NUMBER, 'expressNumber')
    return { ...none, expressCode, expressNumber: tidyNumber(expressNumber) }
  }
  if (deliveryType === 'send') {
    if ([...deliveryName].length < 2) throw new BadInput('请输入送货人姓名', 'deliveryName')
    if (!STORED_PHONE.test(deliveryTel)) throw new BadInput('手机号格式不正确', 'deliveryTel')
    return { ...none, deliveryName, deliveryTel }
  }
  return none
}

/** A line as a shipment needs it. */
export type LineToSend = { id: number; num: number; sentNum: number; cutNum: number }
export type SentPart = { lineId: number; num: number }

/** How many units of a line wait to be sent. */
export const leftToSend = ({ num, sentNum, cutNum }: Omit<LineToSend, 'id'>): number => num - sentNum - cutNum

/** How many units of a line were sent and not paid back. */
export const keptOf = ({
  sentNum,
  refundNum,
  cutNum,
}: Omit<LineToSend, 'id' | 'num'> & { refundNum: number }): number => sentNum - (refundNum - cutNum)

/** A parcel of an order and what is in it; a further parcel of the same goods has no lines. */
export type PackedParcel = { deliveryNo: string; state: ShipmentState; lines: readonly SentPart[] }

/** Whether only further parcels, of goods that nobody sent then, would be on their way without a parcel. */
export function leavesFurther(deliveryNo: string, parcels: readonly PackedParcel[]): boolean {
  const open = parcels.filter(({ state }) => state !== 2)
  const [parcel] = open.filter((each) => each.deliveryNo === deliveryNo)
  const others = open.filter((each) => each !== parcel)
  return Boolean(parcel?.lines.length && others.length) && others.every(({ lines }) => !lines.length)
}

/** Units of a product that a reship sent, or will, and that were not refunded since. */
export type ReshippedUnits = { orderNo: string; productId: number; num: number }

/**
 * Why the goods of a parcel cannot be taken back: they were refunded, or a reship sends them once more, and they would be sent
 * three times.
 * @param parts what is in the parcel
 */
export function refusalToUnsend(
  lines: readonly (Omit<LineToSend, 'num'> & { productId: number; refundNum: number })[],
  parts: readonly SentPart[],
  reshipped: readonly ReshippedUnits[],
): string | undefined {
  const back = new Map(parts.map(({ lineId, num }) => [lineId, num]))
  const after = lines.map((line) => ({ ...line, sentNum: line.sentNum - (back.get(line.id) ?? 0) }))
  if (after.some((line) => keptOf(line) < 0)) return '该包裹的商品已退款，不能撤回'
  const again = reshipped.filter(({ num }) => num > 0)
  const beyond = after
    .filter(({ id }) => back.has(id))
    .find(({ productId }) => {
      const sum = <Row extends { productId: number }>(rows: readonly Row[], of: (row: Row) => number) =>
        rows.reduce((total, row) => total + (row.productId === productId ? of(row) : 0), 0)
      return sum(again, ({ num }) => num) > sum(after, keptOf)
    })
  if (!beyond) return undefined
  const nos = new Set(again.flatMap((each) => (each.productId === beyond.productId ? [each.orderNo] : [])))
  return `该包裹的商品已补发，请先将补发订单 ${[...nos].join('、')} 退款`
}

/** What leaves, and whether nothing is left to send after it. */
export type ShipmentPlan = { parts: SentPart[]; isRest: boolean }

/**
 * Decides what leaves with a parcel.
 * @param wanted all that is left if undefined; none: one more parcel of what was sent
 * @param used the order's parcels so far, withdrawn ones aside
 * @returns a guard where the state of the order does not allow it
 * @throws {BadInput} for a line of another order, or one named twice
 */
export function planShipment(
  lines: readonly LineToSend[],
  wanted: readonly SentPart[] | undefined,
  used: number,
): ShipmentPlan | { guard: NonNullable<Guard> } {
  const left = new Map(lines.map((line) => [line.id, leftToSend(line)]))
  const parts = wanted
    ? wanted.map(({ lineId, num }) => ({ lineId, num }))
    : [...left].flatMap(([lineId, num]) => (num ? [{ lineId, num }] : []))
  if (new Set(parts.map(({ lineId }) => lineId)).size < parts.length) throw new BadInput('同一商品只能填一行', 'lines')
  if (parts.some(({ lineId }) => !left.has(lineId))) throw new BadInput('发货商品不在该订单中', 'lines')
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0)
  if (parts.some(({ lineId, num }) => num > (left.get(lineId) ?? 0))) return refuse(409, '发货数量超过待发数量')
  if (!wanted && !parts.length) return refuse(409, '没有待发的商品')
  const isRest = sum(left.values()) === sum(parts.map(({ num }) => num))
  if (used >= MAX_SHIPMENTS) return refuse(422, `一个订单最多分${MAX_SHIPMENTS}次发货`)
  if (used === MAX_SHIPMENTS - 1 && !isRest) return refuse(422, `最多分${MAX_SHIPMENTS}次发货，请一次发完`)
  return { parts, isRest }
}

const refuse = (status: 409 | 422, message: string) => ({ guard: { status, message } })

const HOUR_MS = 3_600_000
/** When carriers are asked by themselves, in hours after shipping: each question costs money. */
const TRACE_HOURS = [24, 48, 72, 96, 144, 192, 240, 288, 336] as const
/** A parcel of which nothing is known so long after shipping is out of order. */
const SILENT_HOURS = 72

/** When a carrier is asked next about a parcel; null: no more. */
export function nextTraceAt(shippedAt: Date, after: Date): Date | null {
  const times = TRACE_HOURS.map((hours) => new Date(shippedAt.getTime() + hours * HOUR_MS))
  return times.find((time) => time > after) ?? null
}

/** A carrier's word that a parcel will not arrive: staff look after it. */
export const lostStates: readonly TraceState[] = [5, 6]

/** Whether something is wrong with a parcel on its way, by what its carrier said when it was asked last. */
export function isTraceOdd(parcel: {
  state: ShipmentState
  traceState: TraceState | null
  traceTime: Date | null
  shipTime: Date
}): boolean {
  const { state, traceState, traceTime, shipTime } = parcel
  if (state !== 0) return false
  if (traceState !== null) return lostStates.includes(traceState)
  return traceTime !== null && traceTime.getTime() - shipTime.getTime() >= SILENT_HOURS * HOUR_MS
}
