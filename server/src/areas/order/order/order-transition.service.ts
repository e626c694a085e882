import { randomInt } from 'node:crypto'
import {
  type CloseType,
  canPay,
  canPayLater,
  type Guard,
  type PayType,
  payTypes,
} from '@zhanggui/domain/order/order-state.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { raiseLevels } from '../../user/level/user-level.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { closeAttempts } from '../payment/payment.repository.ts'
import * as orders from './order.repository.ts'
import { onClosed, onPaid } from './order-effects.service.ts'
import { pay, type TakenMoney } from './order-pay.repository.ts'

export const WHAT = '订单'

/** Throws what a guard of the domain says. */
export function refuseBy(guard: Guard): void {
  if (!guard) return
  throw new HttpError(guard.status, guard.status === 409 ? 'STATE_CONFLICT' : 'REFUSED', guard.message)
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
  { message, extra, taken }: Partial<Pick<orders.OrderNote, 'message' | 'extra'>> & { taken?: TakenMoney } = {},
) {
  refuseBy(canPay(order))
  const { id, uid } = order
  const payTime = tx.now()
  const note = {
    changeType: 'pay' as const,
    message: message ?? `${payTypes[payType]}，付款成功`,
    ...(extra && { extra }),
  }
  const { version, productName, booked, raises, closed } = await pay(tx, id, {
    ...{ payType, verifyCode: await verifyCodeOf(tx, order), note, taken, ...onPaid(order, payType) },
    events: [['order.paid', eventOf(order)]],
  })
  if (!booked) return undefined
  if (raises) await raiseLevels(tx, [uid])
  await endAtProvider(tx, closed)
  await tellBuyer(tx, {
    ...{ mark: 'paySuccess', uid, bizId: id, link: linkOf(order) },
    values: {
      ...{ orderNo: order.orderNo, productName, payPrice: (order.payPriceFen / 100).toFixed(2) },
      ...{ payTime: toWireTime(payTime), payType: payTypes[payType] },
    },
  })
  return { id, version }
}

/**
 * T2b: the buyer pays at the door or the counter; the order is shipped or kept ready before.
 * @param order locked
 * @throws 409 for one that is paid or closed, 422 for one that cannot be paid so
 */
export async function payLater(tx: Ctx, order: orders.OrderRow) {
  refuseBy(canPayLater(order))
  const saved = await orders.changeOrder(tx, order.id, {
    ...{ cod: true, payDeadline: null, verifyCode: await verifyCodeOf(tx, order) },
  })
  await orders.noteOrder(tx, order.id, { changeType: 'cod', message: '买家选择线下支付' })
  await closeAtProvider(tx, order.id)
  await emit(tx, 'order.cod', eventOf(order))
  return saved
}

const closings = {
  1: { changeType: 'cancel', message: '买家取消订单' },
  2: { changeType: 'expire', message: '超过支付时间，订单自动关闭' },
  3: { changeType: 'close', message: '商家关闭订单' },
} as const

/**
 * T3, T4, T5: closes an order that is not paid; points and stock come back, and a job has the gateways close the attempts.
 * The guard is the caller's.
 * @param order locked
 */
export async function closeOrder(tx: Ctx, order: orders.OrderRow, closeType: Exclude<CloseType, 0>, reason = '') {
  const lines = await orders.linesOf(tx, order.id)
  const { changeType, message } = closings[closeType]
  const set = { closeType, closeTime: tx.now(), closeReason: reason, payDeadline: null }
  const saved = await orders.changeOrder(tx, order.id, set)
  await orders.noteOrder(tx, order.id, { changeType, message: reason ? `${message}：${reason}` : message })
  await closeAtProvider(tx, order.id)
  const unsent = lines.map(({ skuId, num, sentNum, cutNum }) => ({ skuId, num: num - sentNum - cutNum }))
  await onClosed(tx, order, unsent)
  await emit(tx, 'order.closed', { ...eventOf(order), closeType })
  return saved
}

/** The queue whose job has providers close attempts; its handler is the payments'. */
export const CLOSE_QUEUE = 'pay-close'

/** Closes the open attempts to pay a locked order, at once here and by a job at their providers. */
export async function closeAtProvider(tx: Ctx, orderId: number): Promise<void> {
  await endAtProvider(tx, await closeAttempts(tx, orderId))
}

async function endAtProvider(tx: Ctx, outTradeNos: readonly string[]): Promise<void> {
  if (outTradeNos.length) await tx.platform.jobs.enqueue(tx, CLOSE_QUEUE, { outTradeNos })
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
export async function drawVerifyCode(tx: Ctx): Promise<string> {
  for (;;) {
    const code = String(randomInt(1_000_000_000, 9_999_999_999))
    if (await orders.isFreeCode(tx, code)) return code
  }
}
