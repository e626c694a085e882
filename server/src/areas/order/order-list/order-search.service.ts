import { order } from '@zhanggui/contract/order/order.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import { MAX_FOUND, type SearchItem } from '@zhanggui/contract/setting/search.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { yuanText } from '@zhanggui/domain/money.ts'
import { canRefund, canShip, canVerify } from '@zhanggui/domain/order/order-state.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { actsOpen, firstOpen, type Searcher } from '../../setting/search/search.service.ts'
import { stateOf } from '../order/order-describe.service.ts'
import { meaningsOf, storesOf } from '../order-keyword/order-keyword.service.ts'
import { MAX_MEANT } from '../order-keyword/order-meaning.repository.ts'
import { listFirst } from './order-list.repository.ts'
import { readPickupFilter } from './pickup-list.service.ts'

/** The newest orders that a text may mean, as the order desk reads it. */
export const orderSearcher: Searcher = {
  type: 'order',
  byNumber: true,
  permission: order.list.permission,
  list: (keyword) => `/order/list?keywords=${keyword}`,
  async find(ctx, text) {
    const meanings = meaningsOf(text)
    if (!meanings.length) return []
    const found = await listFirst(ctx, { meanings: [meanings], storeIds: storesOf(ctx, undefined) }, MAX_FOUND)
    return found.map((row) => describe(ctx, row, '/order/list?orderNo='))
  },
}

/** The newest orders of the counter, for those who see no others: what the pick-up desk finds by the same text. */
export const pickupSearcher: Searcher = {
  type: 'order',
  byNumber: true,
  permission: pickupOrder.list.permission,
  list: (keyword) => `/store/order?keywords=${keyword}`,
  async find(ctx, text) {
    if (holds(ctx.actor, order.list.permission) || !meaningsOf(text).length) return []
    // Of the newest that are meant, many may not have come to the counter.
    const filter = { ...(await readPickupFilter(ctx, { keywords: text })), mostMeant: MAX_MEANT }
    const found = await listFirst(ctx, filter, MAX_FOUND)
    return found.map((row) => describe(ctx, row, '/store/order?keywords='))
  },
}

type Found = Awaited<ReturnType<typeof listFirst>>[number]

/** @param list the list of its orders, up to the order's number */
function describe(ctx: Ctx, row: Found, list: string): SearchItem {
  return {
    id: String(row.id),
    title: row.orderNo,
    sub: [row.realName, maskPhone(row.userPhone), yuanText(row.payPriceFen), row.firstName].filter(Boolean).join(' · '),
    state: stateOf(row).value,
    link: firstOpen(ctx, [[order.info.permission, `/order/detail/${row.id}`]], `${list}${row.orderNo}`),
    acts: actsOpen(ctx, [...actsOf(row), ['买家', shopUser.topDetail.permission, `/member/detail/${row.uid}`]]),
  }
}

/** What can be begun from the box; the detail opens the dialog of the act. */
function actsOf(row: Found) {
  const link = (act: string) => `/order/detail/${row.id}?act=${act}`
  // With a case open money goes back by the case.
  const isRefundable = !canRefund(row) && row.refundStatus !== 1
  return [
    ...(canShip(row) ? [] : [['发货', shipment.send.permission, link('send')] as const]),
    ...(canVerify(row) ? [] : [['核销', pickup.confirm.permission, `/store/verify?orderNo=${row.orderNo}`] as const]),
    ...(isRefundable ? [['退款', refund.start.permission, link('refund')] as const] : []),
  ]
}
