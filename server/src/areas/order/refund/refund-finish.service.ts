import { Refusal } from '@zhanggui/domain/errors.ts'
import { amountText, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { experienceOf, keptOf, type RefundMethod, refundMethods } from '@zhanggui/domain/order/refund-quote.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { fateOfCoupon, lockCoupon } from '../../coupon/copy/coupon-use.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { addBalance, addBill, findPurse, lockCustomers } from '../../user/ledger/ledger.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { finishCase } from '../after-sales/after-sales.repository.ts'
import * as orders from '../order/order.repository.ts'
import { onRefunded } from '../order/order-effects.service.ts'
import { counterOf, eventOf, linkOf, noQueue, sentSet } from '../order/order-transition.service.ts'
import * as refunds from './refund.repository.ts'
import { isBack, liveParts, methodOfPart, netOf, sumOfWay, whyNoCredit } from './refund-parts.service.ts'

/** The queue whose job has gateways send money back; its handler is in refund-send.service.ts. */
export const REFUND_QUEUE = 'pay-refund'
/** When a refund on its way is looked at first, should its job have failed. */
export const FIRST_ASK_MS = 60_000

/** After so long without a word from its provider, since it was sent last, staff say how a refund ended. */
const SILENT_MS = 24 * 3600_000
export const isSilent = ({ now }: Ctx, sentAt: Date) => now().getTime() - sentAt.getTime() >= SILENT_MS

const MINUTE_MS = 60_000
/** After each attempt the provider is asked again this many minutes later, then every hour. */
const PAUSES = [1, 5, 30, 120]

/** The sum of a refund in words: of an edit also what of it paid for goods that were added. */
export function sumText(refund: Pick<refunds.RefundRow, 'amountFen' | 'parts'>): string {
  const [netFen, whole] = [netOf(refund), yuanText(refund.amountFen)]
  if (netFen === refund.amountFen) return whole
  return `${whole}（抵扣改单 ${yuanText(refund.amountFen - netFen)}，实退 ${yuanText(netFen)}）`
}

/**
 * What comes of a refund on its way, by its parts: all back is T19, nothing back T20; else it stays on its way. What the balance
 * cannot take is refused with them, and of an account that has ended it is handed over by staff.
 * @param order locked
 * @param refund locked, with its parts as they stand now
 * @param more what the same change stores on the order besides
 * @returns the order's version, and the refund's state
 */
export async function settleParts(
  tx: Ctx,
  order: orders.OrderRow,
  refund: refunds.RefundRow,
  more: orders.OrderSet = {},
): Promise<{ id: number; version: number; state: 0 | 1 | 2 }> {
  const { id, tries } = refund
  let { parts, failMsg } = refund
  if (liveParts(parts).every(({ state }) => state === 1)) {
    const why = await whyNoCredit(tx, order.uid, parts)
    if (!why) return { ...(await finishRefund(tx, order, refund, more)), state: 1 }
    const hasEnded = (await findPurse(tx, order.uid))?.hasEnded !== false
    parts = parts.map((part) =>
      part.state === 1 && methodOfPart(part) === 'balance'
        ? { ...part, state: 2, method: hasEnded ? 'offline' : 'balance' }
        : part,
    )
    failMsg = why
  }
  const isWaiting = parts.some(({ state }) => state === 0)
  if (!isWaiting && !parts.some(isBack)) {
    const refused = parts.map((part): refunds.RefundPart => (part.state === 1 ? { ...part, state: 2 } : part))
    return { ...(await failRefund(tx, order, { ...refund, parts: refused }, failMsg, more)), state: 2 }
  }
  const pause = (PAUSES[tries] ?? 60) * MINUTE_MS
  const queryAt = isWaiting ? new Date(tx.now().getTime() + pause) : null
  await refunds.change(tx, id, { state: 0, parts, failMsg: cut(failMsg), tries: Math.min(tries + 1, 30_000), queryAt })
  const isChanged = !refund.surplus && (order.refundStatus !== 3 || Object.keys(more).length > 0)
  const { version } = isChanged ? await orders.changeOrder(tx, order.id, { ...more, refundStatus: 3 }) : order
  if (!isWaiting) await reportFailure(tx, order, { ...refund, parts }, `退款有一部分失败：${order.orderNo}`, failMsg)
  return { id: order.id, version, state: 0 }
}

const cut = (text: string) => cutText(text, 255)

/**
 * T19: all of a refund is back. Books it on the order and its lines, with the customer and in stock, ends its case. Of money
 * that came late the refund alone changes.
 * @param order locked
 * @param refund locked, on its way, its parts back
 * @param more what the same change stores on the order besides
 * @returns the order's version
 * @throws 422 for a balance that would be too large
 */
async function finishRefund(
  tx: Ctx,
  order: orders.OrderRow,
  refund: refunds.RefundRow,
  more: orders.OrderSet = {},
): Promise<{ id: number; version: number }> {
  const { id: refundId, refundNo, amountFen, postageAmountFen, pointsBack, afterSalesId, parts } = refund
  const ended = { state: 1, parts, failMsg: '', queryAt: null, finishTime: tx.now() }
  await refunds.change(tx, refundId, { ...ended, method: refund.method, voucher: refund.voucher })
  if (refund.surplus) {
    await creditBalance(tx, order, refund)
    await tellBuyerOf(tx, order, refund)
    return { id: order.id, version: order.version }
  }
  const [lines, back] = [await orders.linesOf(tx, order.id), await refunds.listLines(tx, refundId)]
  const of = (lineId: number) => back.find((each) => each.lineId === lineId)
  const num = back.reduce((sum, line) => sum + line.num, 0)
  const ends = num > 0 && lines.every((line) => line.refundNum + (of(line.id)?.num ?? 0) === line.num)
  const toSend = lines.reduce(
    (sum, line) => sum + line.num - line.sentNum - line.cutNum - (of(line.id)?.cutNum ?? 0),
    0,
  )
  await refunds.bookLines(tx, order.id, back, afterSalesId !== null)
  const leaves = !ends && order.status === 0 && order.sentNum > 0 && toSend === 0
  const saved = await orders.changeOrder(tx, order.id, {
    ...more,
    refundStatus: ends ? 2 : 0,
    ...(ends && noQueue),
    refundPriceFen: order.refundPriceFen + amountFen,
    refundPostageFen: order.refundPostageFen + postageAmountFen,
    backIntegral: order.backIntegral + pointsBack,
    ...(leaves && (await sentSet(tx))),
  })
  if (afterSalesId) await finishCase(tx, afterSalesId, refund)
  await lockCustomers(tx, [order.uid])
  if (ends) await lockCoupon(tx, order)
  const { text, method, reason } = refund
  const coupon = await fateOfCoupon(tx, order, ends)
  const says = [`退款成功 ${sumText(refund)}`, refundMethods[method], coupon.text, `原因：${reason}`]
  await orders.noteOrder(tx, order.id, {
    changeType: 'refund',
    message: says.filter(Boolean).join('，'),
    extra: { refundNo, text, ...(ends && order.couponId && { couponReturns: coupon.returns }) },
  })
  await payBack(tx, order, refund)
  const going = { totalFen: amountFen, num, ends }
  const keeps = (gain: number, is = going) => keptOf(gain, order, lines, is)
  const nothing = { totalFen: 0, num: 0, ends: false }
  const [gain, experience] = [order.gainIntegral, experienceOf(order)]
  const goods = back.map(({ lineId, ...each }) => ({
    ...each,
    skuId: lines.find(({ id }) => id === lineId)?.skuId ?? 0,
  }))
  await onRefunded(tx, order, {
    ...{ refundNo, amountFen, pointsBack },
    ...{ pointsKept: keeps(gain), pointsTaken: keeps(gain, nothing) - keeps(gain) },
    experienceTaken: keeps(experience, nothing) - keeps(experience),
    units: goods.map((line) => ({ skuId: line.skuId, num: line.num })),
    unsent: goods.map((line) => ({ skuId: line.skuId, num: line.cutNum })),
    ...{ ends, couponReturns: coupon.returns },
    returned: refund.restock ? goods.map((line) => ({ skuId: line.skuId, num: line.num - line.cutNum })) : [],
  })
  await tellBuyerOf(tx, order, refund)
  const netFen = netOf(refund)
  const sums = { amount: toYuan(netFen), netted: toYuan(amountFen - netFen) }
  await emit(tx, 'order.refunded', { ...eventOf(order), refundNo, ...sums, ends })
  return saved
}

/** What pays for goods that an edit added goes to nobody: the buyer hears of the rest. */
async function tellBuyerOf(tx: Ctx, order: orders.OrderRow, refund: refunds.RefundRow): Promise<void> {
  const { id: bizId, reason, method } = refund
  const netFen = netOf(refund)
  if (!netFen && refund.amountFen) return
  await tellBuyer(tx, {
    ...{ mark: 'refundSuccess', uid: order.uid, bizId, link: linkOf(order) },
    values: { orderNo: order.orderNo, refundPrice: amountText(netFen), method: refundMethods[method], reason },
  })
}

const keyOf = ({ refundNo }: refunds.RefundRow) => `refund:${refundNo}`
const billOf = ({ uid, orderNo: linkId }: orders.OrderRow, { reason: mark }: refunds.RefundRow) =>
  ({ uid, linkId, type: 'pay_product_refund', mark }) as const

/** @throws 422 for a balance that would be too large */
async function creditBalance(tx: Ctx, order: orders.OrderRow, refund: refunds.RefundRow): Promise<void> {
  const numberFen = sumOfWay(refund.parts, 'balance')
  if (!numberFen) return
  const move = { ...billOf(order, refund), numberFen, payType: 'yue', bizKey: `${keyOf(refund)}:balance` }
  if (!(await addBalance(tx, move))) throw new Refusal('用户余额将超过上限，请改为线下退款')
}

/** The bill that records what went a way; null where the balance moves instead, or no money does. */
const payTypeOf: Record<RefundMethod, ((order: orders.OrderRow) => orders.OrderRow['payType']) | null> = {
  origin: ({ payType }) => payType,
  offline: () => 'offline',
  balance: null,
  edit: null,
}

/** The bills of a refund: what goes to the balance moves it, what went by a gateway or in cash is recorded. */
async function payBack(tx: Ctx, order: orders.OrderRow, refund: refunds.RefundRow): Promise<void> {
  await creditBalance(tx, order, refund)
  for (const [method, typeOf] of Object.entries(payTypeOf) as [RefundMethod, (typeof payTypeOf)[RefundMethod]][]) {
    const numberFen = sumOfWay(refund.parts, method)
    const payType = typeOf?.(order)
    if (numberFen && payType !== undefined)
      await addBill(tx, { ...billOf(order, refund), numberFen, payType, bizKey: `${keyOf(refund)}:${method}` }, 1)
  }
}

/**
 * T20: a provider will not send any of it back. The order waits for its case again, or for nothing.
 * @param order locked
 * @param refund locked
 */
async function failRefund(
  tx: Ctx,
  order: orders.OrderRow,
  refund: refunds.RefundRow,
  why: string,
  more: orders.OrderSet = {},
): Promise<{ id: number; version: number }> {
  const { id, refundNo, parts, surplus, afterSalesId } = refund
  const failMsg = cut(why)
  let saved = { id: order.id, version: order.version }
  await refunds.change(tx, id, { state: 2, parts, failMsg, queryAt: null, finishTime: tx.now() })
  if (!surplus) {
    const isOpen = afterSalesId !== null && (await refunds.isCaseOpen(tx, afterSalesId))
    saved = await orders.changeOrder(tx, order.id, { ...more, refundStatus: isOpen ? 1 : 0 })
    const message = `退款 ${sumText(refund)} 失败：${failMsg}`
    await orders.noteOrder(tx, order.id, { changeType: 'refundFail', message, extra: { refundNo } })
    await emit(tx, 'refund.failed', { ...eventOf(order), refundNo })
  }
  await reportFailure(tx, order, refund, `退款失败：${order.orderNo}`, failMsg)
  return saved
}

/** Tells staff who see the order of a refund that needs them: of the sum that has not gone back. */
export async function reportFailure(
  tx: Ctx,
  order: orders.OrderRow,
  { refundNo, parts }: Pick<refunds.RefundRow, 'refundNo' | 'parts'>,
  title: string,
  message: string,
): Promise<void> {
  const { id, orderNo } = order
  const openFen = liveParts(parts).reduce((sum, part) => sum + (isBack(part) ? 0 : part.amountFen), 0)
  await notify(tx, {
    ...{
      event: 'refund.failed',
      level: 'error',
      title,
      content: `退款单 ${refundNo}，${yuanText(openFen)}：${message}`,
      to: { permission: 'admin:order:refund', storeId: counterOf(order) },
    },
    ...{ link: `/order/detail/${id}`, object: { type: 'order', id } },
    payload: { orderNo, amount: toYuan(openFen), message },
  })
}
