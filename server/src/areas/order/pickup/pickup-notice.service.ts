import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { type TodoCounter, todoChanged } from '../../message/live/todo.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import * as lists from '../order-list/order-list.repository.ts'
import { findNotice } from './pickup.repository.ts'

/** What moves a pick-up order to the counter or away from it. */
const MOVES = ['order.paid', 'order.cod', 'order.verified', 'order.closed', 'order.refunded', 'refund.applied']

/** The orders that wait to be picked up, on bell and menu: of the caller's stores alone. */
export const ordersToVerify: TodoCounter = {
  name: 'ordersToVerify',
  page: 'store/verify-desk',
  permission: 'admin:order:write:confirm',
  count: async (ctx) => {
    const { storeIds } = ctx.actor.scope
    const counts = await lists.countTabs(ctx, storeIds ? { storeIds } : {})
    return Math.max(0, counts.get(4) ?? 0)
  },
}

/** Has staff hear of what happens at the counters, after the commit: no order waits for it. */
export function registerPickupNotices({ outbox }: Platform): void {
  outbox.consume('pickup-notice', ['order.verified'], (tx, { data }) => noticeVerified(tx, Number(data.orderId)))
  outbox.consume('pickup-todo', MOVES, async (tx, { data }) => {
    if (data.storeId) await todoChanged(tx)
  })
}

/** To those who list the orders of that store; whoever verified it has seen so on the desk. */
async function noticeVerified(tx: Ctx, orderId: number): Promise<void> {
  const order = await findNotice(tx, orderId)
  if (!order) return
  const { orderNo, storeId, storeName, clerkId, clerkName, totalNum } = order
  await notify(tx, {
    ...{ event: 'order.verified', to: { permission: 'admin:system:order:list', storeId, except: clerkId } },
    title: `${storeName}核销 ${totalNum} 件`,
    content: `订单 ${orderNo} 已在「${storeName}」核销${clerkName && `，核销员 ${clerkName}`}`,
    link: `/store/order?keywords=${orderNo}`,
    object: { type: 'order', id: orderId },
    payload: { orderNo, storeId, storeName, clerkName, totalNum },
  })
}
