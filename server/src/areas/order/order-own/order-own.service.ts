import type { FrontOrder, FrontOrderRow, frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { addressText } from '@zhanggui/domain/order/order-label.ts'
import {
  buyerOrderTypes,
  canCancel,
  canChangeOwnAddress,
  canDelete,
  canReceive,
  canReview,
  orderTab,
} from '@zhanggui/domain/order/order-state.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { toWireDay, toWireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { addressOf } from '../../user/address/buyer-address.service.ts'
import type { OrdersOfBuyer } from '../../user/centre/customer-centre.service.ts'
import { emptyCart } from '../cart/cart.service.ts'
import * as orders from '../order/order.repository.ts'
import { changeReceiver } from '../order/order-change.service.ts'
import { stateOf, toWireLine, toWireShares } from '../order/order-describe.service.ts'
import { closeOrder, eventOf, refuseBy, WHAT } from '../order/order-transition.service.ts'
import { findWaiting } from '../order-edit/order-edit.repository.ts'
import { parcelsOf } from '../shipment/front-shipment.service.ts'
import * as own from './order-own.repository.ts'

/** A page of the calling buyer's orders. */
export async function listOwnOrders(ctx: Ctx, { query }: RouteInput<typeof frontOrder.list>) {
  const { type, keywords, ...left } = query
  const paging = readPage(left)
  const tabs = type === undefined ? undefined : buyerOrderTypes[type]
  const { rows, lines, total } = await own.listOwn(ctx, ctx.buyer.uid, { tabs, keywords }, paging)
  const media = await readMedia(ctx)
  const list = rows.map((row) =>
    toRow(
      row,
      lines.filter(({ orderId }) => orderId === row.id),
      media,
    ),
  )
  return { list, total, page: paging.page, limit: paging.limit }
}

function toRow(order: orders.OrderRow, lines: readonly orders.LineRow[], media: Media): FrontOrderRow {
  const { id, orderNo, totalNum, verifyCode, cod, payDeadline, orderKind, pinkId, bargainUserId } = order
  return {
    id,
    orderNo,
    totalNum,
    verifyCode,
    cod,
    orderKind,
    pinkId,
    bargainUserId,
    createTime: toWireTime(order.createdAt),
    payPrice: toYuan(order.payPriceFen),
    statusStr: stateOf(order),
    lines: lines.map((line) => toWireLine(line, media)),
    payDeadline: payDeadline && toWireTime(payDeadline),
  }
}

/** An order of the calling buyer. @throws 404, also for another's */
export async function getOwnOrder(ctx: Ctx, orderNo: string): Promise<FrontOrder> {
  const order = await orders.findOwn(ctx, ctx.buyer.uid, orderNo)
  if (!order) throw notFound(WHAT)
  const lines = await orders.linesOf(ctx, order.id)
  const edit = order.paid ? await findWaiting(ctx, order.id) : undefined
  const media = await readMedia(ctx)
  const { realName, userPhone, shippingType, useIntegral, gainIntegral, paid, payType, mark, closeReason } = order
  return {
    ...toRow(order, lines, media),
    lines: lines.map((line) => toWireShares(line, media)),
    realName,
    userPhone,
    shippingType,
    useIntegral,
    gainIntegral,
    paid,
    payType,
    mark,
    closeReason,
    teamNote: order.orderKind === 'combination' && order.paid ? await own.findTeamNote(ctx, order.id) : '',
    address: addressText(order),
    store: (order.storeId ? await own.findStore(ctx, order.storeId) : undefined) ?? null,
    proTotalPrice: toYuan(order.proTotalPriceFen),
    deductionPrice: toYuan(order.deductionPriceFen),
    couponPrice: toYuan(order.couponPriceFen),
    payPostage: toYuan(order.payPostageFen),
    adjustPrice: toYuan(lines.reduce((sum, { adjustShareFen }) => sum + adjustShareFen, 0)),
    refundPrice: toYuan(order.refundPriceFen),
    payTypeStr: payType ? payTypes[payType] : '',
    payTime: order.payTime && toWireTime(order.payTime),
    shipments: order.shippingType === 1 && order.sentNum ? await parcelsOf(ctx, order.id) : [],
    edit: edit
      ? {
          fee: toYuan(edit.differenceFen),
          reason: edit.reason,
          expireTime: toWireTime(edit.expireTime ?? ctx.now()),
        }
      : null,
    canCancel: !canCancel(order),
    canTake: order.shippingType === 1 && !canReceive(order),
    canReview: !canReview(order) && lines.some((line) => !line.isReply && line.refundNum < line.num),
    canChangeAddress: !canChangeOwnAddress(order),
    canRemind: mayRemind(ctx, order),
    canDelete: !canDelete(order),
  }
}

/** What the calling buyer has in each state. */
export async function countOwnOrders(ctx: Ctx) {
  const { counts, paidFen } = await own.countOwn(ctx, ctx.buyer.uid)
  const of = (...tabs: number[]) => tabs.reduce((sum, tab) => sum + (counts.get(tab as 1) ?? 0), 0)
  return {
    unPaidCount: of(1),
    unShippedCount: of(2, 3, 4),
    receivedCount: of(5),
    evaluatedCount: of(6),
    refundCount: of(8),
    completeCount: of(7),
    orderCount: [...counts.values()].reduce((sum, count) => sum + count, 0),
    sumPrice: toYuan(paidFen),
  }
}

/** What the centre of a buyer asks about their orders. */
export const ordersOfThisBuyer: OrdersOfBuyer = { counts: countOwnOrders, hasOpen: own.hasOpen, forget: emptyCart }

/** T3: the calling buyer cancels an order. @throws 404, 409 for one that is paid, closed or on its way */
export async function cancelOwnOrder(ctx: Ctx, orderNo: string): Promise<void> {
  await retried(ctx, async (tx) => {
    const order = await lockOwn(tx, orderNo)
    refuseBy(canCancel(order))
    await closeOrder(tx, order, 1)
  })
}

/** T21: the calling buyer takes an order that has ended out of his list. @throws 404, 409 */
export async function deleteOwnOrder(ctx: Ctx, orderNo: string): Promise<void> {
  await retried(ctx, async (tx) => {
    const order = await lockOwn(tx, orderNo)
    refuseBy(canDelete(order))
    await orders.changeOrder(tx, order.id, { isDel: true })
    await orders.noteOrder(tx, order.id, { changeType: 'delete', message: '买家删除订单' })
  })
}

/** The calling buyer asks when an order leaves, once a day. @throws 404, 409 unless it waits to be shipped, 422 */
export async function remindOwnOrder(ctx: Ctx, orderNo: string): Promise<void> {
  await retried(ctx, async (tx) => {
    const order = await lockOwn(tx, orderNo)
    if (orderTab(order) !== 2) throw stateConflict('订单不在待发货状态，不能催发货')
    if (!mayRemind(tx, order)) throw new Refusal('今天已经催过了，请耐心等待')
    await orders.changeOrder(tx, order.id, { isRemind: true, remindTime: tx.now() })
    await orders.noteOrder(tx, order.id, { changeType: 'remind', message: '买家催发货' })
    await emit(tx, 'order.remind', eventOf(order))
  })
}

function mayRemind({ now }: Ctx, order: orders.OrderRow): boolean {
  return orderTab(order) === 2 && (!order.remindTime || toWireDay(order.remindTime) !== toWireDay(now()))
}

/** T8: the calling buyer has an order sent elsewhere, once. @throws 404, 409, 422 */
export async function changeOwnAddress(ctx: Ctx, { orderNo, addressId }: { orderNo: string; addressId: number }) {
  await retried(ctx, async (tx) => {
    const order = await lockOwn(tx, orderNo)
    refuseBy(canChangeOwnAddress(order))
    const { realName, phone, ...place } = await addressOf(tx, order.uid, addressId)
    await changeReceiver(tx, order, { ...place, realName, userPhone: phone }, { addressChanged: true })
  })
}

async function lockOwn(tx: Ctx, orderNo: string): Promise<orders.OrderRow> {
  const order = await orders.lockOwn(tx, tx.buyer.uid, orderNo)
  if (!order || order.isDel) throw notFound(WHAT)
  return order
}
