import type { OrderForm } from '@zhanggui/contract/order/front-order.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { activityObjects, dayStart, soldOut } from '@zhanggui/domain/promotion/activity.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { keyedNumberOf } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import type { RushMark } from '../../../platform/http/rush.ts'
import type { SessionTake } from '../../bargain/session/bargain-session.parts.ts'
import { refusalOfTaking } from '../../bargain/session/session-end.service.ts'
import { settleBudgets } from '../../coupon/budget/budget.service.ts'
import { refusalOfUse } from '../../coupon/copy/coupon-use.service.ts'
import { insertPaid } from '../../payment/payment/payment.service.ts'
import { requireTaken } from '../../product/stock/product-stock.service.ts'
import type { QuotaMove } from '../../promotion/activity/quota.service.ts'
import { type PricedBasket, priceBasket } from '../../promotion/quote/quote.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { isOpenFor } from '../../store/store/store.service.ts'
import type { NewLine } from '../order/order.parts.ts'
import * as orders from '../order/order.repository.ts'
import { onCreating } from '../order/order-effects.service.ts'
import { eventOf, markPaid, paidFor } from '../order/order-transition.service.ts'
import * as preOrders from '../pre-order/pre-order.repository.ts'
import { notFoundCheckout, refuseFirst } from '../pre-order/pre-order.service.ts'
import type { PreOrderActivity, PreOrderItem } from '../pre-order/pre-order.tables.ts'
import * as creating from './order-create.repository.ts'

/** How many orders of a buyer may wait for their money. */
export const MAX_UNPAID = 20
const HOUR_MS = 3600_000

/** What the buyer learns of a new order. */
export type CreatedOrder = { orderNo: string; payFee: number; paid: boolean }

/**
 * T1: makes an order of a checkout of the calling buyer. The checkout is claimed, so repeated and simultaneous calls answer
 * the same order; refused, nothing has changed.
 * @throws 404 for a checkout or address that is not there, 409 SOLD_OUT, 409 PRICE_CHANGED with the new `payFee`, 422
 */
export async function createOrder(ctx: Ctx, form: OrderForm): Promise<CreatedOrder> {
  const { uid, channel } = ctx.buyer
  const { unpaidId, ...created } = await retried(ctx, async (tx): Promise<CreatedOrder & { unpaidId?: number }> => {
    const checkout = await preOrders.claim(tx, uid, form.preOrderNo)
    if (!checkout) throw notFoundCheckout()
    if (checkout.orderId !== null) return answerMade(tx, checkout.orderId)
    if (!checkout.isEnabled) throw new Refusal('账号已被禁用，请联系商家')
    const { basket, activity } = checkout
    const { rush } = tx.platform
    const mark = rush.seen(String(activity?.activitySkuId))
    const opening = await creating.open(tx, {
      uid,
      skuIds: basket.map(({ skuId }) => skuId),
      delivered: form.shippingType === 1,
      addressId: form.addressId ?? 0,
      storeId: form.storeId ?? 0,
      couponUserId: form.couponId ?? 0,
      activitySkuId: activity?.activitySkuId ?? null,
      teamId: activity?.teamId ?? null,
      sessionId: activity?.sessionId ?? null,
      today: dayStart(tx.now()),
    })
    if (opening.unpaid >= MAX_UNPAID) throw new Refusal('请先支付或取消未付款的订单')
    const settings = await getSettings(tx)
    const receiver = readReceiver(tx, form, opening, settings.store_self_mention)
    const { cityId } = receiver
    const wish = { uid, items: basket, activity, shippingType: form.shippingType, cityId: cityId || undefined }
    const choices = { usePoints: form.useIntegral ?? false, couponUserId: form.couponId }
    const quoted = await priceBasket(tx, { ...wish, ...choices }, opening)
    if (activity && quoted.left === 0) rush.markSoldOut(mark)
    refuseFirst(quoted.problems)
    if (form.payFee !== undefined && toFen(form.payFee) !== quoted.payFen)
      throw new HttpError(409, 'PRICE_CHANGED', '价格已变动，请确认后重新提交', { payFee: toYuan(quoted.payFen) })

    const { id, drawn } = opening
    const { goods } = quoted
    const lines = toLines(basket, quoted)
    const { activity: read } = opening
    const order = {
      id,
      orderNo: keyedNumberOf(tx, '', tx.now(), drawn),
      uid,
      channel,
      ...receiver,
      shippingType: form.shippingType,
      mark: form.mark ?? '',
      preOrderNo: form.preOrderNo,
      totalNum: lines.reduce((sum, { num }) => sum + num, 0),
      lineCount: lines.length,
      proTotalPriceFen: quoted.goodsFen,
      couponId: form.couponId ?? 0,
      couponPriceFen: quoted.couponFen,
      useIntegral: quoted.points,
      deductionPriceFen: quoted.pointsFen,
      freightPriceFen: quoted.freightFen,
      payPostageFen: quoted.freightFen,
      payPriceFen: quoted.payFen,
      costFen: lines.reduce((sum, { skuId, num }) => sum + num * (goods.get(skuId)?.costFen ?? 0), 0),
      gainIntegral: quoted.givePoints,
      ...(read
        ? {
            orderKind: activityObjects[read.type],
            activityId: read.activityId,
            pinkId: activity?.teamId ?? 0,
            bargainUserId: activity?.sessionId ?? 0,
          }
        : ordinary),
      payDeadline: payDeadlineOf(tx, read, { teamId: activity?.teamId, settings }),
      ...byBuyer,
    }
    const cartIds = basket.flatMap(({ cartId }) => cartId ?? [])
    const { trace } = quoted
    const isPaid = await storeCreated(tx, order, lines, { cartIds, trace, ...takesOf(order, activity, read, mark) })
    const answer = { orderNo: order.orderNo, payFee: toYuan(quoted.payFen), paid: !quoted.payFen }
    return isPaid || quoted.payFen ? answer : { ...answer, unpaidId: id }
  })
  if (unpaidId) await retried(ctx, (tx) => payNothing(tx, unpaidId))
  return created
}

/** What an order takes of its activity: quota, or of a bargain the won session, whose unit is held already. */
function takesOf(
  { totalNum: num }: Pick<creating.NewOrder, 'totalNum'>,
  asked: PreOrderActivity | null,
  read: creating.Opening['activity'],
  mark: RushMark,
): { quota?: QuotaMove; session?: SessionTake } {
  if (!read) return {}
  const { activitySkuId, priceFen, session } = read
  if (read.type !== 2) return { quota: { activitySkuId, num, priceFen, mark } }
  return { session: { sessionId: asked?.sessionId ?? 0, priceFen: session?.priceFen ?? 0 } }
}

/** By when a new order is to be paid. One that opens a team is paid while its activity runs, as it could not open one afterwards. */
function payDeadlineOf(
  { now }: Ctx,
  read: creating.Opening['activity'],
  { teamId, settings }: { teamId: number | undefined; settings: SettingValues },
): Date {
  const { order_activity_time, order_cancel_time } = settings
  const deadline = now().getTime() + HOUR_MS * (read ? order_activity_time : order_cancel_time)
  const opens = read?.type === 3 && !teamId
  return new Date(opens ? Math.min(deadline, new Date(read.stopAt).getTime()) : deadline)
}

/** An order outside activities. */
export const ordinary = { orderKind: 'normal', activityId: 0, pinkId: 0, bargainUserId: 0 } as const

const byBuyer = { source: 'front' as const, fromOrderNo: '', remark: '', tagIds: [] }

/**
 * The end of T1, whoever makes the order: its rows, points, coupon, quota and stock are stored, and one that costs nothing is paid at
 * once, unless it is of an activity: its payment locks rows that come before the order, so it has a transaction of its own.
 * @param options `trace` is why it costs what it does, of what was priced; `quota` what it takes of an activity; `session` the won
 *   bargain that it is made of
 * @returns whether it is paid
 * @throws 409 for points, a coupon, a budget, quota or stock that are not there, and a bargain that was ordered; nothing may be committed then
 */
export async function storeCreated(
  tx: Ctx,
  order: creating.NewOrder,
  lines: readonly NewLine[],
  {
    cartIds = [],
    message = '订单生成',
    anyShelf = false,
    trace,
    quota,
    session,
  }: {
    cartIds?: number[]
    message?: string
    anyShelf?: boolean
    trace?: PricedBasket['trace']
    quota?: QuotaMove
    session?: SessionTake
  },
): Promise<boolean> {
  const { points, copy, stock, events } = onCreating(tx, order, lines)
  const { taken, spent, used, isSessionTaken, budgets, quotaLeft } = await creating.create(tx, order, {
    lines,
    quota,
    session,
    stock,
    anyShelf,
    note: { changeType: 'create', message },
    points,
    copy,
    trace,
    cartIds,
    events: [...events, ['order.created', eventOf(order)]],
  })
  if (!spent) throw stateConflict('积分不足')
  if (session && !isSessionTaken) throw await refusalOfTaking(tx, session.sessionId, order.uid)
  if (copy && !used) throw await refusalOfUse(tx, copy)
  await settleBudgets(tx, budgets)
  if (quota && quotaLeft === null) {
    tx.platform.rush.markSoldOut(quota.mark)
    refuseFirst([soldOut(0)])
  }
  if (quota && quotaLeft === 0) tx.afterCommit?.push(() => tx.platform.rush.markSoldOut(quota.mark))
  await requireTaken(tx, stock.items, taken, { allowOffShelf: anyShelf })
  const isPaid = !order.payPriceFen && !quota && !session
  if (isPaid) await payNothing(tx, order.id)
  return isPaid
}

/** The answer to a repeated call; an activity's order that costs nothing and whose payment was interrupted is paid now. */
async function answerMade(tx: Ctx, orderId: number): Promise<CreatedOrder & { unpaidId?: number }> {
  const made = await preOrders.findMade(tx, orderId)
  if (!made) throw notFoundCheckout()
  const answer = { orderNo: made.orderNo, payFee: toYuan(made.payPriceFen), paid: made.paid || made.isFree }
  return made.isFree && !made.paid ? { ...answer, unpaidId: orderId } : answer
}

type Receiver = Pick<
  orders.OrderRow,
  'realName' | 'userPhone' | 'province' | 'city' | 'district' | 'detail' | 'cityId' | 'storeId'
>
/** The place of what is picked up. */
export const nowhere = { province: '', city: '', district: '', detail: '', cityId: 0 }

/** Who gets the goods, and where. @throws 400 for what is not said, 404 for another buyer's address, 422 for a closed store */
function readReceiver(tx: Ctx, form: OrderForm, { address, store }: creating.Opening, hasPickup: boolean): Receiver {
  if (form.shippingType === 1) {
    if (form.addressId === undefined) throw new BadInput('请选择收货地址', 'addressId')
    if (!address) throw notFound('收货地址')
    const { realName, phone, province, city, district, detail, cityId } = address
    return { realName, userPhone: phone, province, city, district, detail, cityId, storeId: 0 }
  }
  if (!hasPickup) throw new Refusal('暂不支持到店自提')
  const { storeId, realName, phone } = form
  if (storeId === undefined) throw new BadInput('请选择自提门店', 'storeId')
  if (!realName) throw new BadInput('请输入提货人姓名', 'realName')
  if (!phone) throw new BadInput('请输入提货人手机号', 'phone')
  if (!isOpenFor(store, toWireDay(tx.now()))) throw new Refusal('该门店暂不支持自提，请选择其他门店')
  return { ...nowhere, realName, userPhone: phone, storeId }
}

/** The lines of an order, frozen, in ascending SKU. */
export function toLines(
  items: readonly Pick<PreOrderItem, 'skuId' | 'num'>[],
  quoted: Pick<PricedBasket, 'goods' | 'lines'>,
): NewLine[] {
  return items.map(({ skuId, num }, index) => {
    const goods = quoted.goods.get(skuId)
    const line = quoted.lines.find(({ key }) => key === String(skuId))
    if (!goods || !line) throw new Error(`SKU ${skuId} was not priced`)
    const { productId, unique, storeName, image, sku, barCode, cateIds, listFen: priceFen } = goods
    const { costFen, weight, volume, tempId, giveIntegral, isSub, brokerageFen, brokerageTwoFen } = goods
    return {
      lineNo: index + 1,
      productId,
      skuId,
      unique,
      storeName,
      image,
      sku,
      barCode,
      cateId: cateIds[0] ?? 0,
      priceFen,
      unitPriceFen: line.unitFen,
      num,
      lineTotalFen: line.lineFen,
      memberDiscountFen: line.memberFen,
      activityDiscountFen: line.activityFen,
      couponShareFen: line.couponFen,
      integralShareFen: line.pointsFen,
      useIntegralShare: line.points,
      payShareFen: line.payFen,
      freightShareFen: line.freightFen,
      costFen,
      weight,
      volume,
      tempId,
      giveIntegral,
      isSub,
      brokerageFen,
      brokerageTwoFen,
      adjustShareFen: 0,
    }
  })
}

/** An order that costs nothing is paid at once. */
async function payNothing(tx: Ctx, id: number): Promise<void> {
  const order = await orders.lockOrder(tx, { id })
  if (!order) throw new Error(`order ${id} is gone`)
  // A repeated call was quicker, or it was closed meanwhile.
  if (order.paid || order.closeType) return
  await markPaid(tx, order, 'zero')
  await insertPaid(tx, paidFor(order), 'zero', 'zero')
}
