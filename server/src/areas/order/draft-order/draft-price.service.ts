import type { DraftCustomer, DraftItem, DraftQuestion, DraftQuote } from '@zhanggui/contract/order/draft-order.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { type DraftPrice, priceDraft } from '@zhanggui/domain/order/draft-price.ts'
import { isBeyondLimit } from '@zhanggui/domain/order/order-price.ts'
import { earn, MAX_ORDER_FEN, TOO_MUCH } from '@zhanggui/domain/promotion/quote.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { type PricedBasket, quoteBasket } from '../../promotion/quote/quote.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { seesBalances, WHAT as USER } from '../../user/shop-user/shop-user.service.ts'
import { BEYOND_LIMIT, MAY_EXCEED } from '../order/order-change.service.ts'
import { SEE_COST } from '../order/order-describe.service.ts'
import * as drafts from './draft-order.repository.ts'

/** What a draft's price depends on, in fen. */
export type DraftTerms = {
  /** In ascending SKU, each once. */
  items: readonly { skuId: number; num: number; priceFen?: number }[]
  discountType: 0 | 1 | 2
  discountValue: number
  discountReason: string
  useIntegral: boolean
  couponId: number
  freightFen: number | null
  shippingType: 1 | 2
  cityId: number
}

/** A draft with what it comes to now. */
export type PricedDraft = {
  quoted: PricedBasket
  price: DraftPrice
  freightFen: number
  payFen: number
  gainIntegral: number
  /** What of the draft itself, not of the basket, cannot be accepted, in the order it is asked for. */
  refusals: Error[]
}

/** The terms that a form states. @throws {BadInput} for a SKU named twice */
export function readTerms(form: DraftQuestion): DraftTerms {
  const items = [...form.items]
    .sort((one, other) => one.skuId - other.skuId)
    .map(({ skuId, num, price }) => ({ skuId, num, ...(price !== undefined && { priceFen: toFen(price) }) }))
  if (items.some(({ skuId }, at) => skuId === items[at - 1]?.skuId))
    throw new BadInput('同一规格只能添加一次，请合并数量', 'items')
  const { discountType = 0, discountValue = 0, discountReason = '', useIntegral = false, couponId = 0 } = form
  return {
    items,
    discountType,
    discountReason,
    useIntegral,
    couponId,
    shippingType: form.shippingType,
    discountValue: discountType ? toFen(discountValue) : 0,
    freightFen: form.freight === undefined || form.freight === null ? null : toFen(form.freight),
    cityId: form.shippingType === 1 ? (form.cityId ?? 0) : 0,
  }
}

/** Prices a draft as of now for its customer; own prices, discount and a fixed freight come on top of the quote. */
export async function priceTerms(ctx: Ctx, uid: number, terms: DraftTerms): Promise<PricedDraft> {
  const { items, shippingType, cityId, useIntegral, couponId, discountType, discountValue } = terms
  const spends = useIntegral || couponId > 0
  const maySpend = !spends || (await drafts.maySpendOf(ctx, uid))
  const quoted = await quoteBasket(ctx, {
    uid,
    items,
    shippingType,
    usePoints: useIntegral && maySpend,
    ...(cityId && { cityId }),
    ...(couponId && maySpend && { couponUserId: couponId }),
  })
  // What is gone has no line; it is among the problems.
  const found = items.filter(({ skuId }) => quoted.goods.has(skuId))
  const lineOf = (skuId: number) => quoted.lines.find(({ key }) => key === String(skuId))
  const price = priceDraft(
    found.map(({ skuId, num, priceFen: ownFen }) => ({
      num,
      unitFen: lineOf(skuId)?.unitFen ?? 0,
      payFen: lineOf(skuId)?.payFen ?? 0,
      ownFen,
    })),
    { type: discountType, value: discountValue },
  )
  const freightFen = terms.freightFen ?? quoted.freightFen
  const goodsPaidFen = found.reduce(
    (sum, { skuId }, at) => sum + (lineOf(skuId)?.payFen ?? 0) + (price.adjustFen[at] ?? 0),
    0,
  )
  const payFen = goodsPaidFen + freightFen
  const { order_give_integral } = await getSettings(ctx)
  const earning = found.map(({ skuId, num }) => ({ num, giveIntegral: quoted.goods.get(skuId)?.giveIntegral ?? 0 }))
  const gainIntegral = earn([Math.round(order_give_integral * 100), 100], earning, payFen)
  const refusals = await judge(ctx, terms, price, quoted)
  if (!maySpend) refusals.unshift(new Refusal('该客户没有在您的门店自己下过单，不能代用积分和优惠券'))
  if (payFen > MAX_ORDER_FEN) refusals.push(new Refusal(TOO_MUCH))
  return { quoted, price, freightFen, payFen, gainIntegral, refusals }
}

async function judge(ctx: Ctx, terms: DraftTerms, price: DraftPrice, { goods }: PricedBasket): Promise<Error[]> {
  const { items, discountType, discountValue, discountReason } = terms
  const refusals: Error[] = items.flatMap(({ skuId, priceFen = 0 }, at) => {
    const listFen = goods.get(skuId)?.listFen ?? Number.MAX_SAFE_INTEGER
    return priceFen > 2 * listFen
      ? [new BadInput(`「${goods.get(skuId)?.storeName}」的单价不能超过原价的两倍`, `items[${at}].price`)]
      : []
  })
  if (discountType === 2 && discountValue > 100_00) refusals.push(new BadInput('优惠比例不能大于100%', 'discountValue'))
  else if (!price.fits) refusals.push(new BadInput('优惠不能大于商品应付金额', 'discountValue'))
  if (discountValue > 0 && !discountReason) refusals.push(new BadInput('请填写优惠原因', 'discountReason'))
  const { draft_discount_limit } = await getSettings(ctx)
  if (isBeyondLimit(price.offFen, price.goodsFen, draft_discount_limit) && !holds(ctx.actor, MAY_EXCEED))
    refusals.push(new Refusal(BEYOND_LIMIT))
  return refusals
}

/** What a draft comes to, before it is saved. @throws 400 for a SKU named twice, 404 for a customer that is not there */
export async function computeDraft(ctx: Ctx, form: DraftQuestion): Promise<DraftQuote> {
  const terms = readTerms(form)
  const customer = await findCustomer(ctx, form)
  const priced = await priceTerms(ctx, customer?.uid ?? 0, terms)
  const { quoted, price } = priced
  const [media, { draft_discount_limit }] = [await readMedia(ctx), await getSettings(ctx)]
  const found = terms.items.filter(({ skuId }) => quoted.goods.has(skuId))
  const lines = found.flatMap(({ skuId, num, priceFen }, at) => {
    const goods = quoted.goods.get(skuId)
    const line = quoted.lines.find(({ key }) => key === String(skuId))
    if (!goods || !line) return []
    const { productId, storeName, sku, barCode, stock, listFen } = goods
    const adjustFen = price.adjustFen[at] ?? 0
    return [
      {
        skuId,
        productId,
        storeName,
        image: media.toWire(goods.image),
        sku,
        barCode,
        num,
        stock,
        price: toYuan(listFen),
        quotedPrice: toYuan(line.unitFen),
        unitPrice: toYuan(priceFen ?? line.unitFen),
        couponShare: toYuan(line.couponFen),
        integralShare: toYuan(line.pointsFen),
        adjustShare: toYuan(adjustFen),
        payShare: toYuan(line.payFen + adjustFen),
      },
    ]
  })
  // As it was typed: the form shows the lines in its own order.
  const place = new Map(form.items.map(({ skuId }, at) => [skuId, at]))
  lines.sort((one, other) => (place.get(one.skuId) ?? 0) - (place.get(other.skuId) ?? 0))
  return {
    lines,
    goods: toYuan(price.goodsFen),
    ownGoods: toYuan(price.ownGoodsFen),
    discount: toYuan(Math.min(price.discountFen, price.ownGoodsFen)),
    couponFee: toYuan(quoted.couponFen),
    deductionPrice: toYuan(quoted.pointsFen),
    usedIntegral: quoted.points,
    templateFreight: toYuan(quoted.freightFen),
    freightPending: quoted.freight.pending && terms.freightFen === null,
    freight: toYuan(priced.freightFen),
    payFee: toYuan(priced.payFen),
    gainIntegral: priced.gainIntegral,
    offPercent: price.goodsFen ? Math.round((price.offFen * 1000) / price.goodsFen) / 10 : 0,
    limitPercent: draft_discount_limit,
    problems: [
      ...priced.refusals.map(({ message }) => ({ code: 'DRAFT', message })),
      ...quoted.problems.map(({ code, message, key }) => ({ code, message, ...(key && { skuId: Number(key) }) })),
    ],
    warnings: warningsOf(ctx, terms, priced, draft_discount_limit),
    customer: customer ? toWireCustomer(ctx, customer, media.toWire(customer.avatar)) : null,
  }
}

function warningsOf(
  ctx: Ctx,
  { items, freightFen }: DraftTerms,
  { quoted, price, payFen, freightFen: paidFreightFen }: PricedDraft,
  limit: number,
) {
  // For anybody else that is a refusal.
  const isBeyond = holds(ctx.actor, MAY_EXCEED) && isBeyondLimit(price.offFen, price.goodsFen, limit)
  const costFen = costOf(items, quoted)
  return [
    ...(isBeyond ? [`优惠超过商品金额的 ${limit}%`] : []),
    ...(holds(ctx.actor, SEE_COST) && payFen - paidFreightFen < costFen ? ['商品实收低于成本'] : []),
    ...(freightFen !== null && freightFen < quoted.freightFen
      ? [`运费低于模板运费 ${yuanText(quoted.freightFen)}`]
      : []),
  ]
}

/** What the goods of a draft cost the shop. */
export const costOf = (items: DraftTerms['items'], { goods }: PricedBasket): number =>
  items.reduce((sum, { skuId, num }) => sum + num * (goods.get(skuId)?.costFen ?? 0), 0)

type Found = NonNullable<Awaited<ReturnType<typeof drafts.findCustomer>>>

/** The customer a form names. Undefined for nobody yet. @throws 404 for an id that is not there */
export async function findCustomer(
  ctx: Ctx,
  { uid, customerPhone }: Pick<DraftQuestion, 'uid' | 'customerPhone'>,
): Promise<Found | undefined> {
  if (uid === undefined) return customerPhone ? drafts.findCustomer(ctx, { phone: customerPhone }) : undefined
  const found = await drafts.findCustomer(ctx, { uid })
  if (!found) throw notFound(USER)
  return found
}

/** Nickname and picture of a customer; a store hears nothing of customers of others. */
export const faceOf = ({ isKnown, nickname, phone }: Pick<Found, 'isKnown' | 'nickname' | 'phone'>, avatar: string) =>
  isKnown ? { nickname, avatar } : { nickname: maskPhone(phone ?? ''), avatar: '' }

function toWireCustomer(ctx: Ctx, customer: Found, avatar: string): DraftCustomer {
  const { uid, isKnown, levelName, nowMoneyFen, integral } = customer
  const sees = seesBalances(ctx)
  return {
    uid,
    ...faceOf(customer, avatar),
    levelName: isKnown ? (levelName ?? '') : '',
    phone: maskPhone(customer.phone ?? ''),
    nowMoney: sees ? toYuan(nowMoneyFen) : null,
    integral: sees ? integral : null,
  }
}

/** Throws the first thing that the draft itself is refused for. */
export function refuseTerms({ refusals: [refusal] }: PricedDraft): void {
  if (refusal) throw refusal
}

/** The items of a draft as its form shows them. */
export const toWireItems = (items: DraftTerms['items']): DraftItem[] =>
  items.map(({ skuId, num, priceFen }) => ({
    skuId,
    num,
    ...(priceFen !== undefined && { price: toYuan(priceFen) }),
  }))

export const draftConflict = (state: number) =>
  new HttpError(409, 'STATE_CONFLICT', `代客订单${['', '已发送', '已付款', '已过期', '已取消'][state]}`)
