import { type PayType, payTypes } from '../payment/payment.ts'
import { type AreaNames, writtenNames } from '../setting/area-name.ts'
import type { OrderKind, OrderSource, OrderTab } from './order-state.ts'
import { orderTabs } from './order-state.ts'

export type OrderLabel = { text: string; level: 'info' | 'warning' | 'danger' }

/** What the labels of an order follow from. */
export type LabelFacts = {
  tab: OrderTab
  status: number
  refundStatus: number
  refundPriceFen: number
  paid: boolean
  cod: boolean
  sentNum: number
  payPriceFen: number
  beforePayPriceFen: number | null
  hold: boolean
  isRemind: boolean
  printed: boolean
  printStale: boolean
  source: OrderSource
  /** The newest refund, or a part of it, failed: its goods are not to be sent before staff have decided. */
  isRefundFailed: boolean
  /** An edit waits for its money. */
  isEdited: boolean
  /** Another order to ship goes to the same receiver. */
  canCombine: boolean
  /** Something is wrong with a parcel on its way. */
  isTraceOdd: boolean
  /** The customer ordered nothing before. */
  isFirst: boolean
  /** Orders to the same phone within a day of this one, itself included. */
  samePhone: number
  /** The customer got money back three times or more lately. */
  oftenRefunded: boolean
}

/** More orders to one phone within a day get a label. */
const MANY_ORDERS = 5

/**
 * What is said beside the state of an order: labels only, never a refusal. The most urgent come
 * first.
 * @param largeFen from which amount an order is large
 */
export function orderLabels(order: LabelFacts, largeFen: number): OrderLabel[] {
  const isWaiting = order.tab === orderTabs.notShipped.tab
  const isUnsent = isWaiting || (order.tab === orderTabs.refunding.tab && order.status === 0)
  const isOpen = order.tab !== orderTabs.cancelled.tab && order.tab !== orderTabs.deleted.tab
  const labels: [boolean, OrderLabel['level'], string][] = [
    [order.isRefundFailed, 'danger', '退款待处理'],
    [order.isRemind && isWaiting, 'danger', '催发货'],
    [order.printStale && isUnsent, 'danger', '打印后有变更'],
    [order.isTraceOdd && isOpen, 'danger', '物流异常'],
    [order.hold && isOpen, 'warning', '挂起'],
    [order.isEdited && isOpen, 'warning', '改单待补款'],
    [order.cod && !order.paid && isOpen, 'warning', '待收款'],
    [order.status === 0 && order.sentNum > 0 && isOpen, 'warning', '部分发货'],
    [order.refundPriceFen > 0 && order.refundStatus !== 2, 'warning', '部分退款'],
    [order.oftenRefunded, 'warning', '退款频繁'],
    [order.samePhone > MANY_ORDERS, 'warning', `同一手机号 ${order.samePhone} 单`],
    [order.payPriceFen >= largeFen, 'warning', '大额'],
    [order.canCombine && isWaiting, 'info', '可合单'],
    [order.beforePayPriceFen !== null, 'info', '已改价'],
    [order.isFirst, 'info', '首单'],
    [order.source === 'reship', 'info', '补发'],
    [order.printed && !order.printStale && isWaiting, 'info', '已打印'],
  ]
  return labels.flatMap(([applies, level, text]) => (applies ? [{ text, level }] : []))
}

const kindTexts: Record<OrderKind, string> = {
  normal: '普通订单',
  seckill: '秒杀订单',
  bargain: '砍价订单',
  combination: '拼团订单',
}

/** What kind of order it is, in words; pick-up and the WeChat shop have words of their own. */
export function orderTypeText(order: { type: number; orderKind: OrderKind; shippingType: number }): string {
  if (order.type === 1) return '视频号订单'
  if (order.orderKind !== 'normal') return kindTexts[order.orderKind]
  return order.shippingType === 2 ? '自提订单' : kindTexts.normal
}

/** How an order was paid, in words; '' while it is not. */
export function payTypeText(payType: PayType | ''): string {
  return payType ? payTypes[payType] : ''
}

type Placed = { statusStr: { key: string } }
const isOver = ({ statusStr: { key } }: Placed) => key === 'cancelled' || key === 'deleted'

/** How an order was paid, or that it is not. */
export function paidText(order: Placed & { paid: boolean; cod: boolean; payTypeStr: string }): string {
  if (order.paid) return order.payTypeStr
  return order.cod && !isOver(order) ? '待收款' : '未付款'
}

/** By when something is due, and of whom: the buyer pays, the shop ships. */
export function dueOf(order: Placed & { payDeadline: string | null; shipBy: string | null }): string | null {
  if (order.statusStr.key === 'unPaid') return order.payDeadline
  return order.statusStr.key === 'notShipped' ? order.shipBy : null
}

/** 省 市 区 as one reads them: of a city that is its own province the name stands once, of what nobody writes nothing. */
export function areaText({ province, city, district }: AreaNames): string {
  return writtenNames([province, city, district]).join(' ')
}

/** The whole address as buyers read it, without gaps in it. */
export const addressText = (place: AreaNames & { detail: string }): string =>
  `${areaText(place).replaceAll(' ', '')}${place.detail}`

const HOUR_MS = 3_600_000

/** By when an order that waits for it should be shipped: so many hours after it was paid, cod after it was placed. */
export function shipByOf(
  order: { tab: OrderTab; payTime: Date | null; createdAt: Date },
  promiseHours: number,
): Date | null {
  if (order.tab !== orderTabs.notShipped.tab) return null
  const since = order.payTime ?? order.createdAt
  return new Date(since.getTime() + promiseHours * HOUR_MS)
}
