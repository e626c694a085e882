import { MAX_PRINTED, type orderPrint, type PrintData, printNames } from '@zhanggui/contract/order/order-print.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { areaText, payTypeText } from '@zhanggui/domain/order/order-label.ts'
import { canPrint, canShip } from '@zhanggui/domain/order/order-state.ts'
import { leftToSend } from '@zhanggui/domain/order/shipment.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { seesOrder } from '../order/order-change.service.ts'
import { WHAT } from '../order/order-transition.service.ts'
import {
  categoryNames,
  findPrintable,
  listTogether,
  type PrintableOrder,
  type PrintLine,
} from './order-print.repository.ts'
import { lockToPrint, markPrinted, notePrinted } from './print-mark.repository.ts'

type Asked = RouteInput<typeof orderPrint.data>['body']

/**
 * What the browser draws on paper, receivers in full. Pick lists and delivery notes mark their orders.
 * @throws 404 for orders the caller does not see, 422 when none of them can be printed
 */
export function printOrders(ctx: Ctx, { orderNos, kind, copies = 1 }: Asked): Promise<PrintData> {
  return retried(ctx, async (tx) => {
    if (kind !== 'receipt') await lockToPrint(tx, orderNos)
    const found = (await findPrintable(tx, orderNos)).filter(({ order }) => seesOrder(tx, order))
    if (found.length < orderNos.length) throw notFound(WHAT)
    const judged = found.map((each) => ({ each, message: whyNot(kind, each) }))
    const printed = judged.flatMap(({ each, message }) => (message ? [] : [each]))
    const left = judged.flatMap(({ each, message }) => (message ? [{ orderNo: each.order.orderNo, message }] : []))
    if (!printed.length) throw new Refusal(left[0]?.message ?? '没有可以打印的订单')
    const ids = printed.map(({ order }) => order.id)
    const message = `打印${printNames[kind]} ${copies} 份`
    if (kind === 'receipt') await notePrinted(tx, ids, message)
    else await markPrinted(tx, ids, message)
    await auditReceivers(
      tx,
      `${printNames[kind]} ${printed.length} 单`,
      printed.map(({ order }) => order.orderNo),
    )
    const together = await togetherOf(tx, printed)
    const settings = await getSettings(tx)
    const media = await readMedia(tx)
    return {
      kind,
      shopName: settings.site_name,
      shopPhone: settings.config_export_to_tel,
      note: settings.print_note,
      printTime: toWireTime(tx.now()),
      goods: kind === 'pick' ? await gather(tx, printed, media) : [],
      orders: printed.map((each) => ({ ...toPaper(each, kind), ...together(each.order) })),
      left,
    }
  })
}

/** Finds the other orders to ship that go to the same receivers, no more of each than can be printed at once. */
async function togetherOf(tx: Ctx, printed: readonly PrintableOrder[]) {
  const keys = printed.flatMap(({ order }) => (order.tab === 2 && order.addressKey ? [order.addressKey] : []))
  // Itself, and one more to know that there are more.
  const known = await listTogether(tx, [...new Set(keys)], MAX_PRINTED + 2)
  return ({ orderNo, addressKey, tab }: PrintableOrder['order']) => {
    const all = (tab === 2 && known.get(addressKey ?? '')) || []
    const others = all.filter((other) => other !== orderNo)
    return { together: others.slice(0, MAX_PRINTED), togetherMore: others.length > MAX_PRINTED }
  }
}

/** One row of the trail for a call that gave out receivers in full. */
async function auditReceivers(tx: Ctx, objectName: string, orderNos: readonly string[]): Promise<void> {
  const after = { orders: orderNos.join('、') }
  await audit(tx, { action: 'print', objectType: 'order', objectId: '', objectName, after, labels: { orders: '订单' } })
}

/** Why an order is not on this paper. */
function whyNot(kind: Asked['kind'], { order, isEdited }: PrintableOrder): string | undefined {
  const guard = canPrint(order)
  if (guard) return guard.message
  if (kind === 'pick') return canShip({ ...order, isEdited })?.message
  if (kind === 'note' && order.shippingType === 2) return '自提订单没有发货单'
  return undefined
}

/** What is to be fetched, by category and name. */
async function gather(tx: Ctx, printed: readonly PrintableOrder[], media: Media): Promise<PrintData['goods']> {
  const bySku = new Map<number, { line: PrintLine; num: number; orders: { orderNo: string; num: number }[] }>()
  for (const { order, lines } of printed)
    for (const line of lines) {
      const num = leftToSend(line)
      if (!num) continue
      const known = bySku.get(line.skuId) ?? { line, num: 0, orders: [] }
      const same = known.orders.find(({ orderNo }) => orderNo === order.orderNo)
      if (same) same.num += num
      const orders = same ? known.orders : [...known.orders, { orderNo: order.orderNo, num }]
      bySku.set(line.skuId, { line: known.line, num: known.num + num, orders })
    }
  const goods = [...bySku.values()]
  const names = await categoryNames(tx, [...new Set(goods.map(({ line }) => line.cateId))])
  const keyOf = ({ line }: (typeof goods)[number]) =>
    [names.get(line.cateId) ?? '', line.storeName, line.sku].join('\n')
  return goods
    .toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'zh-CN'))
    .map(({ line: { skuId, storeName, image, sku, barCode }, num, orders }) => {
      return { skuId, storeName, image: media.toWire(image), sku, barCode, num, orders }
    })
}

/**
 * A pick list has what is to be fetched, a delivery note what the buyer keeps or, once some of it left, what is still to go, a
 * receipt all that was bought. Whatever is not among its lines is a sum of its own, so that the parts add up to what was paid.
 */
function toPaper({ order, lines, lastParcel, storeName }: PrintableOrder, kind: Asked['kind']) {
  const isRest = kind === 'note' && order.sentNum > 0 && lines.some((line) => leftToSend(line) > 0)
  const shown = lines
    .map((line) => {
      if (kind === 'receipt') return { ...line, totalFen: line.lineTotalFen }
      const num = kind === 'pick' || isRest ? leftToSend(line) : line.num - line.refundNum
      return { ...line, num, totalFen: line.unitPriceFen * num }
    })
    .filter(({ num }) => num > 0)
  const goodsFen = shown.reduce((sum, { totalFen }) => sum + totalFen, 0)
  const { orderNo, realName, userPhone, shippingType, mark, remark, verifyTime, verifyCode } = order
  return {
    orderNo,
    createTime: toWireTime(order.createdAt),
    realName,
    userPhone,
    shippingType,
    mark,
    remark,
    address: shippingType === 1 ? [areaText(order), order.detail].filter(Boolean).join(' ') : '',
    storeName: storeName ?? '',
    lines: shown.map(({ storeName: name, sku, barCode, num, unitPriceFen, totalFen }) => ({
      storeName: name,
      sku,
      barCode,
      num,
      unitPrice: toYuan(unitPriceFen),
      lineTotal: toYuan(totalFen),
    })),
    totalNum: shown.reduce((sum, { num }) => sum + num, 0),
    proTotalPrice: toYuan(order.proTotalPriceFen),
    couponPrice: toYuan(order.couponPriceFen),
    deductionPrice: toYuan(order.deductionPriceFen),
    otherGoods: toYuan(order.proTotalPriceFen - goodsFen),
    payPostage: toYuan(order.payPostageFen),
    adjustPrice: toYuan(lines.reduce((sum, { adjustShareFen }) => sum + adjustShareFen, 0)),
    payPrice: toYuan(order.payPriceFen),
    refunds: lines
      .filter(({ refundMoneyFen, refundNum }) => refundMoneyFen || refundNum)
      .map(({ storeName: name, sku, refundNum: num, refundMoneyFen }) => {
        return { storeName: name, sku, num, money: toYuan(refundMoneyFen) }
      }),
    refundPostage: toYuan(order.refundPostageFen),
    refundPrice: toYuan(order.refundPriceFen),
    keptPrice: toYuan(order.payPriceFen - order.refundPriceFen),
    payTypeStr: payTypeText(order.payType),
    cod: order.cod && !order.paid,
    expressName: (!isRest && lastParcel?.expressName) || '',
    expressNo: (!isRest && lastParcel?.expressNo) || '',
    verifyCode: verifyTime ? '' : verifyCode,
  }
}
