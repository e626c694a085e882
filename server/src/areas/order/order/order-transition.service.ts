import { randomInt } from 'node:crypto'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { amountText } from '@zhanggui/domain/money.ts'
import { type CloseType, canPay, canPayLater, type Guard } from '@zhanggui/domain/order/order-state.ts'
import { type PayType, payTypes } from '@zhanggui/domain/payment/payment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { emit, type OutboxEvent } from '../../../platform/work/outbox.ts'
import { findSeating, hasSeat, type SeatWish } from '../../combination/team/seat.service.ts'
import type { Seating } from '../../combination/team/team.parts.ts'
import type { Concern } from '../../payment/payment/payable.service.ts'
import type { TakenMoney } from '../../payment/payment/payment.parts.ts'
import { closeAttempts, endAtProvider, type PaidFor, type Subject } from '../../payment/payment/payment.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'
import { raiseLevels } from '../../user/level/user-level.service.ts'
import { type BuyerMark, tellBuyer, tellBuyerIn } from '../../wechat/buyer-message/buyer-message.service.ts'
import type { OrderNote } from './order.parts.ts'
import * as orders from './order.repository.ts'
import { discountsOf, onClosed, onPaid, onPaying, onReceived } from './order-effects.service.ts'
import { pay } from './order-pay.repository.ts'

export const WHAT = '订单'

/** What a guard of the domain says, as the wire says it. */
export const refusalOf = ({ status, message }: NonNullable<Guard>): HttpError =>
  new HttpError(status, status === 409 ? 'STATE_CONFLICT' : 'BUSINESS_RULE', message)

/** Throws what a guard of the domain says. */
export function refuseBy(guard: Guard): void {
  if (guard) throw refusalOf(guard)
}

/**
 * Locks an order, which every transition begins with.
 * @param tx a transaction under `retried`
 * @throws 404, also for one deleted for good
 */
export async function lockOrder(tx: Ctx, key: orders.OrderKey): Promise<orders.OrderRow> {
  const order = await orders.lockOrder(tx, key)
  if (!order || order.isSystemDel) throw notFound(WHAT)
  return order
}

/**
 * T2: an open order that is not paid becomes paid, with all that follows in other areas. The judgement of the amount is the
 * caller's, and so is the payment's own row unless it is named.
 * @param order locked
 * @returns undefined when the balance is too small; nothing may be committed then
 * @throws 409 for one that is paid or closed
 */
export async function markPaid(
  tx: Ctx,
  order: orders.OrderRow,
  payType: PayType,
  { message, extra, taken }: Partial<Pick<OrderNote, 'message' | 'extra'>> & { taken?: TakenMoney } = {},
) {
  refuseBy(canPay(order))
  if (order.source === 'reship') return payReship(tx, order)
  const { id, uid } = order
  const payTime = tx.now()
  const seat = isOfTeam(order) ? await findSeating(tx, wishOf(order)) : undefined
  const said = seat ? seatText(order, seat) : ''
  const note = {
    changeType: 'pay' as const,
    message: [message ?? `${payTypes[payType]}，付款成功`, said].filter(Boolean).join('，'),
    ...((extra || said) && { extra: { ...extra, ...(said && { teamNote: said }) } }),
  }
  const values = {
    orderNo: order.orderNo,
    payPrice: amountText(order.payPriceFen),
    payTime: toWireTime(payTime),
    payType: payTypes[payType],
  }
  const { version, booked, raises, closed } = await pay(tx, id, {
    payType,
    verifyCode: await verifyCodeOf(tx, order),
    ofActivity: order.activityId > 0,
    seat,
    note,
    taken,
    ...(await onPaying(tx, order, payType)),
    events: [
      ['order.paid', eventOf(order)],
      ...(seat?.completes ? [['team.completed', teamEventOf(seat)] satisfies OutboxEvent] : []),
    ],
    messages: await tellBuyerIn(tx, { mark: 'paySuccess', uid, bizId: id, link: linkOf(order), values }),
  })
  if (!booked) return undefined
  if (raises) await raiseLevels(tx, [uid])
  await onPaid(tx, order)
  await endAtProvider(tx, closed)
  return { id, version }
}

/** Whether an order is of a team, or is to be. */
const isOfTeam = ({ orderKind }: Pick<orders.OrderRow, 'orderKind'>) => orderKind === 'combination'

const wishOf = ({ pinkId: teamId, activityId, uid }: orders.OrderRow): SeatWish => ({ teamId, activityId, uid })

/** What becomes of an order's place in a team, where that is not what was asked for; '' where it is. */
function seatText({ pinkId }: orders.OrderRow, { teamId, opens }: Seating): string {
  if (!teamId) return '拼团活动已结束，款项将自动退回'
  return opens && pinkId ? '原团已满，已为您开新团' : ''
}

/** What the events of teams carry. */
export const teamEventOf = ({ teamId, activityId }: { teamId: number; activityId: number }) => ({
  id: teamId,
  combinationId: activityId,
})

/**
 * Why the money of an order should not come now although it is open: it would get no place in a team, and the money would only go back.
 * @param order locked, its team too
 */
export async function seatRefusal(tx: Ctx, order: orders.OrderRow): Promise<HttpError | undefined> {
  if (!isOfTeam(order) || order.paid || (await hasSeat(tx, wishOf(order)))) return undefined
  return new HttpError(422, 'BUSINESS_RULE', '拼团活动已结束，订单不能支付')
}

/** T2 of a reship, which books no sale: nothing is earned, counted or billed, and its buyer is told when it is sent. */
async function payReship(tx: Ctx, order: orders.OrderRow) {
  const saved = await orders.changeOrder(tx, order.id, {
    paid: true,
    payTime: tx.now(),
    payType: 'zero',
    verifyCode: await verifyCodeOf(tx, order),
  })
  await orders.noteOrder(tx, order.id, { changeType: 'pay', message: '补发订单，无需付款' })
  await emit(tx, 'order.paid', { ...eventOf(order), source: order.source })
  return saved
}

/**
 * T2b: the buyer pays at the door or the counter; the order is shipped or kept ready before.
 * @param order locked
 * @throws 409 for one that is paid or closed, 422 for one that cannot be paid so
 */
export async function payLater(tx: Ctx, order: orders.OrderRow) {
  refuseBy(canPayLater(order))
  const saved = await orders.changeOrder(tx, order.id, {
    cod: true,
    payDeadline: null,
    verifyCode: await verifyCodeOf(tx, order),
  })
  await orders.noteOrder(tx, order.id, { changeType: 'cod', message: '买家选择线下支付' })
  await closeAttempts(tx, paymentsOf(order))
  await emit(tx, 'order.cod', eventOf(order))
  return saved
}

/** How many orders of a buyer may wait to be paid at the door or the counter. */
const MAX_OPEN_COD = 3

/** The buyer chooses to pay at the door or the counter. @throws as {@link payLater}, and 422 for one too many */
export async function chooseCod(tx: Ctx, order: orders.OrderRow): Promise<void> {
  refuseBy(canPayLater(order))
  // Two orders chosen at once are counted one after the other.
  await lockCustomers(tx, [order.uid])
  if ((await orders.countOpenCod(tx, order.uid)) >= MAX_OPEN_COD) throw new Refusal('请先完成待收款的订单')
  await payLater(tx, order)
}

/** An order that is done with waits in no queue of the desk. */
export const noQueue = { isRemind: false, hold: false, holdReason: '', holdUntil: null }

const closings = {
  1: { changeType: 'cancel', message: '买家取消订单' },
  2: { changeType: 'expire', message: '超过支付时间，订单自动关闭' },
  3: { changeType: 'close', message: '商家关闭订单' },
} as const

/**
 * T3, T4, T5: closes an order that is not paid; points, coupon and stock come back, and a job has the gateways close the attempts. The
 * parcels of a cod order on its way are withdrawn; what was in them comes back with `restock`. The guard is the caller's.
 * @param order locked
 */
export async function closeOrder(
  tx: Ctx,
  order: orders.OrderRow,
  closeType: Exclude<CloseType, 0>,
  { reason = '', restock = false }: { reason?: string; restock?: boolean } = {},
) {
  const lines = await orders.linesOf(tx, order.id)
  const { changeType, message } = closings[closeType]
  const set = { closeType, closeTime: tx.now(), closeReason: reason, payDeadline: null, ...noQueue }
  const saved = await orders.changeOrder(tx, order.id, set)
  await closeAttempts(tx, paymentsOf(order))
  const unsent = lines.map(({ skuId, num, sentNum, cutNum }) => ({ skuId, num: num - sentNum - cutNum }))
  const said = await onClosed(tx, order, {
    closeType,
    unsent,
    returned: restock ? lines.map(({ skuId, sentNum: num }) => ({ skuId, num })) : [],
    discounts: discountsOf(lines, ({ num }) => num),
  })
  const follows = [...(order.sentNum && restock ? ['已发商品退回库存'] : []), ...said]
  await orders.noteOrder(tx, order.id, {
    changeType,
    message: [`${message}${reason && `：${reason}`}`, ...follows].join('，'),
  })
  await emit(tx, 'order.closed', { ...eventOf(order), closeType })
  return saved
}

/** The store whose staff see an order, beside those who see all: where it is picked up; 0 for none. */
export const counterOf = ({ shippingType, storeId }: Pick<orders.OrderRow, 'shippingType' | 'storeId'>): number =>
  shippingType === 2 ? storeId : 0

/** An order as its payments name it. */
export const paymentsOf = ({ id }: Pick<orders.OrderRow, 'id'>): Subject => ({ bizType: 'order', bizId: id })

/** A payment of the whole of an order. */
export function paidFor(order: Pick<orders.OrderRow, 'id' | 'orderNo' | 'uid' | 'payPriceFen' | 'channel'>): PaidFor {
  const { orderNo: bizNo, uid, payPriceFen: amountFen, channel } = order
  return { ...paymentsOf(order), bizNo, uid, amountFen, channel }
}

/** How staff find an order whose money needs them, and who of them see it. */
export function concernOf(
  order: Pick<orders.OrderRow, 'id' | 'orderNo' | 'uid' | 'storeId' | 'shippingType'>,
): Concern {
  return {
    no: order.orderNo,
    link: `/order/detail/${order.id}`,
    object: { type: 'order', id: order.id },
    to: { permission: 'admin:order:refund', storeId: counterOf(order) },
    event: eventOf(order),
  }
}

/** What the events of orders carry. */
export function eventOf({ id, orderNo, uid, storeId }: Pick<orders.OrderRow, 'id' | 'orderNo' | 'uid' | 'storeId'>) {
  return { orderId: id, orderNo, uid, storeId }
}

/** The code by which an order is picked up; '' of delivery. */
async function verifyCodeOf(tx: Ctx, { verifyCode, shippingType }: orders.OrderRow): Promise<string> {
  return verifyCode || (shippingType === 2 ? await drawVerifyCode(tx) : '')
}

/** Where a buyer sees an order. */
export const linkOf = ({ orderNo }: Pick<orders.OrderRow, 'orderNo'>) => `/order/detail/${orderNo}`

/** A code of ten digits that no order has. */
async function drawVerifyCode(tx: Ctx): Promise<string> {
  for (;;) {
    const code = String(randomInt(1_000_000_000, 9_999_999_999))
    if (await orders.isFreeCode(tx, code)) return code
  }
}

const DAY_MS = 24 * 3600_000
const inDays = ({ now }: Ctx, days: number) => new Date(now().getTime() + days * DAY_MS)
/** Of a shop without automatic reviews: orders are completed this long after receipt. */
const UNREVIEWED_DAYS = 15

/** What an order gets when its last unit has left (T10), also when a refund cut the rest (T19). */
export async function sentSet(tx: Ctx): Promise<orders.OrderSet> {
  const shipTime = tx.now()
  return { status: 1, shipTime, autoReceiveTime: await receiveTimeOf(tx, shipTime), isRemind: false }
}

/** By when an order is received that left at a time and of which nothing more is known. */
export async function receiveTimeOf(tx: Ctx, shipTime: Date): Promise<Date> {
  const { auto_take_delivery_day } = await getSettings(tx)
  return new Date(shipTime.getTime() + auto_take_delivery_day * DAY_MS)
}

/**
 * T13, and the end of T14: an order has come. The guard is the caller's.
 * @param order locked
 * @param more what the same change stores besides
 * @param mark what the buyer is told
 */
export async function receiveOrder(
  tx: Ctx,
  order: orders.OrderRow,
  message: string,
  more: orders.OrderSet = {},
  mark: BuyerMark = 'receiptGoods',
) {
  const { auto_reply_days } = await getSettings(tx)
  const saved = await orders.changeOrder(tx, order.id, {
    status: 2,
    receiveTime: tx.now(),
    autoReceiveTime: null,
    ...noQueue,
    autoCompleteTime: inDays(tx, auto_reply_days || UNREVIEWED_DAYS),
    ...more,
  })
  await orders.noteOrder(tx, order.id, { changeType: 'receive', message })
  await onReceived(tx, order)
  await tellBuyer(tx, {
    mark,
    uid: order.uid,
    bizId: order.id,
    link: linkOf(order),
    values: { orderNo: order.orderNo },
  })
  await emit(tx, 'order.received', { ...eventOf(order), byBuyer: mark === 'receiptGoods' && tx.shopper !== undefined })
  return saved
}

/** What proves money that came past the gateways. */
export type TakenHow = { voucher: string; reason: string }

/** What the log of an order says of money that came past the gateways. */
export const takenText = (fen: number, { voucher, reason }: TakenHow) =>
  `确认线下收款 ${amountText(fen)} 元：${[reason, voucher && `凭证 ${voucher}`].filter(Boolean).join('，')}`
