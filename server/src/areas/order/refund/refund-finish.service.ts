import { Refusal } from '@zhanggui/domain/errors.ts'
import { amountText, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { experienceOf, keptOf } from '@zhanggui/domain/order/refund-quote.ts'
import { type RefundMethod, refundMethods } from '@zhanggui/domain/payment/payment.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { fateOfCoupon, lockCoupon } from '../../coupon/copy/coupon-use.service.ts'
import { lockRefunded } from '../../distribution/commission/commission.service.ts'
import type { Repaid } from '../../payment/payment/payable.service.ts'
import type { RefundRow } from '../../payment/refund/refund.service.ts'
import { netOf, sumOfWay } from '../../payment/refund/refund-parts.service.ts'
import { addBalance, addBill } from '../../user/ledger/ledger.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import * as orders from '../order/order.repository.ts'
import { discountsOf, onRefunded, onRefunding } from '../order/order-effects.service.ts'
import { concernOf, eventOf, linkOf, noQueue, sentSet } from '../order/order-transition.service.ts'
import { casesOf } from './refund-case.service.ts'
import { findJudged } from './refund-judge.service.ts'
import * as refundLines from './refund-line.repository.ts'
import { leaving, teamFailed } from './refund-team.service.ts'

/** The sum of a refund in words: of an edit also what of it paid for goods that were added. */
export function sumText(refund: Pick<RefundRow, 'amountFen' | 'parts'>): string {
  const [netFen, whole] = [netOf(refund), yuanText(refund.amountFen)]
  if (netFen === refund.amountFen) return whole
  return `${whole}（抵扣改单 ${yuanText(refund.amountFen - netFen)}，实退 ${yuanText(netFen)}）`
}

/**
 * An order as money goes back of it.
 * @param order locked
 * @param more what the next change stores on the order besides
 */
export function repaidOf(order: orders.OrderRow, more: orders.OrderSet = {}): Repaid<{ id: number; version: number }> {
  return {
    uid: order.uid,
    concern: concernOf(order),
    lockPeople: (tx) => lockRefunded(tx, order),
    finish: (tx, refund) => finishRefund(tx, order, refund, more),
    fail: (tx, refund) => failRefund(tx, order, refund, more),
    wait: async (tx, { surplus }) => {
      const isChanged = !surplus && (order.refundStatus !== 3 || Object.keys(more).length > 0)
      return isChanged ? orders.changeOrder(tx, order.id, { ...more, refundStatus: 3 }) : asItIs(order)
    },
    reopen: async (tx, refund) => {
      if (refund.surplus) return repaidOf(order)
      const judged = await findJudged(tx, order, refund)
      if (!judged) return undefined
      await onRefunding(tx, order)
      return repaidOf(order, { isDel: false, ...(await leaving(tx, order, judged)) })
    },
    note: (tx, { message, stray }) =>
      orders.noteOrder(tx, order.id, { changeType: 'refundFail', message, extra: { stray } }),
  }
}

const asItIs = ({ id, version }: orders.OrderRow) => ({ id, version })

/**
 * All of a refund is back. Books it on the order and its lines, with the customer and in stock, ends its case. Of money that came
 * late the order stays as it is.
 * @param order locked
 * @param refund locked, its parts back
 * @param more what the same change stores on the order besides
 * @returns the order's version
 * @throws 422 for a balance that would be too large
 */
async function finishRefund(
  tx: Ctx,
  order: orders.OrderRow,
  refund: RefundRow,
  more: orders.OrderSet = {},
): Promise<{ id: number; version: number }> {
  const { id: refundId, refundNo, amountFen, postageAmountFen, pointsBack, afterSalesId } = refund
  if (refund.surplus) {
    await creditBalance(tx, order, refund)
    await tellBuyerOf(tx, order, refund)
    return asItIs(order)
  }
  const [lines, back] = [await orders.linesOf(tx, order.id), await refundLines.listLines(tx, refundId)]
  const of = (lineId: number) => back.find((each) => each.lineId === lineId)
  const num = back.reduce((sum, line) => sum + line.num, 0)
  const ends = num > 0 && lines.every((line) => line.refundNum + (of(line.id)?.num ?? 0) === line.num)
  const toSend = lines.reduce(
    (sum, line) => sum + line.num - line.sentNum - line.cutNum - (of(line.id)?.cutNum ?? 0),
    0,
  )
  await refundLines.bookLines(tx, order.id, back, afterSalesId !== null)
  const leaves = !ends && order.status === 0 && order.sentNum > 0 && toSend === 0
  const isOfFailedTeam = await teamFailed(tx, order)
  const saved = await orders.changeOrder(tx, order.id, {
    ...more,
    ...(await leaving(tx, order, { ends })),
    refundStatus: ends ? 2 : 0,
    ...(ends && noQueue),
    refundPriceFen: order.refundPriceFen + amountFen,
    refundPostageFen: order.refundPostageFen + postageAmountFen,
    backIntegral: order.backIntegral + pointsBack,
    ...(leaves && (await sentSet(tx))),
  })
  if (afterSalesId) await casesOf(tx).finish(tx, afterSalesId, refund)
  await lockRefunded(tx, order)
  if (ends) await lockCoupon(tx, order)
  const { text, method, reason } = refund
  const coupon = await fateOfCoupon(tx, order, { ends, always: isOfFailedTeam })
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
  const netFen = netOf(refund)
  await onRefunded(tx, order, {
    refundNo,
    amountFen: netFen,
    pointsBack,
    pointsKept: keeps(gain),
    pointsTaken: keeps(gain, nothing) - keeps(gain),
    experienceTaken: keeps(experience, nothing) - keeps(experience),
    units: goods.map((line) => ({ skuId: line.skuId, num: line.num })),
    unsent: goods.map((line) => ({ skuId: line.skuId, num: line.cutNum })),
    ends,
    couponReturns: coupon.returns,
    discounts: discountsOf(lines, ({ id }) => of(id)?.num ?? 0),
    returned: refund.restock ? goods.map((line) => ({ skuId: line.skuId, num: line.num - line.cutNum })) : [],
  })
  await tellBuyerOf(tx, order, refund)
  const sums = { amount: toYuan(netFen), netted: toYuan(amountFen - netFen) }
  await emit(tx, 'order.refunded', { ...eventOf(order), refundNo, ...sums, ends })
  return saved
}

/** What pays for goods that an edit added goes to nobody: the buyer hears of the rest. */
async function tellBuyerOf(tx: Ctx, order: orders.OrderRow, refund: RefundRow): Promise<void> {
  const { id: bizId, reason, method } = refund
  const netFen = netOf(refund)
  if (!netFen && refund.amountFen) return
  await tellBuyer(tx, {
    mark: 'refundSuccess',
    uid: order.uid,
    bizId,
    link: linkOf(order),
    values: { orderNo: order.orderNo, refundPrice: amountText(netFen), method: refundMethods[method], reason },
  })
}

const keyOf = ({ refundNo }: RefundRow) => `refund:${refundNo}`
const billOf = ({ uid, orderNo: linkId }: orders.OrderRow, { reason: mark }: RefundRow) =>
  ({ uid, linkId, type: 'pay_product_refund', mark }) as const

/** @throws 422 for a balance that would be too large */
async function creditBalance(tx: Ctx, order: orders.OrderRow, refund: RefundRow): Promise<void> {
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
async function payBack(tx: Ctx, order: orders.OrderRow, refund: RefundRow): Promise<void> {
  await creditBalance(tx, order, refund)
  for (const [method, typeOf] of Object.entries(payTypeOf) as [RefundMethod, (typeof payTypeOf)[RefundMethod]][]) {
    const numberFen = sumOfWay(refund.parts, method)
    const payType = typeOf?.(order)
    if (numberFen && payType !== undefined)
      await addBill(tx, { ...billOf(order, refund), numberFen, payType, bizKey: `${keyOf(refund)}:${method}` }, 1)
  }
}

/**
 * A provider will not send any of it back. The order waits for its case again, or for nothing.
 * @param order locked
 */
async function failRefund(
  tx: Ctx,
  order: orders.OrderRow,
  refund: RefundRow,
  more: orders.OrderSet,
): Promise<{ id: number; version: number }> {
  const { refundNo, surplus, afterSalesId, failMsg } = refund
  if (surplus) return asItIs(order)
  const isOpen = afterSalesId !== null && (await casesOf(tx).isOpen(tx, afterSalesId))
  const saved = await orders.changeOrder(tx, order.id, { ...more, refundStatus: isOpen ? 1 : 0 })
  const message = `退款 ${sumText(refund)} 失败：${failMsg}`
  await orders.noteOrder(tx, order.id, { changeType: 'refundFail', message, extra: { refundNo } })
  await emit(tx, 'refund.failed', { ...eventOf(order), refundNo })
  return saved
}
