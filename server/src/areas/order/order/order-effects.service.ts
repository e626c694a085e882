import { pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { OutboxEvent } from '../../../platform/work/outbox.ts'
import type { StockMove } from '../../product/stock/product-stock.parts.ts'
import { countSales, giveBackStock, takenEvent } from '../../product/stock/product-stock.service.ts'
import type { PointsMove } from '../../user/ledger/ledger.parts.ts'
import {
  addBill,
  changeExperience,
  changePoints,
  lockCustomers,
  takeBalance,
} from '../../user/ledger/ledger.service.ts'
import { countPaid } from '../../user/shop-user/shop-user.service.ts'
import type { LineRow, OrderRow } from './order.repository.ts'

/** What the effects need of an order; its row may not be stored yet. */
export type OrderDraft = Pick<OrderRow, 'id' | 'orderNo' | 'uid' | 'payPriceFen' | 'useIntegral' | 'gainIntegral'>
export type LineDraft = Pick<LineRow, 'skuId' | 'num'>

/*
 * What the transitions of an order do in earlier areas, each list in the lock order of the trade chapter's section 0.2: the
 * customer, then what activities and coupons will add, stock last. All run in the transaction of the transition. What T1 does
 * is returned as moves: `create` of the repository writes them with the order, in one statement.
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
 * T2: the bill, what the customer has bought, experience, points to come, sales.
 * @param payType `yue` takes the money from the balance
 * @returns false when the balance is too small, and the caller refuses
 */
export async function onPaid(
  tx: Ctx,
  order: OrderDraft,
  lines: readonly LineDraft[],
  payType: string,
): Promise<boolean> {
  const { id, uid, orderNo: linkId, payPriceFen, gainIntegral } = order
  await lockCustomers(tx, [uid])
  if (payPriceFen) {
    const bill = { uid, type: 'pay_order', numberFen: payPriceFen, payType, linkId, bizKey: `order:${id}:pay` } as const
    if (payType !== 'yue') await addBill(tx, bill, -1)
    else if (!(await takeBalance(tx, bill))) return false
  }
  await countPaid(tx, { uid, payFen: payPriceFen })
  const experience = Math.floor(payPriceFen / 100)
  if (experience)
    await changeExperience(tx, {
      ...{ uid, type: 1, experience, linkType: 'order', linkId },
      ...{ title: '用户订单付款成功', bizKey: `order:${id}:experience` },
    })
  if (gainIntegral)
    await changePoints(tx, {
      ...{ uid, type: 1, integral: gainIntegral, linkType: 'order', linkId },
      ...{ title: '用户订单付款成功', bizKey: `order:${id}:earn`, status: pointsStatuses.created },
    })
  await countSales(tx, lines, 1)
  return true
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
