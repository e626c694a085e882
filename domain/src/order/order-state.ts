import { activityObjects } from '../promotion/activity.ts'

/** What decides where an order stands. */
export type OrderFacts = {
  /** 0 to ship or pick up, 1 shipped, 2 received, 3 completed. */
  status: OrderStatus
  /** 0 none, 1 applied, 3 money on its way, 2 refunded. */
  refundStatus: RefundStatus
  paid: boolean
  /** Paid at the door or the counter: shipped and listed before it is paid. */
  cod: boolean
  /** 0 open, 1 by the buyer, 2 pay time over, 3 by the shop. */
  closeType: CloseType
  /** 1 delivery, 2 pick-up. */
  shippingType: ShippingType
  /** 0 no team, 1 waiting, 2 complete, 3 failed. */
  pinkStatus: PinkStatus
  /** Gone from the buyer's list; gone from the console's. */
  isDel: boolean
  isSystemDel: boolean
}

export const orderStatuses = [0, 1, 2, 3] as const
export const orderStatusWords = { 0: '待发货', 1: '待收货', 2: '待评价', 3: '交易完成' } as const
export type OrderStatus = (typeof orderStatuses)[number]
export const refundStatuses = [0, 1, 2, 3] as const
export const refundStatusWords = { 0: '未退款', 1: '申请退款', 3: '退款中', 2: '已退款' } as const
export type RefundStatus = (typeof refundStatuses)[number]
export const closeTypes = [0, 1, 2, 3] as const
export type CloseType = (typeof closeTypes)[number]
export const shippingTypes = [1, 2] as const
export type ShippingType = (typeof shippingTypes)[number]
export const pinkStatuses = [0, 1, 2, 3] as const
export type PinkStatus = (typeof pinkStatuses)[number]

export const orderKinds = ['normal', ...Object.values(activityObjects)] as const
export type OrderKind = (typeof orderKinds)[number]
export const orderSources = ['front', 'draft', 'reship'] as const
export type OrderSource = (typeof orderSources)[number]
export const orderChannels = ['wechat', 'routine', 'h5', 'app', 'admin'] as const
export type OrderChannel = (typeof orderChannels)[number]

/**
 * The tabs of the order desk, in its order, by the number the database stores; 0 is listed nowhere.
 * @see docs/orders.md
 */
export const orderTabs = {
  unPaid: { tab: 1, name: '待付款' },
  notShipped: { tab: 2, name: '待发货' },
  pinkWaiting: { tab: 3, name: '待成团' },
  toBeWrittenOff: { tab: 4, name: '待核销' },
  refunding: { tab: 8, name: '申请退款' },
  toReceive: { tab: 5, name: '待收货' },
  toReview: { tab: 6, name: '待评价' },
  complete: { tab: 7, name: '交易完成' },
  refunded: { tab: 9, name: '已退款' },
  cancelled: { tab: 10, name: '已关闭' },
  deleted: { tab: 11, name: '已删除' },
} as const
export type OrderTabKey = keyof typeof orderTabs
/** Tabs whose orders wait for staff: the longest first. */
export const oldestFirst: readonly OrderTabKey[] = ['notShipped', 'refunding']
export type OrderTab = 0 | (typeof orderTabs)[OrderTabKey]['tab']

/** The tab an order stands in; the first that fits. The SQL function `order_tab` decides the same. */
export function orderTab(order: OrderFacts): OrderTab {
  if (order.isSystemDel) return 0
  if (order.isDel) return 11
  if (order.closeType) return 10
  if (!order.paid && !order.cod) return 1
  if (order.refundStatus === 1 || order.refundStatus === 3) return 8
  if (order.refundStatus === 2) return 9
  if (order.pinkStatus === 3) return 8
  if (order.status === 1) return 5
  if (order.status === 2) return 6
  if (order.status === 3) return 7
  if (order.pinkStatus === 1) return 3
  return order.shippingType === 2 ? 4 : 2
}

/** The words of the tab of refunds: an order whose team failed stands there before its money is on its way. */
const refundingWords = { 0: '待退款', 1: '申请退款', 2: '申请退款', 3: '退款中' } as const

/** The key and the Chinese word of a tab; of refunds there are several. Undefined for what is not listed. */
export function orderStateOf(
  tab: OrderTab,
  refundStatus: RefundStatus,
): { key: OrderTabKey; value: string } | undefined {
  const found = Object.entries(orderTabs).find(([, each]) => each.tab === tab)
  if (!found) return undefined
  const [key, { name }] = found
  return { key: key as OrderTabKey, value: tab === 8 ? refundingWords[refundStatus] : name }
}

/** The tabs that buyers ask for by `type`. */
export const buyerOrderTypes = {
  0: [1],
  1: [2, 3, 4],
  2: [5],
  3: [6],
  4: [7],
  [-1]: [8],
  [-2]: [9],
  [-3]: [8, 9],
} as const satisfies Record<number, readonly OrderTab[]>

/** Why something cannot be done with an order. 409: its state does not allow it; 422: a rule of the shop does not. */
export type Guard = { status: 409 | 422; message: string } | undefined

const refuse = (status: 409 | 422, message: string): Guard => ({ status, message })
const CLOSED = refuse(409, '订单已关闭')

/** T2: money may come for what is open and not paid. */
export function canPay(order: OrderFacts): Guard {
  if (order.paid) return refuse(409, '订单已支付')
  return order.closeType ? CLOSED : undefined
}

/** T2b: the buyer pays at the door or the counter. */
export function canPayLater(order: OrderFacts & { orderKind: string }): Guard {
  if (order.paid) return refuse(409, '订单已支付')
  if (order.closeType) return CLOSED
  return order.orderKind !== 'normal' || order.cod ? refuse(422, '该订单不支持线下支付') : undefined
}

/** T3: the buyer cancels what nothing was sent of. */
export function canCancel(order: OrderFacts & { sentNum: number }): Guard {
  if (order.closeType) return CLOSED
  if (order.paid) return refuse(409, '订单已支付，不能取消，请申请退款')
  return order.sentNum ? refuse(409, '订单已发货，不能取消') : undefined
}

/** T5: the shop closes what is not paid; a cod order even on its way. */
export function canClose(order: OrderFacts): Guard {
  if (order.closeType) return CLOSED
  return order.paid ? refuse(409, '订单已支付，不能关闭，请退款') : undefined
}

/** T7: only what is not paid has another price, so many times as the settings allow. */
export function canReprice(order: OrderFacts & { isPriceFixed: boolean }): Guard {
  if (order.paid) return refuse(409, '订单已支付，不能改价')
  if (order.closeType) return CLOSED
  return order.isPriceFixed ? refuse(422, '该订单改价次数已用完') : undefined
}

/** T8: another address, until the first parcel has left. */
export function canChangeAddress(order: OrderFacts & { sentNum: number }): Guard {
  if (order.shippingType !== 1) return refuse(409, '自提订单没有收货地址')
  const tab = orderTab(order)
  if (order.sentNum || tab > 4) return refuse(409, '订单当前状态不能修改地址')
  return tab ? undefined : refuse(409, '订单已删除')
}

/** The buyer has an order sent elsewhere: once, and until the shop has its papers. */
export function canChangeOwnAddress(
  order: OrderFacts & { sentNum: number; addressChanged: boolean; printTime: Date | null },
): Guard {
  if (order.addressChanged) return refuse(422, '收货地址只能修改一次，如需再改请联系客服')
  return order.printTime ? refuse(422, '商家已配货，修改地址请联系客服') : canChangeAddress(order)
}

/** The buyer reviews what has come; of each line there is more to say. */
export function canReview({ status, refundStatus }: OrderFacts): Guard {
  if (status < 2) return refuse(409, '确认收货后才能评价')
  if (refundStatus === 2) return refuse(409, '订单已退款，不能评价')
  return refundStatus ? refuse(409, '订单正在退款，暂不能评价') : undefined
}

/** T21: the buyer deletes what has ended. */
export function canDelete(order: OrderFacts): Guard {
  return [7, 9, 10].includes(orderTab(order)) ? undefined : refuse(409, '订单尚未完成，不能删除')
}

/** T22: the shop deletes for good what the buyer has deleted. */
export function canDeleteForGood(order: OrderFacts): Guard {
  if (!order.isDel) return refuse(422, '您选择的订单买家尚未删除，不能删除')
  return order.refundStatus === 1 || order.refundStatus === 3 ? refuse(409, '订单正在退款，不能删除') : undefined
}

const REFUNDED = refuse(409, '订单已退款')
const UNDER_REFUND = refuse(409, '订单正在退款')
const EDITED = refuse(409, '订单正在改单，暂不能发货')

/** What the guards of fulfilling look at besides. */
export type FulfilFacts = OrderFacts & {
  hold: boolean
  source: OrderSource
  orderKind: OrderKind
  sentNum: number
  /** Whether an edit of the order waits for its money. */
  isEdited: boolean
}

/** T9, T10: delivery orders that are paid, or cod, and wait for nothing else. */
export function canShip(order: FulfilFacts): Guard {
  const guard = canLeave(order)
  return guard ?? (order.status > 0 ? refuse(409, '订单已发货，请勿重复操作') : undefined)
}

/** A further parcel of goods that were sent: the state does not change. */
export function canAddParcel(order: FulfilFacts): Guard {
  const guard = canLeave(order)
  if (guard) return guard
  if (!order.sentNum) return refuse(409, '订单尚未发货，没有可附加的包裹')
  return order.status > 1 ? refuse(409, '订单已收货，不能再添加包裹') : undefined
}

function canLeave(order: FulfilFacts): Guard {
  if (order.closeType) return CLOSED
  if (!order.paid && !order.cod) return refuse(409, '订单未支付，不能发货')
  if (order.shippingType === 2) return refuse(409, '自提订单请核销')
  if (order.refundStatus === 2) return REFUNDED
  if (order.refundStatus) return UNDER_REFUND
  if (order.hold) return refuse(409, '订单已挂起')
  if (order.pinkStatus === 1 || order.pinkStatus === 3) return refuse(409, '拼团未完成，暂不能发货')
  return order.isEdited ? EDITED : undefined
}

/** T11: the number of a parcel is corrected while it is on its way. */
export function canEditShipment(order: OrderFacts, shipmentState: number): Guard {
  if (shipmentState === 2) return refuse(409, '该包裹已撤回')
  if (order.closeType) return CLOSED
  if (order.refundStatus === 2) return REFUNDED
  return shipmentState || order.status > 1 ? refuse(409, '买家已收货，不能修改物流') : undefined
}

/** Whether an order has parcels of which {@link canEditShipment} allows the correction. */
export function canEditDelivery(order: OrderFacts & { sentNum: number }): Guard {
  if (order.shippingType === 2) return refuse(409, '自提订单没有物流')
  return order.sentNum ? canEditShipment(order, 0) : refuse(409, '订单未发货，没有可修改的物流')
}

/** A parcel can be taken back this long. */
export const WITHDRAW_MINUTES = 30

/**
 * T12: what was just sent is taken back before its carrier has it.
 * @param caseType of the open case: 0 refund only, 1 return and refund
 */
export function canWithdraw(
  order: OrderFacts,
  parcel: { state: number; isTraced: boolean; shipTime: Date; leavesFurther: boolean },
  now: Date,
  caseType: number | undefined,
): Guard {
  if (parcel.state === 2) return refuse(409, '该包裹已撤回')
  if (order.closeType) return CLOSED
  if (order.refundStatus === 2) return REFUNDED
  if (order.refundStatus === 3) return UNDER_REFUND
  if (order.refundStatus === 1 && caseType !== 0) return refuse(409, '买家已申请退货退款，不能撤回发货')
  if (parcel.state || order.status > 1) return refuse(409, '买家已收货，不能撤回发货')
  if (parcel.isTraced) return refuse(409, '快递已揽收，不能撤回发货')
  const isOld = now.getTime() - parcel.shipTime.getTime() > WITHDRAW_MINUTES * 60_000
  if (isOld) return refuse(409, `发货已超过${WITHDRAW_MINUTES}分钟，不能撤回`)
  return parcel.leavesFurther ? refuse(409, '该订单还有附加包裹在途，请先撤回附加包裹') : undefined
}

/** T13: what is on its way has come. */
export function canReceive(order: OrderFacts): Guard {
  if (order.closeType) return CLOSED
  if (order.refundStatus === 2) return REFUNDED
  if (order.refundStatus) return UNDER_REFUND
  if (order.status > 1) return refuse(409, '订单已确认收货')
  if (order.status === 0) return refuse(409, '订单未发货，不能确认收货')
  return order.paid ? undefined : refuse(422, '请先确认收款')
}

/** For so many days the buyer has more to receive. */
export const EXTEND_DAYS = 3

/** The buyer puts off, once, that what is on its way counts as received. */
export function canExtend(order: OrderFacts & { receiveExtended: boolean; autoReceiveTime: Date | null }): Guard {
  if (!order.closeType && order.status === 0) return refuse(409, '订单未发货，不能延长收货')
  const guard = canReceive(order)
  if (guard) return guard
  if (order.receiveExtended) return refuse(422, '只能延长一次')
  return order.autoReceiveTime ? undefined : refuse(409, '订单不会自动确认收货，无需延长')
}

/** T14, of a pick-up order; held ones wait as they do for 发货 (docs/stores.md, The counter). */
export function canVerify(order: FulfilFacts): Guard {
  if (order.shippingType === 1) return refuse(409, '配送订单不能核销')
  if (order.closeType) return CLOSED
  if (!order.paid && !order.cod) return refuse(409, '订单未支付，不能核销')
  if (order.status > 0) return refuse(409, '该订单已核销')
  if (order.refundStatus === 2) return REFUNDED
  if (order.refundStatus) return refuse(409, '订单正在退款，不能核销')
  if (order.pinkStatus === 1 || order.pinkStatus === 3) return refuse(409, '拼团未完成，不能核销')
  if (order.isEdited) return refuse(409, '订单正在改单，暂不能核销')
  return order.hold ? refuse(409, '订单已挂起，解除挂起后才能核销') : undefined
}

/** T18: money goes back by staff. */
export function canRefund(order: Pick<OrderFacts, 'paid' | 'refundStatus'>): Guard {
  if (!order.paid) return refuse(422, '未支付订单不能退款')
  if (order.refundStatus === 2) return REFUNDED
  return order.refundStatus === 3 ? refuse(409, '已有一笔退款正在处理') : undefined
}

/** T16: a case is opened. */
export function canApply(order: OrderFacts): Guard {
  if (!order.paid) return refuse(422, '未支付订单不能申请售后')
  if (order.refundStatus === 2) return REFUNDED
  if (order.refundStatus === 3) return UNDER_REFUND
  return order.refundStatus === 1 ? refuse(409, '已有售后申请正在处理') : undefined
}

/** 改单: a paid ordinary order of which nothing was sent. */
export function canEdit(order: FulfilFacts): Guard {
  if (order.closeType) return CLOSED
  if (!order.paid) return refuse(409, '订单未支付，不能改单')
  if (order.orderKind !== 'normal') return refuse(409, '活动订单不能改单')
  if (order.source === 'reship') return refuse(409, '补发订单不能改单')
  if (order.refundStatus === 2) return REFUNDED
  if (order.refundStatus) return UNDER_REFUND
  if (order.sentNum || order.status > 0) return refuse(409, '订单已发货，不能改单')
  return order.isEdited ? refuse(409, '已有改单正在等待付款') : undefined
}

/** 补发: what was sent and got lost, broken or left out is sent once more. */
export function canReship(order: OrderFacts & Pick<FulfilFacts, 'source' | 'sentNum'>): Guard {
  if (order.closeType) return CLOSED
  if (!order.paid) return refuse(409, '订单未支付，不能补发')
  if (order.source === 'reship') return refuse(409, '补发订单不能再补发')
  if (order.refundStatus === 2) return REFUNDED
  if (order.refundStatus === 3) return UNDER_REFUND
  return order.sentNum ? undefined : refuse(409, '订单未发货，不能补发')
}

/** What is open may be put aside until it is sent. */
export function canHold(order: OrderFacts & { hold: boolean }): Guard {
  const tab = orderTab(order)
  if ((tab !== 2 && tab !== 3 && tab !== 4 && tab !== 8) || order.status > 0)
    return refuse(409, '只有待发货的订单可以挂起')
  return order.hold ? refuse(409, '订单已挂起') : undefined
}

/** What was put aside goes on. */
export const canUnhold = ({ hold }: { hold: boolean }): Guard => (hold ? undefined : refuse(409, '订单没有挂起'))

/** Papers are printed of what is or will be paid. */
export function canPrint(order: OrderFacts): Guard {
  if (order.closeType) return CLOSED
  return order.paid || order.cod ? undefined : refuse(409, '订单未支付')
}
