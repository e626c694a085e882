import type { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { FrontOrder, FrontOrderRow, OwnActs } from '@zhanggui/contract/order/front-order-own.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { canOpenCase, claimable } from '@zhanggui/domain/order/after-sales.ts'
import { refusalOfInvoice } from '@zhanggui/domain/order/invoice.ts'
import { addressText, shipByOf } from '@zhanggui/domain/order/order-label.ts'
import {
  buyerOrderTypes,
  canCancel,
  canChangeOwnAddress,
  canDelete,
  canExtend,
  canPay,
  canReceive,
  canReview,
  EXTEND_DAYS,
  orderTab,
} from '@zhanggui/domain/order/order-state.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import { toWireDay, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { findPickupStore } from '../../store/front-store/front-store.service.ts'
import { addressOf } from '../../user/address/buyer-address.service.ts'
import type { OrdersOfBuyer } from '../../user/centre/customer-centre.service.ts'
import { casesOfOwnOrder } from '../after-sales/front-after-sales.service.ts'
import { emptyCart } from '../cart/cart.service.ts'
import * as orders from '../order/order.repository.ts'
import { changeReceiver } from '../order/order-change.service.ts'
import { stateOf, toWireLine, toWireShares } from '../order/order-describe.service.ts'
import { closeOrder, eventOf, refuseBy, WHAT } from '../order/order-transition.service.ts'
import { findWaiting } from '../order-edit/order-edit.repository.ts'
import { parcelsOf } from '../shipment/front-shipment.service.ts'
import * as own from './order-own.repository.ts'

const DAY_MS = 24 * 3600_000

/** A page of the calling buyer's orders. */
export async function listOwnOrders(ctx: Ctx, { query }: RouteInput<typeof frontOrder.list>) {
  const { type, keywords, orderKind, ...left } = query
  const paging = readPage(left)
  const tabs = type === undefined ? undefined : buyerOrderTypes[type]
  const { rows, lines, total } = await own.listOwn(ctx, ctx.buyer.uid, { tabs, keywords, orderKind }, paging)
  const describe = await describer(ctx, rows)
  const ofOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const list = rows.map((row) => describe(row, ofOrder.get(row.id) ?? []))
  return { list, total, page: paging.page, limit: paging.limit }
}

/** Reads once what the rows of orders are described by. */
async function describer(ctx: Ctx, rows: readonly orders.OrderRow[]) {
  const [media, settings] = [await readMedia(ctx), await getSettings(ctx)]
  const facts = await own.factsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return (order: orders.OrderRow, lines: readonly orders.LineRow[]): FrontOrderRow => {
    const { id, orderNo, totalNum, verifyCode, cod, payDeadline, orderKind, pinkId, bargainUserId, shippingType } =
      order
    const { lastTrace = null, isInvoiced = false } = facts.get(id) ?? {}
    return {
      id,
      orderNo,
      totalNum,
      verifyCode,
      cod,
      orderKind,
      pinkId,
      bargainUserId,
      shippingType,
      lastTrace,
      createTime: toWireTime(order.createdAt),
      payPrice: toYuan(order.payPriceFen),
      statusStr: stateOf(order),
      lines: lines.map((line) => toWireLine(line, media)),
      payDeadline: wireTime(payDeadline),
      shipBy: wireTime(shipByOf(order, settings.ship_promise_hours)),
      serverTime: toWireTime(ctx.now()),
      ...actsOf(ctx, order, lines, { settings, isInvoiced }),
    }
  }
}

/** What the buyer can do with an order now, by the guards that the calls ask. */
function actsOf(
  ctx: Ctx,
  order: orders.OrderRow,
  lines: readonly orders.LineRow[],
  { settings, isInvoiced }: { settings: SettingValues; isInvoiced: boolean },
): OwnActs {
  const now = ctx.now()
  const { invoice_open: open, invoice_days: days, order_after_sale_days: saleDays } = settings
  const rules = { receiveTime: order.receiveTime, saleDays, now }
  return {
    canPay: !canPay(order),
    canCancel: !canCancel(order),
    canTake: order.shippingType === 1 && !canReceive(order),
    canExtend: !canExtend(order),
    canReview: !canReview(order) && lines.some((line) => !line.isReply && line.refundNum < line.num),
    canChangeAddress: !canChangeOwnAddress(order),
    canRemind: mayRemind(ctx, order),
    canRefund:
      !canOpenCase(order, [], { serviceType: 0, lines: [] }, rules) && lines.some((line) => claimable(line, 0) > 0),
    canInvoice: !isInvoiced && !refusalOfInvoice(order, { open, days, now }),
    canDelete: !canDelete(order),
  }
}

/** An order of the calling buyer. @throws 404, also for another's */
export async function getOwnOrder(ctx: Ctx, orderNo: string): Promise<FrontOrder> {
  const order = await orders.findOwn(ctx, ctx.buyer.uid, orderNo)
  if (!order) throw notFound(WHAT)
  const lines = await orders.linesOf(ctx, order.id)
  const edit = order.paid ? await findWaiting(ctx, order.id) : undefined
  const [media, describe] = [await readMedia(ctx), await describer(ctx, [order])]
  const { realName, userPhone, useIntegral, gainIntegral, paid, payType, mark, closeReason } = order
  const { activityId, pinkStatus } = order
  return {
    ...describe(order, lines),
    lines: lines.map((line) => toWireShares(line, media)),
    realName,
    userPhone,
    useIntegral,
    gainIntegral,
    paid,
    payType,
    mark,
    closeReason,
    activityId,
    pinkStatus,
    notice: await noticeOf(ctx, order),
    address: addressText(order),
    store: (order.storeId ? await findPickupStore(ctx, order.storeId) : undefined) ?? null,
    proTotalPrice: toYuan(order.proTotalPriceFen),
    deductionPrice: toYuan(order.deductionPriceFen),
    couponPrice: toYuan(order.couponPriceFen),
    payPostage: toYuan(order.payPostageFen),
    adjustPrice: toYuan(lines.reduce((sum, { adjustShareFen }) => sum + adjustShareFen, 0)),
    refundPrice: toYuan(order.refundPriceFen),
    payTypeStr: payType ? payTypes[payType] : '',
    payTime: wireTime(order.payTime),
    shipTime: wireTime(order.shipTime),
    receiveTime: wireTime(order.receiveTime),
    autoReceiveTime: wireTime(order.autoReceiveTime),
    completeTime: wireTime(order.completeTime),
    verifyTime: wireTime(order.verifyTime),
    closeTime: wireTime(order.closeTime),
    shipments: order.shippingType === 1 && order.sentNum ? await parcelsOf(ctx, order.id) : [],
    cases: paid ? await casesOfOwnOrder(ctx, order.id) : [],
    refunds: (await own.refundsOf(ctx, order.id)).map(({ amountFen, state, createdAt, finishTime, ...refund }) => ({
      ...refund,
      state: state as 0 | 1 | 2,
      amount: toYuan(amountFen),
      createTime: toWireTime(createdAt),
      finishTime: wireTime(finishTime),
    })),
    edit: edit
      ? {
          fee: toYuan(edit.differenceFen),
          reason: edit.reason,
          expireTime: toWireTime(edit.expireTime ?? ctx.now()),
        }
      : null,
  }
}

/** What became of its place in a team, where that is not what was asked for. */
async function noticeOf(ctx: Ctx, { id, orderKind, paid, pinkStatus }: orders.OrderRow): Promise<string> {
  if (orderKind !== 'combination' || !paid) return ''
  return pinkStatus === 3 ? '拼团失败，已付款自动退回' : own.findTeamNote(ctx, id)
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

/**
 * The calling buyer has some days more before an order counts as received, once.
 * @throws 404, 409 unless it is on its way, 422 the second time
 */
export function extendOwnOrder(ctx: Ctx, orderNo: string): Promise<{ autoReceiveTime: string }> {
  return retried(ctx, async (tx) => {
    const order = await lockOwn(tx, orderNo)
    refuseBy(canExtend(order))
    const due = order.autoReceiveTime ?? tx.now()
    const autoReceiveTime = new Date(due.getTime() + EXTEND_DAYS * DAY_MS)
    await orders.changeOrder(tx, order.id, { autoReceiveTime, receiveExtended: true })
    const message = `买家延长收货${EXTEND_DAYS}天，至 ${toWireTime(autoReceiveTime)}`
    await orders.noteOrder(tx, order.id, { changeType: 'extend', message })
    return { autoReceiveTime: toWireTime(autoReceiveTime) }
  })
}

async function lockOwn(tx: Ctx, orderNo: string): Promise<orders.OrderRow> {
  const order = await orders.lockOwn(tx, tx.buyer.uid, orderNo)
  if (!order || order.isDel) throw notFound(WHAT)
  return order
}
