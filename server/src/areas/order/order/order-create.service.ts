import type { OrderForm } from '@zhanggui/contract/order/front-order.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { numberOf } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { type PricedBasket, quoteBasket } from '../../promotion/quote/quote.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getOpenStore } from '../../store/store/store.service.ts'
import { addressOf } from '../../user/address/buyer-address.service.ts'
import { lockBuyer } from '../../user/shop-user/shop-user.service.ts'
import { takeFromCart } from '../cart/cart.service.ts'
import { insertPaid } from '../payment/payment.repository.ts'
import * as preOrders from '../pre-order/pre-order.repository.ts'
import { notFoundCheckout, refuseFirst } from '../pre-order/pre-order.service.ts'
import type { PreOrderItem } from '../pre-order/pre-order.tables.ts'
import * as orders from './order.repository.ts'
import { onCreated, onCreating } from './order-effects.service.ts'
import { eventOf, markPaid } from './order-transition.service.ts'

const MAX_UNPAID = 20
const HOUR_MS = 3600_000

/** What the buyer learns of a new order. */
export type CreatedOrder = { orderNo: string; payFee: number; paid: boolean }

/**
 * T1: makes an order of a checkout of the calling buyer. The checkout is claimed, so repeated and simultaneous calls answer
 * the same order; refused, nothing has changed.
 * @throws 404 for a checkout or address that is not there, 409 SOLD_OUT, 409 PRICE_CHANGED with the new `payFee`, 422
 */
export function createOrder(ctx: Ctx, form: OrderForm): Promise<CreatedOrder> {
  const { uid, channel } = ctx.buyer
  return retried(ctx, async (tx) => {
    const checkout = await preOrders.claim(tx, uid, form.preOrderNo)
    if (!checkout) throw notFoundCheckout()
    if (checkout.orderId !== null) return answerMade(tx, checkout.orderId)
    await requireBuyer(tx, uid)
    const receiver = await readReceiver(tx, uid, form)
    const quoted = await quoteBasket(tx, {
      ...{ uid, items: checkout.basket, shippingType: form.shippingType, cityId: receiver.cityId || undefined },
      ...{ usePoints: form.useIntegral ?? false, couponUserId: form.couponId },
    })
    refuseFirst(quoted.problems)
    if (form.payFee !== undefined && toFen(form.payFee) !== quoted.payFen)
      throw new HttpError(409, 'PRICE_CHANGED', '价格已变动，请确认后重新提交', { payFee: toYuan(quoted.payFen) })

    const { id, drawn } = await orders.drawOrder(tx)
    const { order_cancel_time } = await getSettings(tx)
    const { goods } = quoted
    const lines = toLines(checkout.basket, quoted)
    const order = {
      ...{ id, orderNo: numberOf('', tx.now(), drawn), uid, channel, ...receiver },
      ...{ shippingType: form.shippingType, mark: form.mark ?? '', preOrderNo: form.preOrderNo },
      totalNum: lines.reduce((sum, { num }) => sum + num, 0),
      lineCount: lines.length,
      proTotalPriceFen: quoted.goodsFen,
      useIntegral: quoted.points,
      deductionPriceFen: quoted.pointsFen,
      freightPriceFen: quoted.freightFen,
      payPostageFen: quoted.freightFen,
      payPriceFen: quoted.payFen,
      costFen: lines.reduce((sum, { skuId, num }) => sum + num * (goods.get(skuId)?.costFen ?? 0), 0),
      gainIntegral: quoted.givePoints,
      payDeadline: new Date(tx.now().getTime() + order_cancel_time * HOUR_MS),
    }
    await onCreating(tx, order)
    await orders.insertOrder(tx, order, lines, { changeType: 'create', message: '订单生成' })
    await preOrders.use(tx, form.preOrderNo, id)
    const cartIds = checkout.basket.flatMap(({ cartId }) => cartId ?? [])
    if (cartIds.length) await takeFromCart(tx, uid, cartIds)
    await onCreated(tx, order, lines)
    await emit(tx, 'order.created', eventOf({ ...order, storeId: receiver.storeId }))
    if (!quoted.payFen) await payNothing(tx, id)
    return { orderNo: order.orderNo, payFee: toYuan(quoted.payFen), paid: !quoted.payFen }
  })
}

async function answerMade(tx: Ctx, orderId: number): Promise<CreatedOrder> {
  const made = await preOrders.findMade(tx, orderId)
  if (!made) throw notFoundCheckout()
  return { orderNo: made.orderNo, payFee: toYuan(made.payPriceFen), paid: made.paid }
}

/** Locks the buyer, after whom creations and balances go one after the other. */
async function requireBuyer(tx: Ctx, uid: number): Promise<void> {
  if (!(await lockBuyer(tx, uid))) throw new Refusal('账号已被禁用，请联系商家')
  if ((await preOrders.countUnpaid(tx, uid)) >= MAX_UNPAID) throw new Refusal('请先支付或取消未付款的订单')
}

type Receiver = Pick<
  orders.OrderRow,
  'realName' | 'userPhone' | 'province' | 'city' | 'district' | 'detail' | 'cityId' | 'storeId'
>
const nowhere = { province: '', city: '', district: '', detail: '', cityId: 0 }

/** Who gets the goods, and where. */
async function readReceiver(tx: Ctx, uid: number, form: OrderForm): Promise<Receiver> {
  if (form.shippingType === 1) {
    if (form.addressId === undefined) throw new BadInput('请选择收货地址', 'addressId')
    const { realName, phone, province, city, district, detail, cityId } = await addressOf(tx, uid, form.addressId)
    return { realName, userPhone: phone, province, city, district, detail, cityId, storeId: 0 }
  }
  if (!(await getSettings(tx)).store_self_mention) throw new Refusal('暂不支持到店自提')
  const { storeId, realName, phone } = form
  if (storeId === undefined) throw new BadInput('请选择自提门店', 'storeId')
  if (!realName) throw new BadInput('请输入提货人姓名', 'realName')
  if (!phone) throw new BadInput('请输入提货人手机号', 'phone')
  const store = await getOpenStore(tx, storeId, toWireDay(tx.now()))
  if (!store) throw new Refusal('该门店暂不支持自提，请选择其他门店')
  return { ...nowhere, realName, userPhone: phone, storeId }
}

/** The lines of an order, frozen, in ascending SKU. */
function toLines(items: readonly PreOrderItem[], quoted: PricedBasket) {
  return items.map(({ skuId, num }, index) => {
    const goods = quoted.goods.get(skuId)
    const line = quoted.lines.find(({ key }) => key === String(skuId))
    if (!goods || !line) throw new Error(`SKU ${skuId} was not priced`)
    const { productId, unique, storeName, image, sku, barCode, cateIds, listFen: priceFen } = goods
    const { costFen, weight, volume, tempId, giveIntegral, isSub, brokerageFen, brokerageTwoFen } = goods
    return {
      ...{ lineNo: index + 1, productId, skuId, unique, storeName, image, sku, barCode, cateId: cateIds[0] ?? 0 },
      ...{ priceFen, unitPriceFen: line.unitFen, num, lineTotalFen: line.lineFen },
      ...{ memberDiscountFen: line.memberFen, activityDiscountFen: line.activityFen, couponShareFen: line.couponFen },
      ...{ integralShareFen: line.pointsFen, useIntegralShare: line.points, payShareFen: line.payFen },
      ...{ freightShareFen: line.freightFen, costFen, weight, volume, tempId, giveIntegral, isSub },
      ...{ brokerageFen, brokerageTwoFen },
    }
  })
}

/** An order that costs nothing is paid at once. */
async function payNothing(tx: Ctx, id: number): Promise<void> {
  const order = await orders.lockOrder(tx, { id })
  if (!order) throw new Error(`order ${id} is gone`)
  await markPaid(tx, order, 'zero')
  await insertPaid(tx, order, 'zero', 'zero')
}
