import { billTypes, MAX_POINTS, pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { OutboxEvent } from '../../../platform/work/outbox.ts'
import type { CopyUse } from '../../coupon/copy/coupon-copy.parts.ts'
import { endGifts, returnCoupon, useCoupon } from '../../coupon/copy/coupon-use.service.ts'
import type { StockMove } from '../../product/stock/product-stock.parts.ts'
import { countSales, giveBackStock, takenEvent } from '../../product/stock/product-stock.service.ts'
import type { PointsMove, Purchase } from '../../user/ledger/ledger.parts.ts'
import { changeExperience, changePoints, countRefund, cutPoints } from '../../user/ledger/ledger.service.ts'
import type { LineRow, OrderRow } from './order.repository.ts'

const DAY_MS = 24 * 3600_000

/** What the effects need of an order; its row may not be stored yet. */
export type OrderDraft = Pick<
  OrderRow,
  'id' | 'orderNo' | 'uid' | 'payPriceFen' | 'couponId' | 'useIntegral' | 'gainIntegral'
>
export type LineDraft = Pick<LineRow, 'skuId' | 'num'>

/*
 * What the transitions of an order do in earlier areas, each list in the lock order of the trade chapter's section 0.2: the
 * customer, then what activities will add, coupons, stock last. All run in the transaction of the transition. What T1 and
 * T2 do is returned as moves: the repository writes them with the order, in one statement each.
 */

/** T1, before the order's rows are stored: what the buyer spends on it. */
export function onCreating(order: OrderDraft): { points: PointsMove | undefined; copy: CopyUse | undefined } {
  const points: PointsMove = {
    uid: order.uid,
    type: 2,
    integral: order.useIntegral,
    linkType: 'order',
    linkId: order.orderNo,
    title: '订单积分抵扣',
    bizKey: `order:${order.id}:spend`,
    status: pointsStatuses.done,
  }
  return { points: order.useIntegral ? points : undefined, copy: useCoupon(order) }
}

/** T1, after them: the stock it takes. */
export function onCreated(order: OrderDraft, lines: readonly LineDraft[]): { stock: StockMove; events: OutboxEvent[] } {
  const items = lines.map(({ skuId, num }) => ({ skuId, num }))
  const note = { reason: 'order_create', refType: 'order', refId: order.orderNo } as const
  return { stock: { items, note }, events: [takenEvent(items)] }
}

/**
 * T2: the bill, what the customer has bought, experience, points to come; then the sales, which the statement reads from the lines.
 * @param payType `yue` takes the money from the balance
 */
export function onPaid(order: OrderDraft, payType: string): { purchase: Purchase } {
  const { id, uid, orderNo: linkId, payPriceFen: payFen, gainIntegral: points } = order
  return {
    purchase: {
      ...{ uid, linkId, payFen, payType, fromBalance: payType === 'yue' && payFen > 0, billTitle: billTypes.pay_order },
      ...{
        experience: Math.min(Math.floor(payFen / 100), MAX_POINTS),
        points,
        earnTitle: '用户订单付款成功',
        key: `order:${id}`,
      },
    },
  }
}

/**
 * T3, T4, T5: what was spent and taken for an order that is not paid comes back; of what was sent, what is given.
 * @returns what became of its coupon, in words; '' without one
 */
export async function onClosed(
  tx: Ctx,
  order: OrderDraft,
  { unsent, returned = [] }: { unsent: readonly LineDraft[]; returned?: readonly LineDraft[] },
): Promise<{ coupon: string }> {
  if (order.useIntegral)
    await changePoints(tx, {
      uid: order.uid,
      type: 1,
      integral: order.useIntegral,
      linkType: 'order',
      linkId: order.orderNo,
      title: '订单取消退回积分',
      bizKey: `order:${order.id}:return`,
      status: pointsStatuses.done,
    })
  const coupon = await returnCoupon(tx, order)
  const giveBack = async (lines: readonly LineDraft[], reason: 'order_cancel' | 'return_in') => {
    const goods = lines.filter(({ num }) => num > 0)
    if (goods.length) await giveBackStock(tx, goods, { reason, refType: 'order', refId: order.orderNo })
  }
  await giveBack(unsent, 'order_cancel')
  await giveBack(returned, 'return_in')
  return { coupon }
}

/** T13, T14: points that were earned thaw after the days given, or at once. */
export async function onReceived(tx: Ctx, order: OrderDraft, freezeDays: number): Promise<void> {
  if (!order.gainIntegral) return
  const { created: _, frozen, done } = pointsStatuses
  await changePoints(tx, {
    uid: order.uid,
    type: 1,
    integral: order.gainIntegral,
    linkType: 'order',
    linkId: order.orderNo,
    title: '用户订单付款成功',
    bizKey: `order:${order.id}:earn`,
    ...(freezeDays
      ? { status: frozen, thawTime: new Date(tx.now().getTime() + freezeDays * DAY_MS) }
      : { status: done, thawTime: null }),
  })
}

/** T18: money was approved and is on its way. What is frozen meanwhile comes with commissions. */
export async function onRefunding(_tx: Ctx, _order: OrderDraft): Promise<void> {}

/** What went back of an order (T19). */
export type RefundedFacts = {
  refundNo: string
  amountFen: number
  /** Points spent that come back. */
  pointsBack: number
  /** Points and experience it earned: what is kept, what is taken back. */
  pointsKept: number
  pointsTaken: number
  experienceTaken: number
  /** Units by SKU: all of them, those never sent, and those sent that go back on the shelf. */
  units: readonly LineDraft[]
  unsent: readonly LineDraft[]
  returned: readonly LineDraft[]
  /** The order ends refunded; whether its coupon comes back then. */
  ends: boolean
  couponReturns: boolean
}

/** T19: money of an order is back. A reship was no sale, so it takes back none. */
export async function onRefunded(tx: Ctx, order: OrderDraft & Pick<OrderRow, 'source'>, facts: RefundedFacts) {
  const { refundNo, amountFen, pointsBack } = facts
  const isSale = order.source !== 'reship'
  const { uid, orderNo: linkId } = order
  const note = { uid, linkType: 'refund' as const, linkId, title: '订单退款' }
  const bizKey = `refund:${refundNo}`
  if (pointsBack)
    await changePoints(tx, {
      ...{ ...note, type: 1, integral: pointsBack, bizKey: `${bizKey}:back`, status: pointsStatuses.done },
    })
  await cutPoints(tx, {
    ...{ uid, earnKey: `order:${order.id}:earn`, kept: facts.pointsKept, taken: facts.pointsTaken },
    note: { ...note, bizKey: `${bizKey}:earn` },
  })
  if (facts.experienceTaken)
    await changeExperience(tx, {
      ...{ ...note, type: 2, experience: facts.experienceTaken, bizKey: `${bizKey}:experience` },
    })
  if (isSale && amountFen) await countRefund(tx, uid, amountFen)
  if (facts.couponReturns) await returnCoupon(tx, order)
  if (facts.ends) await endGifts(tx, order)
  const some = (goods: readonly LineDraft[]) => goods.filter(({ num }) => num > 0)
  const ref = { refType: 'refund', refId: refundNo }
  const [unsent, returned, units] = [some(facts.unsent), some(facts.returned), some(facts.units)]
  // First, as it locks all SKUs of the refund in their order.
  if (isSale && units.length) await countSales(tx, units, -1)
  if (unsent.length) await giveBackStock(tx, unsent, { reason: 'order_refund', ...ref })
  if (returned.length) await giveBackStock(tx, returned, { reason: 'return_in', ...ref })
}
