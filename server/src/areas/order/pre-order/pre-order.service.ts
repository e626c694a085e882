import { randomBytes } from 'node:crypto'
import type { frontOrderCoupon } from '@zhanggui/contract/coupon/front-coupon.ts'
import type { FrontQuote, LoadedPreOrder, PreOrderForm, PriceForm } from '@zhanggui/contract/order/front-order.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { addressText } from '@zhanggui/domain/order/order-label.ts'
import { type ActivityType, activityGoods } from '@zhanggui/domain/promotion/activity.ts'
import type { QuoteProblem } from '@zhanggui/domain/promotion/price-trace.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { rushNo } from '../../../platform/http/rush.ts'
import { describeOwnedOf } from '../../coupon/copy/coupon-copy.service.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { listPayMethods } from '../../payment/gateway/gateways.service.ts'
import { findTaking } from '../../promotion/activity/taking.service.ts'
import { toFrontQuote } from '../../promotion/quote/front-quote.service.ts'
import { type PricedBasket, quoteBasket, rankBasket } from '../../promotion/quote/quote.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { addressOf, getDefaultAddress } from '../../user/address/buyer-address.service.ts'
import { getBuyerFunds } from '../../user/shop-user/shop-user.service.ts'
import { linesOfCart } from '../cart/cart.service.ts'
import { findOrder, linesOf } from '../order/order.repository.ts'
import * as preOrders from './pre-order.repository.ts'
import type { PreOrderItem } from './pre-order.tables.ts'

const MAX_LINES = 50
const LIFE_MS = 60 * 60_000
export const GONE = '预下单信息已失效，请重新提交'

/**
 * Begins a checkout.
 * @throws 400 for lines that do not fit the kind, 404 for what is not the buyer's; otherwise the first problem of the basket
 */
export async function beginCheckout(ctx: Ctx, form: PreOrderForm): Promise<{ preOrderNo: string }> {
  const { uid } = ctx.buyer
  if (form.orderDetails.some(isOfActivity)) return beginInActivity(ctx, form)
  const basket = merge(await readItems(ctx, uid, form))
  if (basket.length > MAX_LINES) throw new Refusal(`一次最多购买${MAX_LINES}种商品`)
  const { problems } = await quoteBasket(ctx, { uid, items: basket, shippingType: 2, usePoints: false })
  refuseFirst(problems)
  const preOrderNo = `p${randomBytes(16).toString('hex')}`
  return storeCheckout(ctx, { preOrderNo, kind: form.preOrderType, basket, activity: null })
}

async function storeCheckout(
  ctx: Ctx,
  row: Pick<preOrders.PreOrderRow, 'preOrderNo' | 'kind' | 'basket' | 'activity'>,
) {
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS)
  await preOrders.insert(ctx, { ...row, uid: ctx.buyer.uid, createdAt, expiresAt })
  return { preOrderNo: row.preOrderNo }
}

/**
 * Begins a checkout of one SKU in an activity: checks everything and reserves nothing.
 * @throws 400 for more than one line or another kind, 404 for a SKU that is not in it; otherwise its first problem
 */
async function beginInActivity(
  ctx: Ctx,
  { preOrderType, orderDetails }: PreOrderForm,
): Promise<{ preOrderNo: string }> {
  const [detail, ...others] = orderDetails
  if (preOrderType !== 'buyNow' || !detail || others.length)
    throw new BadInput('活动商品不能和其他商品一起购买，请单独立即购买', 'orderDetails')
  const asked = askedOf(detail)
  const activitySkuId = required(detail.attrValueId, 0, 'attrValueId')
  const num = required(detail.productNum, 0, 'productNum')
  const taking = await findTaking(ctx, activitySkuId)
  if (taking?.activityId !== asked.id || taking.type !== asked.type)
    throw new HttpError(404, 'NOT_FOUND', `${activityGoods[asked.type]}规格不存在`)
  const { skuId, type } = taking
  const { pinkId: teamId, bargainUserId: sessionId } = detail
  const basket = [{ skuId, num }]
  const activity = {
    type,
    activitySkuId,
    ...(type === 3 && teamId && { teamId }),
    ...(type === 2 && sessionId && { sessionId }),
  }
  const { uid } = ctx.buyer
  const { rush } = ctx.platform
  const mark = rush.seen(String(activitySkuId))
  const { problems, left } = await quoteBasket(ctx, { uid, items: basket, activity, shippingType: 2, usePoints: false })
  if (left === 0) rush.markSoldOut(mark)
  refuseFirst(problems)
  return storeCheckout(ctx, { preOrderNo: rushNo(ctx, activitySkuId), kind: preOrderType, basket, activity })
}

/** In which activity a line is bought. @throws 400 for several */
function askedOf({ seckillId = 0, bargainId = 0, combinationId = 0 }: PreOrderForm['orderDetails'][number]) {
  const ids: [ActivityType, number][] = [
    [1, seckillId],
    [2, bargainId],
    [3, combinationId],
  ]
  const [asked, ...others] = ids.filter(([, id]) => id)
  if (!asked || others.length) throw new BadInput('一次只能参加一个活动', 'orderDetails')
  const [type, id] = asked
  return { type, id }
}

/** Whether goods are asked for at the price of an activity. */
const isOfActivity = ({ seckillId, bargainId, combinationId }: PreOrderForm['orderDetails'][number]) =>
  Boolean(seckillId || bargainId || combinationId)

async function readItems(ctx: Ctx, uid: number, { preOrderType, orderDetails }: PreOrderForm): Promise<PreOrderItem[]> {
  if (preOrderType === 'shoppingCart') {
    const ids = orderDetails.map(({ cartId }, index) => required(cartId, index, 'cartId'))
    const rows = await linesOfCart(ctx, uid, ids)
    return rows.map(({ id, skuId, num }) => ({ skuId, num, cartId: id }))
  }
  if (preOrderType === 'buyNow')
    return orderDetails.map(({ attrValueId, productNum }, index) => ({
      skuId: required(attrValueId, index, 'attrValueId'),
      num: required(productNum, index, 'productNum'),
    }))
  const [detail] = orderDetails
  const order = await findOrder(ctx, { orderNo: required(detail?.orderNo, 0, 'orderNo') })
  if (order?.uid !== uid) throw notFound('订单')
  return (await linesOf(ctx, order.id)).map(({ skuId, num }) => ({ skuId, num }))
}

function required<Value>(value: Value | undefined, index: number, field: string): Value {
  if (value === undefined) throw new BadInput('下单商品信息不完整，请刷新后重试', `orderDetails[${index}].${field}`)
  return value
}

/** Adds lines of one SKU up, in the order of SKUs. */
function merge(items: readonly PreOrderItem[]): PreOrderItem[] {
  const merged = new Map<number, PreOrderItem>()
  for (const item of items) {
    const known = merged.get(item.skuId)
    merged.set(item.skuId, known ? { ...known, num: known.num + item.num } : item)
  }
  return [...merged.values()].sort((one, other) => one.skuId - other.skuId)
}

/** Throws the first thing that forbids an order. */
export function refuseFirst([problem]: readonly QuoteProblem[]): void {
  if (!problem) return
  const { status, code, message, key, orderNo } = problem
  throw new HttpError(status, code, message, {
    ...(key !== undefined && { skuId: Number(key) }),
    ...(orderNo !== undefined && { orderNo }),
  })
}

/**
 * A checkout of the calling buyer, priced for delivery to their default address.
 * @throws 404 when it is over, with `orderNo` where an order was made of it
 */
export async function loadCheckout(ctx: Ctx, no: string): Promise<LoadedPreOrder> {
  const row = await requireCheckout(ctx, no)
  const address = await getDefaultAddress(ctx)
  const quoted = await quoteBasket(ctx, {
    uid: row.uid,
    items: row.basket,
    activity: row.activity,
    shippingType: 1,
    cityId: address?.cityId,
    usePoints: false,
  })
  const [media, settings, funds] = [await readMedia(ctx), await getSettings(ctx), await getBuyerFunds(ctx, row.uid)]
  const quote = toFrontQuote(quoted, row.basket, media)
  return {
    preOrderNo: no,
    quote,
    lines: quote.lines,
    addressId: address?.id ?? 0,
    realName: address?.realName ?? '',
    phone: address?.phone ?? '',
    address: address ? addressText(address) : '',
    userIntegral: funds.integral,
    userBalance: toYuan(funds.nowMoneyFen),
    storeSelfMention: settings.store_self_mention,
    methods: await listPayMethods(ctx, ctx.buyer.channel),
    activity: activityOf(row, quoted),
  }
}

/** The activity in which the one line of a checkout is bought; null also for one that was deleted meanwhile. */
function activityOf({ activity }: preOrders.PreOrderRow, { trace }: PricedBasket): LoadedPreOrder['activity'] {
  const about = activity && trace.find(({ rule }) => rule === 'activity')?.about
  return about ? { type: activity.type, id: about.id, title: about.name } : null
}

/** What a checkout costs with these choices; problems are in the answer. @throws 404 */
export async function priceCheckout(ctx: Ctx, form: PriceForm): Promise<FrontQuote> {
  const row = await requireCheckout(ctx, form.preOrderNo)
  const { shippingType, addressId, couponId: couponUserId, useIntegral: usePoints } = form
  const place = shippingType === 1 && addressId !== undefined ? await addressOf(ctx, row.uid, addressId) : undefined
  const basket = {
    uid: row.uid,
    items: row.basket,
    activity: row.activity,
    shippingType,
    cityId: place?.cityId,
    usePoints,
    couponUserId,
  }
  return toFrontQuote(await quoteBasket(ctx, basket), row.basket, await readMedia(ctx))
}

type RankQuery = RouteInput<typeof frontOrderCoupon.rank>['query']

/**
 * The calling buyer's copies with what each would make of a checkout, best first; with `all` also those that cannot be used,
 * and why. Delivered to the default address unless said otherwise.
 * @throws 404
 */
export async function rankCoupons(
  ctx: Ctx,
  no: string,
  { all = false, addressId, shippingType = 1, useIntegral: usePoints = false }: RankQuery,
): Promise<RouteAnswer<typeof frontOrderCoupon.rank>> {
  const { uid, basket: items, activity } = await requireCheckout(ctx, no)
  const usual = () => (addressId === undefined ? getDefaultAddress(ctx) : addressOf(ctx, uid, addressId))
  const cityId = shippingType === 1 ? (await usual())?.cityId : undefined
  const { ranked } = await rankBasket(ctx, { uid, items, activity, shippingType, cityId, usePoints })
  const shown = ranked.filter(({ problem }) => all || !problem)
  const ids = shown.map(({ coupon }) => coupon.id)
  const copies = await describeOwnedOf(ctx, ids)
  const list = shown.flatMap(({ coupon, discountFen, payFen, problem, lacksFen }) => {
    const copy = copies.get(coupon.id)
    if (!copy) return []
    const lacks = lacksFen === undefined ? null : toYuan(lacksFen)
    return [{ ...copy, discount: toYuan(discountFen), payFee: toYuan(payFen), reason: problem?.message ?? '', lacks }]
  })
  return { list }
}

async function requireCheckout(ctx: Ctx, no: string): Promise<preOrders.PreOrderRow> {
  const row = await preOrders.find(ctx, ctx.buyer.uid, no)
  if (!row) throw notFoundCheckout(await preOrders.findOrderNo(ctx, ctx.buyer.uid, no))
  return row
}

/** @param orderNo of the order that was made of it */
export function notFoundCheckout(orderNo?: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', GONE, orderNo === undefined ? undefined : { orderNo })
}
