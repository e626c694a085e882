import { billTypes, MAX_POINTS, pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { OutboxEvent } from '../../../platform/work/outbox.ts'
import type { StockMove } from '../../product/stock/product-stock.parts.ts'
import { giveBackStock, takenEvent } from '../../product/stock/product-stock.service.ts'
import type { PointsMove, Purchase } from '../../user/ledger/ledger.parts.ts'
import { changePoints } from '../../user/ledger/ledger.service.ts'
import type { LineRow, OrderRow } from './order.repository.ts'

/** What the effects need of an order; its row may not be stored yet. */
export type OrderDraft = Pick<OrderRow, 'id' | 'orderNo' | 'uid' | 'payPriceFen' | 'useIntegral' | 'gainIntegral'>
export type LineDraft = Pick<LineRow, 'skuId' | 'num'>

/*
 * What the transitions of an order do in earlier areas, each list in the lock order of the trade chapter's section 0.2: the
 * customer, then what activities and coupons will add, stock last. All run in the transaction of the transition. What T1 and
 * T2 do is returned as moves: the repository writes them with the order, in one statement each.
 */

/** T1, before the order's rows are stored: what the buyer spends on it. */
export function onCreating(order: OrderDraft): { points: PointsMove | undefined } {
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
  return { points: order.useIntegral ? points : undefined }
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

/** T3, T4, T5: what was spent and taken for an order that is not paid comes back. */
export async function onClosed(tx: Ctx, order: OrderDraft, unsent: readonly LineDraft[]): Promise<void> {
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
  const goods = unsent.filter(({ num }) => num > 0)
  if (goods.length) await giveBackStock(tx, goods, { reason: 'order_cancel', refType: 'order', refId: order.orderNo })
}
