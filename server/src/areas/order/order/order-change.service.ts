import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import { type AddressChange, order as orderRoutes, type PriceChange } from '@zhanggui/contract/order/order.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { amountText, toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { areaText } from '@zhanggui/domain/order/order-label.ts'
import { isBeyondLimit, reprice, takenOffWith } from '@zhanggui/domain/order/order-price.ts'
import { canChangeAddress, canClose, canDeleteForGood, canReprice } from '@zhanggui/domain/order/order-state.ts'
import { quoteFreight } from '@zhanggui/domain/product/freight.ts'
import { earn } from '@zhanggui/domain/promotion/quote.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound, versionConflict } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { closeAttempts } from '../../payment/payment/payment.service.ts'
import { readDelivery } from '../../product/freight/freight-template.service.ts'
import { findChoosable } from '../../setting/region/region.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { approvable, askApproval, asksBelowCost } from '../../work/approval/approval.service.ts'
import * as orders from './order.repository.ts'
import { closeOrder, eventOf, linkOf, lockOrder, paymentsOf, refuseBy, WHAT } from './order-transition.service.ts'
import { addressOf } from './pay-link.service.ts'

/** Whoever has it gives more than `draft_discount_limit` percent of the goods away. */
export const MAY_EXCEED = 'admin:order:create:discount'
export const BEYOND_LIMIT = '折扣超过您的权限'

type Named = { orderNo: string; version?: number | undefined }

/** Locks an order that the caller sees and does the work with it. */
export function withOrder<Result>(
  ctx: Ctx,
  { orderNo, version }: Named,
  work: (tx: Ctx, order: orders.OrderRow) => Promise<Result>,
): Promise<Result> {
  return retried(ctx, async (tx) => {
    const order = await lockOrder(tx, { orderNo })
    if (!seesOrder(tx, order)) throw notFound(WHAT)
    if (version !== undefined && version !== order.version)
      throw versionConflict({ id: order.id, version: order.version })
    return work(tx, order)
  })
}

/** Whether an order is within the caller's stores: of those limited to stores, the orders picked up there. */
export function seesOrder(
  { caller }: Ctx,
  { shippingType, storeId }: Pick<orders.OrderRow, 'shippingType' | 'storeId'>,
): boolean {
  const own = caller?.scope.storeIds
  return !own || (shippingType === 2 && own.includes(storeId))
}

/**
 * T7: gives an order that is not paid another price.
 * @throws 404, 409 for one that is paid or closed, 422 beyond the number of changes, for the same or more than twice the price,
 *   and for more off the goods than the caller may give in all
 */
export function changePrice(ctx: Ctx, form: PriceChange) {
  const { orderNo, version, reason } = form
  return withOrder(ctx, { orderNo, version }, (tx, order) =>
    approvable(tx, { route: orderRoutes.updatePrice, input: form, reason }, (own) => setPrice(own, order, form)),
  )
}

async function setPrice(tx: Ctx, order: orders.OrderRow, { payPrice, reason = '' }: PriceChange) {
  const { order_price_change_times: most, order_give_integral, draft_discount_limit, site_url } = await getSettings(tx)
  refuseBy(canReprice({ ...order, isPriceFixed: order.priceChanges >= most }))
  const fen = toFen(payPrice)
  if (fen === order.payPriceFen) throw new Refusal('修改后的金额与原金额相同')
  if (fen < 1) throw new BadInput('实付金额不能小于0.01元', 'payPrice')
  if (fen > 2 * order.payPriceFen) throw new Refusal('修改后的金额不能超过原金额的两倍')
  const lines = await orders.linesOf(tx, order.id)
  const { adjustFen, payPostageFen } = reprice(lines, order.payPostageFen, fen)
  const offFen = takenOffWith(lines, adjustFen)
  // Whoever raises a price gives nothing away, whatever others took off it.
  const isBeyond = fen < order.payPriceFen && isBeyondLimit(offFen, order.proTotalPriceFen, draft_discount_limit)
  if (isBeyond && !holds(tx.actor, MAY_EXCEED)) throw new Refusal(BEYOND_LIMIT)
  if (fen < order.payPriceFen) await askBelowCost(tx, order, { fen, goodsFen: fen - payPostageFen })
  await orders.adjustLines(
    tx,
    lines.map(({ id }, index) => ({ id, adjustFen: adjustFen[index] ?? 0 })),
  )
  const gainIntegral = earn([Math.round(order_give_integral * 100), 100], lines, fen)
  const saved = await orders.changeOrder(tx, order.id, {
    payPriceFen: fen,
    payPostageFen,
    gainIntegral,
    priceChanges: order.priceChanges + 1,
    beforePayPriceFen: order.beforePayPriceFen ?? order.payPriceFen,
  })
  const [from, to] = [yuanText(order.payPriceFen), yuanText(fen)]
  await orders.noteOrder(tx, order.id, {
    changeType: 'price',
    message: `实付金额由 ${from} 改为 ${to}${reason ? `，原因：${reason}` : ''}`,
    extra: { fromFen: order.payPriceFen, toFen: fen },
  })
  await closeAttempts(tx, paymentsOf(order))
  await tellBuyer(tx, {
    mark: 'modifyOrderPrice',
    uid: order.uid,
    bizId: `${order.id}:${order.priceChanges + 1}`,
    link: linkOf(order),
    values: {
      orderNo: order.orderNo,
      payPrice: amountText(fen),
      deadline: order.payDeadline ? toWireTime(order.payDeadline) : '',
      payUrl: site_url && addressOf(site_url, order),
    },
  })
  await emit(tx, 'order.repriced', { ...eventOf(order), from: toYuan(order.payPriceFen), to: toYuan(fen) })
  await trail(tx, order, 'price', { payPrice: toYuan(order.payPriceFen) }, { payPrice: toYuan(fen), reason })
  return saved
}

/** A price below what the goods cost may have to wait for a second person. */
async function askBelowCost(
  tx: Ctx,
  { id, orderNo, costFen, payPriceFen }: orders.OrderRow,
  { fen, goodsFen }: { fen: number; goodsFen: number },
): Promise<void> {
  if (goodsFen >= costFen || !(await asksBelowCost(tx))) return
  await askApproval(tx, {
    kind: 'price',
    amountFen: costFen - goodsFen,
    title: `订单 …${orderNo.slice(-6)} 改价 −${yuanText(payPriceFen - fen)}`,
    object: { type: 'order', id, name: orderNo, link: `/order/detail/${id}` },
    rule: '改价后低于商品成本',
    changes: [
      { name: '实付金额', now: yuanText(payPriceFen), after: yuanText(fen) },
      { name: '低于成本', now: '', after: yuanText(costFen - goodsFen) },
    ],
  })
}

/** Where an order goes. */
export type Place = Pick<
  orders.OrderRow,
  'realName' | 'userPhone' | 'province' | 'city' | 'district' | 'detail' | 'cityId'
>

/**
 * T8: has an order sent elsewhere. The freight stays; what it would be today is said in the log.
 * @param order locked
 * @throws 409 unless it waits to be paid or shipped, 422 where some goods are not delivered
 */
export async function changeReceiver(tx: Ctx, order: orders.OrderRow, place: Place, more: orders.OrderSet = {}) {
  refuseBy(canChangeAddress(order))
  const lines = await orders.linesOf(tx, order.id)
  const feeFen = await freightTo(tx, lines, place.cityId)
  const { realName, userPhone, province, city, district, detail, cityId } = place
  const saved = await orders.changeOrder(tx, order.id, {
    realName,
    userPhone,
    province,
    city,
    district,
    detail,
    cityId,
    ...(order.printTime && { printStale: true }),
    ...more,
  })
  const difference = feeFen - order.freightPriceFen
  const said = difference
    ? `，按新地址运费${difference > 0 ? '多' : '少'} ${yuanText(Math.abs(difference))}，未另计`
    : ''
  await orders.noteOrder(tx, order.id, {
    changeType: 'address',
    message: `${describeMove(order, place)}${said}`,
  })
  return saved
}

/** What the freight would be today; goods whose template is gone cost nothing. @throws 422 where some are not delivered */
async function freightTo(tx: Ctx, lines: readonly orders.LineRow[], cityId: number): Promise<number> {
  const delivery = await readDelivery(
    tx,
    lines.map(({ tempId }) => tempId),
    cityId,
  )
  const goods = lines
    .filter(({ tempId }) => delivery.templates.some(({ id }) => id === tempId))
    .map((line) => ({ ...line, name: line.storeName, priceFen: line.unitPriceFen }))
  return quoteFreight(goods, delivery.templates, delivery.address, delivery.shopFreeFen).feeFen
}

const areaOf = (place: Pick<Place, 'province' | 'city' | 'district'>) => areaText(place).replaceAll(' ', '')

/** What of a receiver changed; name, phone and detail address are not repeated in the log. */
function describeMove(from: Place, to: Place): string {
  const [old, area] = [areaOf(from), areaOf(to)]
  const names = { realName: '收货人', userPhone: '电话', detail: '详细地址' } as const
  const changed = (Object.keys(names) as (keyof typeof names)[]).filter((key) => from[key] !== to[key])
  const words = [
    old === area ? '' : `收货地址由「${old}」改为「${area}」`,
    changed.length ? `修改了${changed.map((key) => names[key]).join('、')}` : '',
  ]
  return words.filter(Boolean).join('，') || '收货信息没有变化'
}

/**
 * T8 by staff.
 * @throws 400 for a place that cannot be chosen, for another place without what is there, and for a masked phone that is not this
 * order's; 404, 409, 422 as {@link changeReceiver}
 */
export function changeAddress(ctx: Ctx, { realName, cityId, ...typed }: AddressChange) {
  const { userPhone: phone, detail: given, ...named } = typed
  return withOrder(ctx, named, async (tx, order) => {
    if (given === undefined && cityId !== order.cityId) throw new BadInput('换了地区，请填写详细地址', 'detail')
    const isMasked = phone.includes('*')
    if (isMasked && phone !== maskPhone(order.userPhone)) throw new BadInput('请输入完整的收货电话', 'userPhone')
    const [userPhone, detail] = [isMasked ? order.userPhone : phone, given ?? order.detail]
    const names = await findChoosable(tx, cityId)
    if (!names) throw new BadInput('所在地区不可选择，请选到最末一级', 'cityId')
    const [province = '', city = '', ...below] = names
    const place = { realName, userPhone, cityId, detail, province, city, district: below.join('') }
    const saved = await changeReceiver(tx, order, place)
    await trail(tx, order, 'address', receiverOf(order), receiverOf(place))
    return saved
  })
}

/**
 * T5: the shop closes an order that is not paid; a cod order even on its way, as when it is refused at the door.
 * @throws 404, 409
 */
export function closeByShop(
  ctx: Ctx,
  { reason, restock = false, ...named }: Named & { reason: string; restock?: boolean },
) {
  return withOrder(ctx, named, async (tx, order) => {
    refuseBy(canClose(order))
    const saved = await closeOrder(tx, order, 3, { reason, restock })
    await trail(tx, order, 'close', undefined, undefined)
    return saved
  })
}

/** Writes the shop's note of an order. @throws 404, 409 for another version */
export function markOrder(ctx: Ctx, { remark, ...named }: Named & { remark: string }) {
  return withOrder(ctx, named, async (tx, order) => {
    if (remark === order.remark) return { id: order.id, version: order.version }
    const saved = await orders.changeOrder(tx, order.id, { remark, ...(order.printTime && { printStale: true }) })
    const message = remark ? `备注：${remark}` : '清空备注'
    await orders.noteOrder(tx, order.id, { changeType: 'mark', message })
    await trail(tx, order, 'mark', { remark: order.remark }, { remark })
    return saved
  })
}

/** T22: the shop deletes for good what its buyer has deleted. @throws 404, 409 while money goes back, 422 */
export function deleteForGood(ctx: Ctx, named: Named) {
  return withOrder(ctx, named, async (tx, order) => {
    refuseBy(canDeleteForGood(order))
    const saved = await orders.changeOrder(tx, order.id, { isSystemDel: true })
    await orders.noteOrder(tx, order.id, { changeType: 'systemDelete', message: '商家删除订单' })
    await trail(tx, order, 'delete', undefined, undefined)
    return saved
  })
}

/** A receiver in the audit trail: it says that phone and house changed, not to what. */
const receiverOf = ({ realName, userPhone, detail, ...place }: Place) => ({
  realName,
  userPhone,
  address: areaOf(place),
  detail,
})
const HIDDEN = ['userPhone', 'detail']

const LABELS = {
  tags: '标签',
  hold: '挂起',
  holdReason: '挂起原因',
  holdUntil: '挂起到',
  payPrice: '实付金额',
  reason: '原因',
  remark: '商家备注',
  realName: '收货人',
  userPhone: '收货电话',
  address: '收货地区',
  detail: '详细地址',
}

/** Adds a change of an order to the audit trail. */
export async function trail(
  tx: Ctx,
  { id, orderNo }: Pick<orders.OrderRow, 'id' | 'orderNo'>,
  action: AuditAction,
  before?: object,
  after?: object,
) {
  await audit(tx, {
    action,
    objectType: 'order',
    objectId: id,
    objectName: orderNo,
    before,
    after,
    labels: LABELS,
    secret: HIDDEN,
  })
}
