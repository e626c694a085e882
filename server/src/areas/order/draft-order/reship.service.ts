import type { Reship } from '@zhanggui/contract/order/draft-order.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { isBeyondLimit } from '@zhanggui/domain/order/order-price.ts'
import { canReship } from '@zhanggui/domain/order/order-state.ts'
import { keptOf } from '@zhanggui/domain/order/shipment.ts'
import { keyedNumberOf } from '../../../platform/data/numbers.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { type Goods, quoteBasket } from '../../promotion/quote/quote.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { NewLine } from '../order/order.parts.ts'
import * as orders from '../order/order.repository.ts'
import { MAY_EXCEED, withOrder } from '../order/order-change.service.ts'
import { eventOf, refuseBy } from '../order/order-transition.service.ts'
import { ordinary, storeCreated } from '../order-create/order-create.service.ts'
import * as drafts from './draft-order.repository.ts'
import { trailDraft } from './draft-order.service.ts'

/**
 * 补发: what was lost, broken or left out of a sent order goes to its receiver once more, as an order that costs nothing. It takes
 * stock and is no sale.
 * @throws 400, 404, 409 for one that was not sent or goods that are not there, 422 for other goods or too much of them
 */
export function reship(ctx: Ctx, { orderNo, lines: wished, reason }: Reship) {
  return withOrder(ctx, { orderNo }, async (tx, order) => {
    refuseBy(canReship(order))
    const lines = await orders.linesOf(tx, order.id)
    const before = await drafts.listReshipped(tx, order.orderNo)
    const wanted = readWish(lines, wished, before)
    const skuIds = [...new Set(wanted.map(({ skuId }) => skuId))]
    const items = skuIds.map((skuId) => ({ skuId, num: 1 }))
    const { goods } = await quoteBasket(tx, { uid: order.uid, items, shippingType: 2, usePoints: false })
    const made = wanted.map(({ line, skuId, num }, at) => toLine(goods.get(skuId), line, num, at))
    const { draft_discount_limit } = await getSettings(tx)
    const worthOf = (rows: readonly { priceFen: number; num: number }[]) =>
      rows.reduce((sum, { priceFen, num }) => sum + priceFen * num, 0)
    // What left stays counted when it is refunded, or a refund of nothing would lift the limit.
    const valueFen = worthOf(made) + worthOf(before.map(({ priceFen, leftNum: num }) => ({ priceFen, num })))
    const orderedFen = worthOf(lines)
    if (isBeyondLimit(valueFen, orderedFen, draft_discount_limit) && !holds(tx.actor, MAY_EXCEED))
      throw new Refusal('补发商品金额超过您的权限')

    const { uid, shippingType, storeId, realName, userPhone, province, city, district, detail, cityId } = order
    const opened = await drafts.open(tx, uid, storeId)
    if (shippingType === 2 && !opened.store) throw new Refusal('自提门店已删除，请先恢复门店再补发')
    const { id, drawn } = opened
    const row = {
      id,
      orderNo: keyedNumberOf(tx, '', tx.now(), drawn),
      uid,
      channel: 'admin' as const,
      source: 'reship' as const,
      ...ordinary,
      fromOrderNo: order.orderNo,
      shippingType,
      storeId,
      realName,
      userPhone,
      province,
      city,
      district,
      detail,
      cityId,
      mark: '',
      remark: `补发原因：${reason}`,
      tagIds: [],
      preOrderNo: null,
      lineCount: made.length,
      totalNum: made.reduce((sum, { num }) => sum + num, 0),
      proTotalPriceFen: 0,
      couponId: 0,
      couponPriceFen: 0,
      useIntegral: 0,
      deductionPriceFen: 0,
      freightPriceFen: 0,
      payPostageFen: 0,
      payPriceFen: 0,
      costFen: made.reduce((sum, { costFen, num }) => sum + costFen * num, 0),
      gainIntegral: 0,
      payDeadline: null,
    }
    const message = `补发自订单 ${order.orderNo}：${reason}`
    await storeCreated(tx, row, made, { message, anyShelf: true })
    await orders.noteOrder(tx, order.id, {
      changeType: 'reship',
      message: `补发 ${row.totalNum} 件，订单 ${row.orderNo}：${reason}`,
      extra: { orderNo: row.orderNo },
    })
    await emit(tx, 'order.reshipped', { ...eventOf(order), reshipNo: row.orderNo })
    await trailDraft(tx, id, 'reship', { orderNo: row.orderNo, reason }, order.orderNo)
    const stored = await orders.findOrder(tx, { id })
    return { id, version: stored?.version ?? 0, orderNo: row.orderNo }
  })
}

type Wanted = { line: orders.LineRow; skuId: number; num: number }

/**
 * What is sent once more, in ascending SKU. Another SKU of its product may stand in for what was lost, so all reships of the
 * order together are held against what was sent of the product.
 */
function readWish(
  lines: readonly orders.LineRow[],
  wished: Reship['lines'],
  before: readonly drafts.Reshipped[],
): Wanted[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const sums = new Map<number, number>()
  const left = new Map<number, number>()
  const addLeft = (productId: number, num: number) => left.set(productId, (left.get(productId) ?? 0) + num)
  for (const line of lines) addLeft(line.productId, keptOf(line))
  for (const { productId, num } of before) addLeft(productId, -num)
  const wanted = wished.map(({ lineId, num, skuId }, at) => {
    const line = byId.get(lineId)
    if (!line) throw notFound('订单商品')
    const sum = (sums.get(lineId) ?? 0) + num
    sums.set(lineId, sum)
    addLeft(line.productId, -num)
    const field = `lines[${at}].num`
    const kept = keptOf(line)
    if (sum > kept) throw new BadInput(`「${line.storeName}」已发且未退款的有 ${kept} 件，补发不能超过`, field)
    const rest = left.get(line.productId) ?? 0
    if (rest < 0) throw new BadInput(`「${line.storeName}」已有补发，最多还可补发 ${Math.max(0, rest + num)} 件`, field)
    return { line, skuId: skuId ?? line.skuId, num }
  })
  // An edited order may have several lines of one SKU.
  const merged = new Map<number, Wanted>()
  for (const each of wanted) merged.set(each.skuId, { ...each, num: each.num + (merged.get(each.skuId)?.num ?? 0) })
  return [...merged.values()].sort((one, other) => one.skuId - other.skuId)
}

/** A line that costs nothing, frozen as of now. */
function toLine(goods: Goods | undefined, line: orders.LineRow, num: number, at: number): NewLine {
  if (!goods) throw stateConflict(`「${line.storeName}」的规格已不存在，请选择其他规格`)
  if (goods.productId !== line.productId) throw new Refusal('只能补发同一商品的规格')
  const { productId, skuId, unique, storeName, image, sku, barCode, cateIds, listFen: priceFen } = goods
  const { costFen, weight, volume, tempId, isSub } = goods
  return {
    lineNo: at + 1,
    productId,
    skuId,
    unique,
    storeName,
    image,
    sku,
    barCode,
    cateId: cateIds[0] ?? 0,
    priceFen,
    unitPriceFen: 0,
    num,
    lineTotalFen: 0,
    memberDiscountFen: 0,
    activityDiscountFen: priceFen * num,
    couponShareFen: 0,
    integralShareFen: 0,
    useIntegralShare: 0,
    adjustShareFen: 0,
    payShareFen: 0,
    freightShareFen: 0,
    costFen,
    weight,
    volume,
    tempId,
    giveIntegral: 0,
    isSub,
    brokerageFen: 0,
    brokerageTwoFen: 0,
  }
}
