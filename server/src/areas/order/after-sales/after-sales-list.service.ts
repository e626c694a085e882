import type { SalesFilter, SalesInfo, SalesQuery } from '@zhanggui/contract/order/after-sales.ts'
import { caseRights } from '@zhanggui/contract/order/order-acts.ts'
import { tidyKeyword } from '@zhanggui/domain/keyword.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { judgeCaseActs } from '@zhanggui/domain/order/after-sales.ts'
import { payTypeText } from '@zhanggui/domain/order/order-label.ts'
import { usualMethodOf } from '@zhanggui/domain/payment/payment.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { allRead } from '../../../platform/data/filters.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { type Only, readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import type { TodoCounter } from '../../message/live/todo.service.ts'
import { findRefund } from '../../payment/refund/refund.service.ts'
import * as orders from '../order/order.repository.ts'
import { toWireLine } from '../order/order-describe.service.ts'
import { meaningsOf, storesOf } from '../order-keyword/order-keyword.service.ts'
import { toWireQuote } from '../refund/refund.service.ts'
import * as cases from './after-sales.repository.ts'
import { APPROVE, RECEIVE, WHAT } from './after-sales.service.ts'
import { stateTextOf, toWireCase, toWireStep } from './after-sales-describe.service.ts'
import { mostOf, quoteOf, usualPlace } from './after-sales-flow.service.ts'
import * as lists from './after-sales-list.repository.ts'
import { traceReturn } from './return-trace.service.ts'

/** Cases to judge or to pay, on bell and menu. */
export const refundsToHandle: TodoCounter = {
  name: 'refundsToHandle',
  page: 'order/refund-list',
  permission: APPROVE,
  count: (ctx) => cases.countWaiting(ctx, 'handle', storesOf(ctx, undefined)),
}

/** Parcels on their way back. */
export const returnsToReceive: TodoCounter = {
  name: 'returnsToReceive',
  page: 'order/refund-list',
  permission: RECEIVE,
  count: (ctx) => cases.countWaiting(ctx, 'receive', storesOf(ctx, undefined)),
}

/** A page of cases, newest first, within the caller's stores. @throws 400 for an invalid time range, or a page too far */
export async function listCases(ctx: Ctx, { page, limit, ...query }: SalesQuery) {
  const paging = readPage({ page, limit })
  const filter = readFilter(ctx, query)
  const rows = await lists.listPage(ctx, filter, paging)
  const media = await readMedia(ctx)
  const { tab = 'all' } = query
  const counts = await countCases(ctx, query)
  return {
    list: rows.map((row) => toWireCase(row, media)),
    total: counts[tab] ?? 0,
    ...(Object.values(counts).some((count) => count >= lists.MAX_COUNTED) && { totalIsLowerBound: true }),
    page: paging.page,
    limit: paging.limit,
  }
}

/** How many cases stand in each tab, by the same filters as the list. */
export async function countCases(ctx: Ctx, { tab: _, ...query }: SalesFilter): Promise<Record<string, number>> {
  const counts = await lists.countTabs(ctx, readFilter(ctx, query))
  return { all: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

/** How many cases wait for staff, by their tab: those that are over are not read. */
export const countWaitingCases = (ctx: Ctx) =>
  lists.countTabs(ctx, readFilter(ctx, {}), ['audit', 'waitReceive', 'waitPay'])

/** The conditions of a query, within the caller's stores. @throws {BadInput} for an invalid time range */
export function readFilter<Query extends SalesFilter>(ctx: Ctx, query: Only<SalesFilter, Query>): lists.CaseFilter {
  const { tab, keywords, orderNo, serviceType, storeId, dateLimit, ...left }: SalesFilter = query
  allRead(left)
  const { from, to } = parseTimeRange(dateLimit, ctx.now())
  const text = keywords && tidyKeyword(keywords)
  return {
    tab: tab === 'all' ? undefined : tab,
    keyword: text ? { text, meanings: meaningsOf(text) } : undefined,
    orders: orderNo?.trim() ? meaningsOf(orderNo).filter(({ kind }) => kind.startsWith('orderNo')) : undefined,
    serviceType,
    storeIds: storesOf(ctx, storeId),
    from,
    to,
  }
}

/** A case, complete, and what the caller may do with it. @throws 404, also outside the caller's stores */
export async function getCase(ctx: Ctx, id: number): Promise<SalesInfo> {
  const storeIds = storesOf(ctx, undefined)
  const found = await lists.findListed(ctx, id, storeIds)
  const owner = found && (await lists.findOrder(ctx, found.sale.orderId))
  if (!found || !owner || owner.order.isSystemDel) throw notFound(WHAT)
  const { sale } = found
  const { order } = owner
  const rows = await orders.linesOf(ctx, order.id)
  const asked = await cases.linesOfCase(ctx, id)
  const media = await readMedia(ctx)
  const row = toWireCase(found, media)
  const ensures = await lists.ensuresOf(
    ctx,
    rows.map(({ productId }) => productId),
  )
  const isOpen = sale.state < 3 && sale.salesState === 0
  const wish = { serviceType: sale.serviceType, lines: asked }
  const most = isOpen ? mostOf(order, rows, wish) : undefined
  const { consignee, phone, address, expressCode, refuseReason, inspectMark, restock } = sale
  const others = await lists.listOthers(ctx, sale, storeIds)
  return {
    ...row,
    lines: asked.flatMap(({ lineId, num, moneyFen }) => {
      const line = rows.find((each) => each.id === lineId)
      if (!line) return []
      const promises = ensures.get(line.productId) ?? []
      return [{ ...toWireLine(line, media), lineId, askedNum: num, money: toYuan(moneyFen), ensures: promises }]
    }),
    sum: isOpen ? await sumOf(ctx, order, rows, sale, asked) : null,
    maxAmount: toYuan(most?.totalFen ?? sale.refundAmountFen),
    maxPostage: toYuan(most?.postageFen ?? sale.postageFen),
    consignee,
    phone,
    address,
    expressCode,
    refuseReason,
    inspectMark,
    restock,
    inspectImages: sale.inspectImages.map(media.toWire),
    auditTime: wireTime(sale.auditTime),
    deliveryTime: wireTime(sale.deliveryTime),
    completeTime: wireTime(sale.completeTime),
    log: (await cases.logOf(ctx, id)).map((step) => toWireStep(step, media)),
    refundText: sale.refundNo ? ((await findRefund(ctx, { refundNo: sale.refundNo }))?.text ?? '') : '',
    trace: await traceReturn(ctx, sale),
    returnTo: await usualPlace(ctx),
    order: {
      ...row.order,
      version: order.version,
      payTypeStr: payTypeText(order.payType),
      payPostage: toYuan(order.payPostageFen),
      refundPrice: toYuan(order.refundPriceFen),
      createTime: toWireTime(order.createdAt),
      payTime: wireTime(order.payTime),
      shipTime: wireTime(order.shipTime),
      printTime: wireTime(order.printTime),
      receiveTime: wireTime(order.receiveTime),
      stage: stageOf(ctx, order, owner.signedAt),
      shippingType: order.shippingType,
      remark: order.remark,
    },
    others: others.map((other) => ({
      id: other.id,
      salesNo: other.salesNo,
      orderNo: other.orderNo,
      serviceType: other.serviceType,
      stateStr: stateTextOf(other),
      refundAmount: toYuan(other.refundAmountFen),
      reason: other.reason,
      createTime: toWireTime(other.createdAt),
    })),
    allow: judgeCaseActs(sale, order, (act) => holds(ctx.actor, caseRights[act])),
  }
}

/** What the agreed amount comes to. */
function sumOf(
  ctx: Ctx,
  order: orders.OrderRow,
  rows: readonly orders.LineRow[],
  sale: cases.CaseRow,
  lines: readonly cases.CaseLineRow[],
) {
  const { serviceType, refundAmountFen: amountFen, postageFen } = sale
  const quote = quoteOf(
    order,
    rows,
    { serviceType, lines: [...lines] },
    { amountFen, postageFen, restock: sale.restock },
  )
  return toWireQuote(ctx, order, rows, quote, usualMethodOf(order.payType))
}

const DAY_MS = 24 * 3600_000

/** How far the goods of an order got, for those who judge its case. */
function stageOf({ now }: Ctx, order: orders.OrderRow, signedAt: Date | null): string {
  const { status, sentNum, shippingType } = order
  const at = order.receiveTime ?? signedAt
  if (at) {
    const days = Math.floor((now().getTime() - at.getTime()) / DAY_MS)
    return `${shippingType === 2 ? '已提货' : '已签收'} ${days} 天`
  }
  if (status > 0) return '已发货'
  if (sentNum > 0) return '部分发货'
  return shippingType === 2 ? '提货前' : '发货前'
}
