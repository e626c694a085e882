import type { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { actRights } from '@zhanggui/contract/order/order-acts.ts'
import type { OrderInfo, OrderRefund, OrderShipment } from '@zhanggui/contract/order/order-info.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { commissionNoteText } from '@zhanggui/domain/distribution/commission.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { judgeActs } from '@zhanggui/domain/order/order-acts.ts'
import { areaText, payTypeText } from '@zhanggui/domain/order/order-label.ts'
import { orderLogTypes } from '@zhanggui/domain/order/order-log.ts'
import { lowestPrice } from '@zhanggui/domain/order/order-price.ts'
import { canEditShipment, canRefund, canWithdraw } from '@zhanggui/domain/order/order-state.ts'
import { leavesFurther, refusalToUnsend } from '@zhanggui/domain/order/shipment.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { isSilent } from '../../payment/refund/refund.service.ts'
import { toWireTrace } from '../../promotion/trace/price-trace.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { type LineRow, logText, type OrderKey, type OrderRow } from '../order/order.repository.ts'
import { MAY_EXCEED } from '../order/order-change.service.ts'
import { SEE_COST, toWireShares } from '../order/order-describe.service.ts'
import { WHAT } from '../order/order-transition.service.ts'
import type { FoundOrder } from './order-info.repository.ts'
import * as infos from './order-info.repository.ts'
import { describer } from './order-list.service.ts'

/** Says what an order earned for its promoters. */
const SEE_COMMISSION = 'admin:retail:spread:order:list'

/**
 * An order, complete: receiver masked, costs for those who may see them, and what the caller may do with it.
 * @throws 400 without a number or id; 404, also outside the caller's stores
 */
export async function getOrder(ctx: Ctx, { orderNo, id }: { orderNo?: string; id?: number }): Promise<OrderInfo> {
  const found = await infos.findOrder(ctx, keyOf(orderNo, id))
  if (!found) throw notFound(WHAT)
  const describe = await detailer(ctx)
  return describe(found, await infos.linesOf(ctx, [found.order.id]))
}

/** Orders, each complete and beside its row, in the order of their ids given; without those outside the caller's stores. */
export async function listWhole(ctx: Ctx, ids: readonly number[]): Promise<{ row: OrderRow; info: OrderInfo }[]> {
  if (!ids.length) return []
  const found = new Map((await infos.findOrders(ctx, ids)).map((each) => [each.order.id, each]))
  const lines = Map.groupBy(await infos.linesOf(ctx, [...found.keys()]), ({ orderId }) => orderId)
  const describe = await detailer(ctx)
  return ids.flatMap((id) => {
    const each = found.get(id)
    return each ? [{ row: each.order, info: describe(each, lines.get(id) ?? []) }] : []
  })
}

/** Reads once what all orders are described by. */
async function detailer(ctx: Ctx) {
  const media = await readMedia(ctx)
  const { order_price_change_times, draft_discount_limit } = await getSettings(ctx)
  const describe = await describer(ctx)
  return (found: FoundOrder, lines: readonly LineRow[]) =>
    toWireInfo(ctx, found, lines, {
      media,
      describe,
      maxPriceChanges: order_price_change_times,
      discountLimit: draft_discount_limit,
    })
}

type Detailing = {
  media: Awaited<ReturnType<typeof readMedia>>
  describe: Awaited<ReturnType<typeof describer>>
  maxPriceChanges: number
  discountLimit: number
}

function toWireInfo(
  ctx: Ctx,
  found: FoundOrder,
  lines: readonly LineRow[],
  { media, describe, maxPriceChanges, discountLimit }: Detailing,
): OrderInfo {
  const { order, customer, store, isFirst, samePhone, canCombine, isTraceOdd, isRefundFailed, isEdited } = found
  const { openCase, oftenRefunded } = found
  const seesCost = holds(ctx.actor, SEE_COST)
  const seesMoney = ctx.actor.scope.storeIds === undefined
  const seesCommission = seesMoney && holds(ctx.actor, SEE_COMMISSION)
  const { avatar, nickname, spreadUid } = customer
  const row = describe({
    ...order,
    nickname,
    avatar,
    spreadUid,
    storeName: store?.name ?? null,
    lines: [],
    isFirst,
    samePhone,
    canCombine,
    isTraceOdd,
    isRefundFailed,
    isEdited,
    openCase,
    oftenRefunded,
    // The detail lists every parcel.
    lastParcel: null,
  })
  const priceChangesLeft = Math.max(0, maxPriceChanges - order.priceChanges)
  const isPriceFixed = priceChangesLeft === 0
  const parcels = found.shipments.map((parcel) => toWireShipment(ctx, found, lines, parcel))
  const sumFen = (of: (line: LineRow) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const { province, city, district, cityId, useIntegral, priceChanges, gainIntegral, source, storeId } = order
  const {
    closeType,
    closeReason,
    type,
    orderKind,
    bargainUserId,
    pinkId,
    pinkStatus,
    fromOrderNo,
    sentNum,
    backIntegral,
  } = order
  const { isRemind, hold, holdReason, holdUntil, printStale, isDel } = order
  return {
    ...row,
    lines: lines.map((line) => ({ ...toWireShares(line, media), ...(seesCost && { cost: toYuan(line.costFen) }) })),
    province,
    city,
    district,
    address: areaText(order),
    cityId,
    proTotalPrice: toYuan(order.proTotalPriceFen),
    listPrice: toYuan(sumFen(({ priceFen, num }) => priceFen * num)),
    couponPrice: toYuan(order.couponPriceFen),
    useIntegral,
    deductionPrice: toYuan(order.deductionPriceFen),
    freightPrice: toYuan(order.freightPriceFen),
    payPostage: toYuan(order.payPostageFen),
    adjustPrice: toYuan(sumFen(({ adjustShareFen }) => adjustShareFen)),
    priceChanges,
    priceChangesLeft,
    lowestPrice: holds(ctx.actor, MAY_EXCEED) ? null : toYuan(lowestPrice(order, lines, discountLimit)),
    isPriceFixed,
    ...(seesCost && { cost: toYuan(order.costFen) }),
    gainIntegral,
    backIntegral,
    refundPostage: toYuan(order.refundPostageFen),
    source,
    storeId,
    type,
    orderKind,
    bargainUserId,
    pinkId,
    pinkStatus,
    fromOrderNo,
    sentNum,
    isRemind,
    hold,
    holdReason,
    holdUntil,
    printStale,
    isDel,
    storePhone: store?.phone ?? '',
    storeAddress: store?.address ?? '',
    verifyCode: shownCode(order),
    verifyTime: wireTime(order.verifyTime),
    clerkName: found.clerkName,
    remindTime: wireTime(order.remindTime),
    autoReceiveTime: wireTime(order.autoReceiveTime),
    autoCompleteTime: wireTime(order.autoCompleteTime),
    shipTime: wireTime(order.shipTime),
    receiveTime: wireTime(order.receiveTime),
    completeTime: wireTime(order.completeTime),
    closeType,
    closeTime: wireTime(order.closeTime),
    closeReason,
    payments: found.payments.map(({ amountFen, createdAt, payTime, ...payment }) => ({
      ...payment,
      payTypeStr: payment.provider === 'edit' ? '改单抵扣' : payTypeText(payment.payType),
      amount: toYuan(amountFen),
      createTime: timeOf(createdAt),
      payTime: payTime && timeOf(payTime),
    })),
    refunds: found.refunds.map((refund) => toWireRefund(ctx, order, refund)),
    shipments: parcels,
    cases: found.cases.map(({ refundAmountFen, createdAt, ...each }) => ({
      ...each,
      refundAmount: toYuan(refundAmountFen),
      createTime: timeOf(createdAt),
    })),
    couponId: found.couponId,
    reships: found.reships,
    trace: toWireTrace(found.trace ?? []),
    isEdited,
    customer: {
      uid: order.uid,
      nickname,
      avatar: media.toWire(avatar),
      levelName: customer.levelName ?? '',
      payCount: customer.payCount,
      consumeMoney: seesMoney ? toYuan(customer.consumeMoneyFen) : null,
      refundMoney: seesMoney ? toYuan(customer.refundMoneyFen) : null,
      tags: customer.tags,
      mark: customer.mark,
    },
    ...(seesCommission && toWireCommission(order, found.commission)),
    spreader: found.spreader,
    allow: {
      ...judgeActs({ ...order, isEdited, isPriceFixed }, (act) => holds(ctx.actor, actRights[act])),
      withdraw: parcels.some(({ canWithdraw }) => canWithdraw),
    },
  }
}

/** A page of what happened to an order, newest first. @throws 404 */
export async function listLog(ctx: Ctx, { orderNo, ...left }: RouteInput<typeof orderRoutes.log>['query']) {
  const paging = readPage(left)
  const order = await infos.findListed(ctx, { orderNo })
  if (!order) throw notFound(WHAT)
  const { rows, ...counted } = await infos.listLog(ctx, order.id, paging)
  const list = rows.map(({ id, changeType, message, extra, operatorType, operatorName, createdAt }) => ({
    id,
    changeType,
    typeStr: orderLogTypes[changeType],
    message: logText({ message, extra }),
    operatorType,
    operatorName,
    createTime: toWireTime(createdAt),
  }))
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

function keyOf(orderNo: string | undefined, id: number | undefined): OrderKey {
  if (orderNo) return { orderNo }
  if (id) return { id }
  throw new BadInput('请提供订单号', 'orderNo')
}

/** Only the last four digits while an order waits to be picked up: the code itself belongs to the buyer. */
export function shownCode({ verifyCode, verifyTime }: Pick<OrderRow, 'verifyCode' | 'verifyTime'>): string {
  return verifyTime ? verifyCode : verifyCode.slice(-4)
}

function toWireShipment(
  ctx: Ctx,
  { order, cases, shipments, reshipped }: Pick<FoundOrder, 'order' | 'cases' | 'shipments' | 'reshipped'>,
  lines: readonly LineRow[],
  parcel: FoundOrder['shipments'][number],
): OrderShipment {
  const { delivererName, delivererPhone, shipTime, signTime, ...same } = parcel
  const facts = {
    state: parcel.state,
    isTraced: parcel.traceState !== null,
    shipTime: new Date(shipTime),
    leavesFurther: leavesFurther(parcel.deliveryNo, shipments),
  }
  const caseType = cases.find(({ state, salesState }) => state < 3 && salesState === 0)?.serviceType
  return {
    ...same,
    deliveryName: delivererName,
    deliveryTel: maskPhone(delivererPhone),
    shipTime: timeOf(shipTime),
    signTime: signTime && timeOf(signTime),
    canEdit: holds(ctx.actor, 'admin:order:tracking:number:update') && !canEditShipment(order, parcel.state),
    canWithdraw:
      holds(ctx.actor, 'admin:order:send') &&
      !canWithdraw(order, facts, ctx.now(), caseType) &&
      !refusalToUnsend(lines, parcel.lines, reshipped),
  }
}

function toWireRefund(ctx: Ctx, order: OrderRow, refund: FoundOrder['refunds'][number]): OrderRefund {
  const { amountFen, postageAmountFen, createdAt, finishTime, hasRefused, hasWaiting, sentAt, ...same } = refund
  const may = holds(ctx.actor, 'admin:order:refund')
  // What failed as a whole goes again only while the order can be refunded.
  const isRefused = refund.state === 0 ? hasRefused && !hasWaiting : refund.state === 2
  const isFree = refund.state === 0 || refund.surplus || !canRefund(order)
  return {
    ...same,
    amount: toYuan(amountFen),
    postage: toYuan(postageAmountFen),
    createTime: timeOf(createdAt),
    finishTime: finishTime && timeOf(finishTime),
    canRetry: may && isRefused && isFree,
    canMark: may && refund.state === 0 && hasWaiting && isSilent(ctx, new Date(sentAt)),
  }
}

function toWireCommission(
  { commissionNote }: OrderRow,
  earned: FoundOrder['commission'],
): Pick<OrderInfo, 'commission' | 'commissionNote'> {
  return {
    commission: earned.map(({ priceFen, originFen, lines, takenFen, thawTime, ...same }) => ({
      ...same,
      price: toYuan(priceFen),
      originPrice: toYuan(originFen),
      lines: lines.map(({ lineId, price }) => ({ lineId, price: toYuan(price) })),
      takenBack: toYuan(takenFen),
      thawTime: thawTime && timeOf(thawTime),
    })),
    commissionNote: commissionNoteText(
      commissionNote,
      earned.map(({ level }) => level),
    ),
  }
}

const timeOf = (text: string) => toWireTime(new Date(text))
