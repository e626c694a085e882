import { MAX_SHIP_ROWS, shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { canShip } from '@zhanggui/domain/order/order-state.ts'
import { leftToSend } from '@zhanggui/domain/order/shipment.ts'
import { writtenArea } from '@zhanggui/domain/setting/area-name.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { defineRowExport, exportRows } from '../../../platform/work/exports.ts'
import { readFilter } from '../order-list/order-list.service.ts'
import { findPrintable, type PrintableOrder, type PrintLine } from '../order-print/order-print.repository.ts'
import { lockToPrint, markPrinted } from '../order-print/print-mark.repository.ts'
import * as templates from './ship-template.repository.ts'

type Query = RouteInput<typeof shipBatch.template>['query']

/** An order as a row of the sheet; `group` is shared by those that go to one receiver. */
type Row = PrintableOrder & { left: (PrintLine & { units: number })[]; group: string }

/** 待发货表: what ERPs and courier tools fill in, with the receivers in full. */
export const shipTemplate = defineRowExport(shipBatch.template, {
  name: '待发货',
  count: async (_, { orderNos = [] }) => orderNos.length,
  rows: (ctx, { orderNos = [] }) => rowsOf(ctx, orderNos),
  columns: () => [
    { title: '订单号', value: ({ order }: Row) => order.orderNo, width: 24 },
    { title: '合单号', value: ({ group }: Row) => group, width: 24 },
    { title: '收货人', value: ({ order }: Row) => order.realName, width: 12 },
    { title: '电话', value: ({ order }: Row) => order.userPhone, width: 16 },
    { title: '省', value: ({ order }: Row) => writtenArea(order).province, width: 10 },
    { title: '市', value: ({ order }: Row) => writtenArea(order).city, width: 10 },
    { title: '区', value: ({ order }: Row) => writtenArea(order).district, width: 10 },
    { title: '详细地址', value: ({ order }: Row) => order.detail, width: 40 },
    { title: '商品', value: ({ left }: Row) => left.map(inWords).join('；'), width: 40 },
    { title: '商品编号', value: ({ left }: Row) => left.map(({ barCode, unique }) => barCode || unique).join(',') },
    { title: '件数', value: ({ left }: Row) => left.reduce((sum, { units }) => sum + units, 0), width: 8 },
    { title: '重量', value: ({ left }: Row) => weightOf(left), width: 8 },
    { title: '买家留言', value: ({ order }: Row) => order.mark, width: 30 },
    { title: '商家备注', value: ({ order }: Row) => order.remark, width: 30 },
    { title: '快递公司', value: () => '', width: 14 },
    { title: '快递单号', value: () => '', width: 24 },
  ],
})

const inWords = ({ storeName, sku, units }: Row['left'][number]) => `${storeName} ${sku}×${units}`
const weightOf = (left: Row['left']) =>
  Math.round(left.reduce((sum, { weight, units }) => sum + weight * units, 0) * 1000) / 1000

async function* rowsOf(ctx: Ctx, orderNos: readonly string[]): AsyncGenerator<Row> {
  const found = await findPrintable(ctx, orderNos)
  const groups = Map.groupBy(found, ({ order }) => order.addressKey)
  for (const each of found) {
    const left = each.lines.flatMap((line) => {
      const units = leftToSend(line)
      return units > 0 ? [{ ...line, units }] : []
    })
    const own = groups.get(each.order.addressKey) ?? []
    if (left.length) yield { ...each, left, group: own.length > 1 ? (own[0]?.order.orderNo ?? '') : '' }
  }
}

const tooMany = () => new Refusal(`一次最多导出 ${MAX_SHIP_ROWS.toLocaleString('en')} 单，请缩小范围`)

/**
 * Makes the sheet of what is to be shipped. What cannot be shipped now is left out, and counted by why; the rest counts as
 * printed.
 * @throws 422 for none, or for more than a sheet may have when it comes back
 */
export function makeShipTemplate(ctx: Ctx, { orderNos, unprinted, ...query }: Query) {
  return retried(ctx, async (tx) => {
    const { tab: _, tabs: __, ...filter } = await readFilter(tx, query)
    const asked = { ...filter, ...(orderNos?.length && { orderNos }), ...(unprinted && { printed: 0 }) }
    const seen = await templates.findWaiting(tx, asked)
    if (seen.length > templates.MAX_LOOKED_AT) throw tooMany()
    const names = seen.filter((order) => !canShip(order)).map((order) => order.orderNo)
    if (names.length > MAX_SHIP_ROWS) throw tooMany()
    await lockToPrint(tx, names)
    // What changed before it was locked is judged again; what came meanwhile waits for the next sheet.
    const locked = new Set(names)
    const found = names.length ? await templates.findWaiting(tx, asked) : seen
    const ready = found.filter((order) => !canShip(order) && locked.has(order.orderNo))
    const isRefunding = (order: (typeof found)[number]) => order.refundStatus > 0
    const others = found.filter((order) => canShip(order))
    const refunding = others.filter(isRefunding).length
    const held = others.filter((order) => !isRefunding(order) && order.hold).length
    const waiting = others.filter(
      (order) => !isRefunding(order) && !order.hold && order.pinkStatus !== 0 && order.pinkStatus !== 2,
    ).length
    const edited = others.length - refunding - held - waiting
    if (!ready.length)
      throw new Refusal(others.length ? `没有可以发货的订单，${others.length} 单暂不能发货` : '没有待发货的订单')
    await markPrinted(
      tx,
      ready.map(({ id }) => id),
      '导出待发货表',
    )
    const orders = ready.map((order) => order.orderNo)
    await audit(tx, {
      action: 'print',
      objectType: 'order',
      objectId: '',
      objectName: `待发货表 ${orders.length} 单`,
      after: { orders: orders.join('、') },
      labels: { orders: '订单' },
    })
    const file = await exportRows(tx, shipTemplate, { orderNos: orders })
    if (!('url' in file)) throw new Error('a sheet of so few rows is no task')
    return { ...file, count: orders.length, held, refunding, waiting, edited }
  })
}
