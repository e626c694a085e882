import type { OrderInfo, OrderShipment } from '@zhanggui/contract/order/order-info.ts'
import { deliveryTypes, leftToSend, shipmentStates, traceStates } from '@zhanggui/domain/order/shipment.ts'

type Line = OrderInfo['lines'][number]
export type PackedLine = Line & { packed: number }

/** A parcel with what is in it, and its place among those that were not withdrawn. */
export type PackedParcel = { parcel: OrderShipment; title: string; lines: PackedLine[] }

/** The lines of which something is still to be sent. */
export const waitingOf = (info: OrderInfo): PackedLine[] =>
  info.lines.flatMap((line) => (leftToSend(line) > 0 ? [{ ...line, packed: leftToSend(line) }] : []))

/** The parcels of an order, in the order they left. */
export function parcelsOf({ shipments, lines }: OrderInfo): PackedParcel[] {
  let at = 0
  return shipments.map((parcel) => ({
    parcel,
    title: parcel.state === 2 ? '已撤回的包裹' : `包裹 ${++at}${parcel.lines.length ? '' : '（附加）'}`,
    lines: parcel.lines.flatMap(({ lineId, num }) => {
      const line = lines.find(({ id }) => id === lineId)
      return line ? [{ ...line, packed: num }] : []
    }),
  }))
}

/** How a parcel goes, in words: 顺丰速运, 商家配送 李师傅. */
export function wayOf({ deliveryType, expressName, deliveryName, deliveryTel }: OrderShipment): string {
  if (deliveryType === 'express') return expressName
  return [deliveryTypes[deliveryType], deliveryName, deliveryTel].filter(Boolean).join(' ')
}

/** Where a parcel is, in a word. */
export function parcelState({ state, traceState, deliveryType }: OrderShipment): string {
  if (state === 2) return shipmentStates[2]
  if (traceState !== null) return traceStates[traceState] ?? ''
  return state === 1 ? shipmentStates[1] : deliveryType === 'express' ? '暂无物流' : '已发出'
}

/** Whether the carrier says that something is wrong. */
export const isLost = ({ traceState }: OrderShipment) => traceState !== null && traceState >= 4

export const unitsOf = (lines: readonly { packed: number }[]) => lines.reduce((sum, { packed }) => sum + packed, 0)
