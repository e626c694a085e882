import type { OrderFilter as OrderFilterQuery, OrderQuery, OrderSums } from '@zhanggui/contract/order/order.ts'
import { orderTabKeys } from '@zhanggui/contract/order/order.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { unusualOf } from '@zhanggui/domain/order/order-acts.ts'
import { areaText, orderLabels, orderTypeText, payTypeText, shipByOf } from '@zhanggui/domain/order/order-label.ts'
import { parcelText } from '@zhanggui/domain/order/shipment.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type Only, readPage } from '../../../platform/http/paging.ts'
import { repeat } from '../../../platform/work/repeat.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { stateOf } from '../order/order-describe.service.ts'
import { meaningsOf, numbersIn, storesOf } from '../order-keyword/order-keyword.service.ts'
import type { OrderFilter, OrderSort } from './order-filter.repository.ts'
import * as lists from './order-list.repository.ts'

/** Views that come with the desk. */
export const orderViews = [
  { id: -6, name: '退款待处理', query: { refundFailed: true } },
  { id: -1, name: '超时未发', query: { late: true } },
  { id: -2, name: '催发货', query: { isRemind: true, status: 'notShipped' } },
  { id: -4, name: '未打印', query: { printed: 0, status: 'notShipped' } },
  { id: -5, name: '打印后有变更', query: { printed: 2, status: 'notShipped' } },
  { id: -3, name: '可合单', query: { combine: true } },
]
const HOUR_MS = 3_600_000
/** So long before it closes, an order that waits for payment is about to. */
const CLOSING_MS = HOUR_MS / 4
/** How often workers fold moves between tabs. */
const FOLD_MS = 1000

/**
 * A page of the order desk, within the caller's stores.
 * @throws 400 for an invalid time range, or a page too far
 */
export async function listOrders(ctx: Ctx, { page, limit, sort, ...query }: OrderQuery) {
  const paging = readPage({ page, limit })
  const filter = await readFilter(ctx, query)
  const found = await lists.listPage(ctx, filter, sortOf(sort), paging)
  const named = await lists.findNamedLines(
    ctx,
    filter,
    found.map(({ id }) => id),
  )
  const { searchedTo, ...counted } = await lists.count(ctx, filter)
  const describe = await describer(ctx)
  return {
    list: found.map((row) => describe(withFirst(row, named.get(row.id)))),
    ...counted,
    ...(searchedTo && { searchedTo: toWireTime(searchedTo) }),
    page: paging.page,
    limit: paging.limit,
  }
}

/** Moves the line that was searched for to the front. */
function withFirst(row: lists.ListedOrder, line: lists.Line | undefined): lists.ListedOrder {
  if (!line) return row
  const others = row.lines.filter(({ storeName, sku }) => storeName !== line.storeName || sku !== line.sku)
  return { ...row, lines: [line, ...others].slice(0, 2) }
}

/** The sort of a list; `createTime` without a direction means the natural one of the tab. */
export function sortOf(sort: OrderQuery['sort']): OrderSort | undefined {
  if (!sort || sort === 'createTime') return undefined
  const [by, way] = sort.split(',') as [OrderSort['by'], string?]
  return { by, isUp: way === 'asc' }
}

/** The number of orders in each tab, by the same filters as the list. */
export async function countOrders(
  ctx: Ctx,
  { status: _, ...query }: OrderFilterQuery,
): Promise<Record<string, number>> {
  const counts = await lists.countTabs(ctx, await readFilter(ctx, query))
  const each = orderTabKeys.flatMap((key) => {
    const tab = lists.tabOf(key)
    return tab ? [[key, Math.max(0, counts.get(tab) ?? 0)] as const] : []
  })
  return { all: each.reduce((sum, [, count]) => sum + count, 0), ...Object.fromEntries(each) }
}

/** The number of orders of a query, as its list counts them. */
export async function countListed(ctx: Ctx, query: OrderFilterQuery) {
  const { searchedTo: _, ...counted } = await lists.count(ctx, await readFilter(ctx, query))
  return counted
}

/** What the paid orders of a filter came to. */
export async function sumOrders(ctx: Ctx, query: OrderFilterQuery): Promise<OrderSums> {
  const { count, isLowerBound, ...sums } = await lists.sumPaid(ctx, await readFilter(ctx, query))
  return {
    count,
    amount: toYuan(sums.amount),
    weChatAmount: toYuan(sums.weixin),
    yueAmount: toYuan(sums.yue),
    aliPayAmount: toYuan(sums.alipay),
    offlineAmount: toYuan(sums.offline),
    nettedAmount: toYuan(sums.netted),
    isLowerBound,
  }
}

/** The conditions of a query, within the caller's stores. @throws {BadInput} for an invalid time range or keyword */
export async function readFilter<Query extends OrderFilterQuery>(
  ctx: Ctx,
  query: Only<OrderFilterQuery, Query>,
): Promise<OrderFilter> {
  const {
    status,
    keywords,
    orderNo,
    dateLimit,
    dateField = 'create',
    type,
    storeId,
    minPrice,
    maxPrice,
    ...others
  }: OrderFilterQuery = query
  const { orderKind, payType, channel, shippingType, uid, productId, tagId, source, printed, ...flags } = others
  const { combine, late, isRemind, hold, cod, partShipped, refunded, refundFailed, closing, couponId, ...some } = flags
  const { activityId, ...left } = some
  allRead(left)
  const { from, to } = parseTimeRange(dateLimit, ctx.now())
  const meant = [...(keywords?.trim() ? [meaningsOf(keywords)] : []), ...(orderNo?.trim() ? [numbersIn(orderNo)] : [])]
  const stores = storesOf(ctx, storeId)
  return compact({
    tab: status && lists.tabOf(status),
    meanings: meant.length ? meant : undefined,
    time: from && to ? { field: dateField, from, to } : undefined,
    storeIds: stores,
    uid,
    productId,
    tagId,
    isRemind,
    hold,
    cod,
    partShipped,
    refunded,
    refundFailed,
    orderKind,
    payType,
    channel,
    type: type === 2 ? undefined : type,
    shippingType,
    source,
    printed,
    combine,
    couponId,
    activityId,
    minFen: minPrice === undefined ? undefined : toFen(minPrice),
    maxFen: maxPrice === undefined ? undefined : toFen(maxPrice),
    lateBefore: late ? await lateBefore(ctx) : undefined,
    closesBefore: closing ? new Date(minuteOf(ctx) + CLOSING_MS) : undefined,
  })
}

/** Orders paid before this should have been shipped; in whole minutes, by which counts are remembered. */
async function lateBefore(ctx: Ctx): Promise<Date> {
  const { ship_promise_hours } = await getSettings(ctx)
  return new Date(minuteOf(ctx) - ship_promise_hours * HOUR_MS)
}

const minuteOf = ({ now }: Ctx) => Math.floor(now().getTime() / 60_000) * 60_000

/** Leaves out what is not asked for, so that equal filters have equal keys. */
function compact(filter: OrderFilter): OrderFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as OrderFilter
}

/** Describes orders as the list shows them: phones masked. */
export async function describer(ctx: Ctx): Promise<(row: lists.ListedOrder) => OrderRow> {
  const media = await readMedia(ctx)
  const settings = await getSettings(ctx)
  return (row) => describe(row, media, settings)
}

function describe(
  row: lists.ListedOrder,
  media: Media,
  {
    order_large_amount: largeFen,
    ship_promise_hours: promiseHours,
    order_price_change_times: maxPriceChanges,
  }: Pick<SettingValues, 'order_large_amount' | 'ship_promise_hours' | 'order_price_change_times'>,
): OrderRow {
  const { id, version, orderNo, uid, nickname, realName, paid, cod, status, refundStatus, shippingType } = row
  const { channel, tagIds, remark, mark, lineCount, totalNum, payType } = row
  return {
    id,
    version,
    orderNo,
    uid,
    nickname,
    avatar: media.toWire(row.avatar),
    realName,
    userPhone: maskPhone(row.userPhone),
    payPrice: toYuan(row.payPriceFen),
    beforePayPrice: row.beforePayPriceFen === null ? null : toYuan(row.beforePayPriceFen),
    payType,
    payTypeStr: payTypeText(payType),
    paid,
    cod,
    createTime: toWireTime(row.createdAt),
    payTime: wireTime(row.payTime),
    payDeadline: wireTime(row.payDeadline),
    status,
    statusStr: stateOf(row),
    refundStatus,
    refundPrice: toYuan(row.refundPriceFen),
    shippingType,
    ...unusualOf({ ...row, isSystemDel: false, isPriceFixed: row.priceChanges >= maxPriceChanges }),
    area: areaText(row),
    storeName: row.storeName ?? '',
    shipBy: wireTime(shipByOf(row, promiseHours)),
    printTime: wireTime(row.printTime),
    orderTypeText: orderTypeText(row),
    channel,
    labels: orderLabels({ ...row, printed: row.printTime !== null }, largeFen),
    tagIds,
    remark,
    mark,
    lines: row.lines.map(({ unitPriceFen, ...line }) => ({
      ...line,
      image: media.toWire(line.image),
      unitPrice: toYuan(unitPriceFen),
    })),
    lineCount,
    totalNum,
    ...(row.openCase && {
      refund: {
        reason: row.openCase.reason,
        explain: row.openCase.explain,
        images: row.openCase.images.map((image) => media.toWire(image)),
        time: toWireTime(new Date(row.openCase.createdAt)),
      },
    }),
    ...(row.lastParcel && { parcel: parcelText(row.lastParcel) }),
  }
}

/** Keeps folding the counts of the tabs in a worker process. Returns a function that stops it. */
export function watchOrderTabs(own: Ctx): () => Promise<void> {
  return repeat(own, FOLD_MS, () => lists.foldTabs(own), 'the counts of the order tabs were not folded')
}
