import {
  orderColumns,
  orderLineColumns,
  orderParcelColumns,
  order as orderRoutes,
} from '@zhanggui/contract/order/order.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { areaText, dueOf, orderTypeText, paidText, payTypeText } from '@zhanggui/domain/order/order-label.ts'
import { traceStates } from '@zhanggui/domain/order/shipment.ts'
import { writtenArea } from '@zhanggui/domain/setting/area-name.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { SheetColumn } from '../../../platform/content/sheets.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { defineRowExport } from '../../../platform/work/exports.ts'
import { SEE_SENSITIVE } from '../../user/shop-user/shop-user.service.ts'
import { SEE_COST, stateOf } from '../order/order-describe.service.ts'
import { tagWords } from '../order/order-tag.service.ts'
import * as exported from './order-export.repository.ts'
import type { OrderFilter, OrderSort } from './order-filter.repository.ts'
import { shownCode } from './order-info.service.ts'
import { listRows } from './order-list.repository.ts'
import { describer, readFilter, sortOf } from './order-list.service.ts'
import { pickupSort, readPickupFilter } from './pickup-list.service.ts'

const BATCH = 1000

type Query = RouteInput<typeof orderRoutes.download>['query']
/** An order with what the desk shows of it, and the words of its tags. */
type Order = exported.ExportedOrder & { desk: OrderRow; tags: string[] }
type Row = Order & { line?: exported.ExportedLine; parcel?: exported.ExportedParcel }
type Columns<Names> = { [Name in keyof Names]: Omit<SheetColumn<Row>, 'title'> }

/** 订单导出: a row for each order, for each line, or for each parcel. */
export const orderExport = defineRowExport(orderRoutes.download, {
  name: '订单导出',
  count: async (ctx, query) => {
    const filter = await filterOf(ctx, query)
    if (query.mode === 'parcel') return exported.countParcels(ctx, filter)
    const { orders, lines } = await exported.countAll(ctx, filter)
    return query.mode === 'line' ? lines : orders
  },
  async *rows(ctx, query, max) {
    let left = max
    const filter = await filterOf(ctx, query)
    for await (const order of eachOrder(ctx, filter, sortOf(query.sort), max)) {
      if (query.mode === 'parcel') for (const parcel of parcelsAsked(order, filter)) yield { ...order, parcel }
      else if (query.mode !== 'line') yield order
      else for (const line of order.lines) if (left-- > 0) yield { ...order, line }
      if (left <= 0) return
    }
  },
  columns: (ctx, { mode, columns }): SheetColumn<Row>[] => {
    const [own, titles] =
      mode === 'line'
        ? [linesShown(ctx), orderLineColumns]
        : mode === 'parcel'
          ? [parcelsShown, orderParcelColumns]
          : [ordersShown(ctx), orderColumns]
    const all: Record<string, Omit<SheetColumn<Row>, 'title'>> = own
    const names = columns?.filter((name) => Object.hasOwn(all, name)) ?? []
    return (names.length ? [...new Set(names)] : Object.keys(all)).flatMap((name) => {
      const column = all[name]
      return column ? [{ title: (titles as Record<string, string>)[name] ?? name, ...column }] : []
    })
  },
})

/** 核销订单. */
export const pickupExport = defineRowExport(pickupOrder.download, {
  name: '核销订单',
  count: async (ctx, query) => (await exported.countAll(ctx, await readPickupFilter(ctx, query))).orders,
  async *rows(ctx, query, max) {
    const filter = await readPickupFilter(ctx, query)
    yield* eachOrder(ctx, filter, pickupSort(filter), max)
  },
  columns: (ctx): SheetColumn<Row>[] => {
    const {
      orderNo,
      labels,
      nickname,
      lines,
      totalNum,
      payPrice,
      refundPrice,
      statusStr,
      storeName,
      createTime,
      userPhone,
    } = ordersShown(ctx)
    return [
      { title: '订单号', ...orderNo, of: 'orderNo' },
      { title: '标记', ...labels, of: 'orderNo' },
      { title: '买家昵称', ...nickname, of: 'realName' },
      { title: '推荐人', of: 'spreader', value: ({ spreader }) => spreader },
      { title: '提货人', of: 'realName', value: ({ order }) => order.realName, width: 12 },
      { title: '电话', ...userPhone },
      { title: '商品信息', ...lines },
      { title: '数量', ...totalNum },
      { title: '实付', ...payPrice },
      { title: '已退款', ...refundPrice },
      { title: '核销员', of: 'verifyTime', value: ({ clerkName }) => clerkName, width: 12 },
      { title: '核销门店', ...storeName, of: 'storeName' },
      { title: '核销时间', of: 'verifyTime', value: ({ order }) => timeOf(order.verifyTime), width: 20 },
      // Its end only, as on the screen: the whole code is the buyer's.
      {
        title: '核销码',
        of: 'verifyTime',
        value: ({ order }) => (order.verifyTime ? '' : `…${shownCode(order)}`),
        width: 10,
      },
      { title: '支付方式', of: 'payPrice', value: ({ order }) => payTypeText(order.payType), width: 12 },
      { title: '支付状态', of: 'payPrice', value: ({ order }) => (order.paid ? '已支付' : '待收款'), width: 10 },
      { title: '订单状态', of: 'statusStr', value: statusStr.value, width: 12 },
      { title: '下单时间', ...createTime, of: 'orderNo' },
    ]
  },
})

async function filterOf(ctx: Ctx, { orderNos, mode, columns: _, sort: __, ...query }: Query): Promise<OrderFilter> {
  const { time, ...filter } = await readFilter(ctx, query)
  // A courier bills each parcel on its day, whenever the last of its order left.
  const within = mode === 'parcel' && time?.field === 'ship' ? { parcelSentIn: time } : { time }
  return { ...filter, ...within, ...(orderNos?.length && { orderNos }) }
}

function parcelsAsked({ parcels }: exported.ExportedOrder, { parcelSentIn: sent }: OrderFilter) {
  const at = (parcel: exported.ExportedParcel) => new Date(parcel.shipTime)
  return sent ? parcels.filter((parcel) => at(parcel) >= sent.from && at(parcel) <= sent.to) : parcels
}

async function* eachOrder(
  ctx: Ctx,
  filter: OrderFilter,
  sort: OrderSort | undefined,
  max: number,
): AsyncGenerator<Order> {
  const ids = await exported.listIds(ctx, filter, sort, max)
  const words = await tagWords(ctx)
  const describe = await describer(ctx)
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    const shown = new Map((await listRows(ctx, batch)).map((row) => [row.id, describe(row)]))
    for (const row of await exported.listByIds(ctx, batch)) {
      const desk = shown.get(row.order.id)
      // One that was deleted between both statements is no longer of the list.
      if (!desk) continue
      yield { ...row, desk, tags: row.order.tagIds.flatMap((id) => words.get(id)?.label ?? []) }
    }
  }
}

/** Goods without specifications have one SKU, whose name says nothing. */
const specOf = (sku: string) => (sku === '默认' ? '' : sku)
const timeOf = (at: Date | null) => (at ? toWireTime(at) : '')
const traceText = (parcel: exported.ExportedParcel | undefined) =>
  parcel && parcel.traceState !== null ? traceStates[parcel.traceState] : ''
const money = (value: (row: Row) => number): Omit<SheetColumn<Row>, 'title'> => ({
  value: (row) => toYuan(value(row)),
  money: true,
  width: 12,
})

/** The columns of an order, with full phones and addresses for those who may see them. */
function ordersShown(ctx: Ctx) {
  const seesAll = holds(ctx.actor, SEE_SENSITIVE)
  return {
    orderNo: { of: 'createTime', value: ({ order }) => order.orderNo, width: 24 },
    labels: { of: 'createTime', value: ({ desk }) => desk.labels.map(({ text }) => text).join('、'), width: 24 },
    orderTypeText: { of: 'orderTypeText', value: ({ order }) => orderTypeText(order), width: 12 },
    createTime: { of: 'createTime', value: ({ order }) => toWireTime(order.createdAt), width: 20 },
    payTime: { of: 'payTime', value: ({ order }) => timeOf(order.payTime), width: 20 },
    nickname: { of: 'nickname', value: ({ nickname }) => nickname },
    realName: { of: 'realName', value: ({ order }) => order.realName, width: 12 },
    userPhone: {
      of: 'realName',
      value: ({ order }) => (seesAll ? order.userPhone : maskPhone(order.userPhone)),
      whole: seesAll,
      width: 16,
    },
    address: {
      of: 'realName',
      value: ({ order }) => [areaText(order), seesAll ? order.detail : ''].filter(Boolean).join(' '),
      whole: seesAll,
      width: 40,
    },
    lines: {
      of: 'lines',
      value: ({ lines }) =>
        lines
          .map(({ storeName, sku, num }) => [storeName, specOf(sku), `×${num}`].filter(Boolean).join(' '))
          .join('；'),
      width: 40,
    },
    totalNum: { of: 'lines', value: ({ order }) => order.totalNum, width: 8 },
    proTotalPrice: money(({ order }) => order.proTotalPriceFen),
    payPostage: money(({ order }) => order.payPostageFen),
    couponPrice: money(({ order }) => order.couponPriceFen),
    deductionPrice: money(({ order }) => order.deductionPriceFen),
    adjustPrice: money(({ lines }) => lines.reduce((sum, { adjustShareFen }) => sum + adjustShareFen, 0)),
    payPrice: { of: 'payPrice', ...money(({ order }) => order.payPriceFen) },
    beforePayPrice: { of: 'payPrice', value: ({ desk }) => desk.beforePayPrice, money: true, width: 12 },
    refundPrice: { of: 'payPrice', ...money(({ order }) => order.refundPriceFen) },
    payTypeStr: { of: 'payPrice', value: ({ desk }) => paidText(desk), width: 12 },
    statusStr: { of: 'statusStr', value: ({ order }) => stateOf(order).value, width: 12 },
    dueTime: { of: 'statusStr', value: ({ desk }) => dueOf(desk), width: 20 },
    caseTime: { of: 'statusStr', value: ({ desk }) => desk.refund?.time, width: 20 },
    expressName: {
      of: 'statusStr',
      value: ({ parcels }) => [...new Set(parcels.map((each) => each.expressName))].join('、'),
      width: 14,
    },
    expressNo: {
      of: 'statusStr',
      value: ({ parcels }) => parcels.map((each) => each.expressNo).join('、'),
      width: 24,
    },
    traceStr: { of: 'statusStr', value: ({ parcels }) => traceText(parcels.at(-1)), width: 12 },
    storeName: { of: 'realName', value: ({ storeName }) => storeName ?? '' },
    mark: { of: 'remark', value: ({ order }) => order.mark, width: 30 },
    remark: { of: 'remark', value: ({ order }) => order.remark, width: 30 },
    tags: { of: 'remark', value: ({ tags }) => tags.join('、'), width: 24 },
  } satisfies Columns<typeof orderColumns>
}

/** The columns of a parcel, by which a courier's bill is checked. */
const parcelsShown = {
  shipTime: { value: ({ parcel }) => timeOf(parcel ? new Date(parcel.shipTime) : null), width: 20 },
  orderNo: { value: ({ order }) => order.orderNo, width: 24 },
  expressName: { value: ({ parcel }) => parcel?.expressName, width: 14 },
  expressNo: { value: ({ parcel }) => parcel?.expressNo, width: 24 },
  province: { value: ({ order }) => writtenArea(order).province, width: 12 },
  city: { value: ({ order }) => writtenArea(order).city, width: 12 },
  parcelNum: { value: ({ parcel }) => parcel?.num, width: 8 },
  weight: { value: ({ parcel }) => parcel?.weight, width: 8 },
  traceStr: { value: ({ parcel }) => traceText(parcel), width: 12 },
} satisfies Columns<typeof orderParcelColumns>

/** The columns of a line; costs for those who may see them. */
function linesShown(ctx: Ctx) {
  const of = (
    value: (line: exported.ExportedLine) => string | number,
    width?: number,
  ): Omit<SheetColumn<Row>, 'title'> => ({
    value: ({ line }) => (line ? value(line) : ''),
    ...(width && { width }),
  })
  const moneyOf = (value: (line: exported.ExportedLine) => number) => money(({ line }) => (line ? value(line) : 0))
  const shown = {
    orderNo: { value: ({ order }) => order.orderNo, width: 24 },
    productName: of(({ storeName }) => storeName, 30),
    sku: of(({ sku }) => specOf(sku)),
    barCode: of(({ barCode }) => barCode),
    unitPrice: moneyOf(({ unitPriceFen }) => unitPriceFen),
    num: of(({ num }) => num, 8),
    lineTotal: moneyOf(({ lineTotalFen }) => lineTotalFen),
    couponShare: moneyOf(({ couponShareFen }) => couponShareFen),
    integralShare: moneyOf(({ integralShareFen }) => integralShareFen),
    adjustShare: moneyOf(({ adjustShareFen }) => adjustShareFen),
    payShare: moneyOf(({ payShareFen }) => payShareFen),
    sentNum: of(({ sentNum }) => sentNum, 8),
    refundNum: of(({ refundNum }) => refundNum, 8),
    refundMoney: moneyOf(({ refundMoneyFen }) => refundMoneyFen),
  } satisfies Columns<Omit<typeof orderLineColumns, 'cost'>>
  return holds(ctx.actor, SEE_COST) ? { ...shown, cost: moneyOf(({ costFen }) => costFen) } : shown
}
