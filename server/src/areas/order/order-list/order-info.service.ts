import { type OrderAct, type OrderInfo, order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { areaText, payTypeText } from '@zhanggui/domain/order/order-label.ts'
import { orderLogTypes } from '@zhanggui/domain/order/order-log.ts'
import { canChangeAddress, canClose, canDeleteForGood, canPay, canReprice } from '@zhanggui/domain/order/order-state.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { SEE_SENSITIVE } from '../../user/shop-user/shop-user.service.ts'
import type { LineRow, OrderKey, OrderRow } from '../order/order.repository.ts'
import { toWireShares } from '../order/order-describe.service.ts'
import { WHAT } from '../order/order-transition.service.ts'
import * as infos from './order-info.repository.ts'
import { describer, SEE_COST, wireTime } from './order-list.service.ts'

/**
 * An order, complete: receiver masked, costs for those who may see them, and what the caller may do with it.
 * @throws 400 without a number or id; 404, also outside the caller's stores
 */
export async function getOrder(ctx: Ctx, { orderNo, id }: { orderNo?: string; id?: number }): Promise<OrderInfo> {
  const found = await infos.findOrder(ctx, keyOf(orderNo, id))
  if (!found) throw notFound(WHAT)
  const { order, customer, store, isFirst, samePhone, canCombine } = found
  const lines = await infos.linesOf(ctx, order.id)
  const media = await readMedia(ctx)
  const { order_price_change_times } = await getSettings(ctx)
  const seesCost = holds(ctx.actor, SEE_COST)
  const seesMoney = ctx.actor.scope.storeIds === undefined
  const describe = await describer(ctx)
  const { avatar, nickname, spreadUid } = customer
  const row = describe({
    ...order,
    ...{ nickname, avatar, spreadUid, storeName: store?.name ?? null, lines: [], isFirst, samePhone, canCombine },
  })
  const priceChangesLeft = Math.max(0, order_price_change_times - order.priceChanges)
  const sumFen = (of: (line: LineRow) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const { province, city, district, cityId, useIntegral, priceChanges, gainIntegral, source, storeId } = order
  const { closeType, closeReason, type, orderKind, pinkStatus, fromOrderNo, sentNum, backIntegral } = order
  const { isRemind, hold, holdReason, holdUntil, printStale, isDel } = order
  return {
    ...row,
    lines: lines.map((line) => ({ ...toWireShares(line, media), ...(seesCost && { cost: toYuan(line.costFen) }) })),
    ...{ province, city, district, address: areaText(order), cityId },
    proTotalPrice: toYuan(order.proTotalPriceFen),
    listPrice: toYuan(sumFen(({ priceFen, num }) => priceFen * num)),
    couponPrice: toYuan(order.couponPriceFen),
    ...{ useIntegral, deductionPrice: toYuan(order.deductionPriceFen) },
    ...{ freightPrice: toYuan(order.freightPriceFen), payPostage: toYuan(order.payPostageFen) },
    adjustPrice: toYuan(sumFen(({ adjustShareFen }) => adjustShareFen)),
    ...{ priceChanges, priceChangesLeft },
    ...(seesCost && { cost: toYuan(order.costFen) }),
    ...{ gainIntegral, backIntegral, refundPostage: toYuan(order.refundPostageFen), source, storeId },
    ...{ type, orderKind, pinkStatus, fromOrderNo, sentNum, isRemind, hold, holdReason, holdUntil, printStale, isDel },
    ...{ storePhone: store?.phone ?? '', storeAddress: store?.address ?? '' },
    verifyCode: shownCode(order),
    ...{ verifyTime: wireTime(order.verifyTime), clerkName: found.clerkName, remindTime: wireTime(order.remindTime) },
    ...{ autoReceiveTime: wireTime(order.autoReceiveTime), autoCompleteTime: wireTime(order.autoCompleteTime) },
    ...{ shipTime: wireTime(order.shipTime), receiveTime: wireTime(order.receiveTime) },
    ...{ completeTime: wireTime(order.completeTime), closeType, closeTime: wireTime(order.closeTime), closeReason },
    payments: found.payments.map(({ amountFen, createdAt, payTime, ...payment }) => ({
      ...payment,
      payTypeStr: payTypeText(payment.payType),
      amount: toYuan(amountFen),
      ...{ createTime: timeOf(createdAt), payTime: payTime && timeOf(payTime) },
    })),
    refunds: found.refunds.map(({ amountFen, createdAt, finishTime, ...refund }) => ({
      ...refund,
      amount: toYuan(amountFen),
      ...{ createTime: timeOf(createdAt), finishTime: finishTime && timeOf(finishTime) },
    })),
    customer: {
      ...{ uid: order.uid, nickname, avatar: media.toWire(avatar), levelName: customer.levelName ?? '' },
      payCount: customer.payCount,
      consumeMoney: seesMoney ? toYuan(customer.consumeMoneyFen) : null,
      refundMoney: seesMoney ? toYuan(customer.refundMoneyFen) : null,
      ...{ tags: customer.tags, mark: customer.mark },
    },
    spreader: found.spreader,
    allow: allowed(ctx, order, priceChangesLeft),
  }
}

/** A page of what happened to an order, newest first. @throws 404 */
export async function listLog(ctx: Ctx, { orderNo, ...query }: RouteInput<typeof orderRoutes.log>['query']) {
  const paging = readPage(query)
  const order = await infos.findListed(ctx, { orderNo })
  if (!order) throw notFound(WHAT)
  const { rows, ...counted } = await infos.listLog(ctx, order.id, paging)
  const list = rows.map(({ id, changeType, message, operatorType, operatorName, createdAt }) => ({
    ...{ id, changeType, typeStr: orderLogTypes[changeType], message, operatorType, operatorName },
    createTime: toWireTime(createdAt),
  }))
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

function keyOf(orderNo: string | undefined, id: number | undefined): OrderKey {
  if (orderNo) return { orderNo }
  if (id) return { id }
  throw new BadInput('请提供订单号', 'orderNo')
}

/** Of an order that waits to be picked up only the last four digits: the code itself is the buyer's. */
export function shownCode({ verifyCode, verifyTime }: Pick<OrderRow, 'verifyCode' | 'verifyTime'>): string {
  return verifyTime ? verifyCode : verifyCode.slice(-4)
}

/** What the caller may do: by permission and by where the order stands. */
function allowed(ctx: Ctx, order: OrderRow, priceChangesLeft: number): Record<OrderAct, boolean> {
  const may = (route: { permission: string }) => holds(ctx.actor, route.permission)
  return {
    editPrice: may(orderRoutes.updatePrice) && !canReprice(order) && priceChangesLeft > 0,
    close: may(orderRoutes.close) && !canClose(order),
    paid: may(orderRoutes.paid) && !canPay(order),
    editAddress: may(orderRoutes.updateAddress) && !canChangeAddress(order),
    mark: may(orderRoutes.mark),
    delete: may(orderRoutes.remove) && !canDeleteForGood(order),
    reveal: holds(ctx.actor, SEE_SENSITIVE),
  }
}

const timeOf = (text: string) => toWireTime(new Date(text))
