import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { findNotice } from './pickup.repository.ts'

/** Has staff hear of what happens at the counters, after the commit: no order waits for it. */
export function registerPickupNotices({ outbox }: Platform): void {
  outbox.consume('pickup-notice', ['order.verified'], (tx, { data }) => noticeVerified(tx, Number(data.orderId)))
}

/** To those who list the orders of that store; whoever verified it has seen so on the desk. */
async function noticeVerified(tx: Ctx, orderId: number): Promise<void> {
  const order = await findNotice(tx, orderId)
  if (!order) return
  const { orderNo, storeId, storeName, clerkId, clerkName, totalNum } = order
  await notify(tx, {
    event: 'order.verified',
    to: { permission: 'admin:system:order:list', storeId, except: clerkId },
    title: `${storeName}核销 ${totalNum} 件`,
    content: `订单 ${orderNo} 已在「${storeName}」核销${clerkName && `，核销员 ${clerkName}`}`,
    link: `/store/order?keywords=${orderNo}`,
    object: { type: 'order', id: orderId },
    payload: { orderNo, storeId, storeName, clerkName, totalNum },
  })
}
