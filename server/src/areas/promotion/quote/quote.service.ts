import {
  type ActivityTimes,
  type ActivityType,
  activityPhase,
  dayStart,
  judgeActivity,
  soldOut,
} from '@zhanggui/domain/promotion/activity.ts'
import { startRefusals } from '@zhanggui/domain/promotion/bargain-session.ts'
import type { QuoteCoupon } from '@zhanggui/domain/promotion/coupon.ts'
import { pointRulesOf } from '@zhanggui/domain/promotion/point-rules.ts'
import type { QuoteProblem } from '@zhanggui/domain/promotion/price-trace.ts'
import {
  isOfCoupon,
  MAX_ORDER_FEN,
  type Quote,
  type QuoteActivity,
  type QuoteInput,
  quote,
  type RankedCoupon,
  rankCoupons,
  TOO_MUCH,
} from '@zhanggui/domain/promotion/quote.ts'
import type { SettingValues } from '@zhanggui/domain/setting/setting-registry.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { toQuoteCoupon } from '../../coupon/copy/coupon-copy.parts.ts'
import { toDelivery } from '../../product/freight/freight-template.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import type { BasketRead, Goods } from './quote.parts.ts'
import { findLevel, type RankedGoods, readBasket, readHeld } from './quote.repository.ts'

/** What somebody may buy. */
export type Basket = {
  /** 0: nobody in particular. */
  uid: number
  /** 1 to 200, each SKU once. */
  items: readonly { skuId: number; num: number }[]
  /** 1 delivery, 2 pick-up; without a city the freight of a delivery is pending. */
  shippingType: 1 | 2
  cityId?: number | undefined
  usePoints: boolean
  /** The customer's copy of a coupon. */
  couponUserId?: number | undefined
  /** The SKU of an activity in which its one item is bought, and the team that is joined (none opens one) or the bargain that is ordered. */
  activity?:
    | { type: ActivityType; activitySkuId: number; teamId?: number | undefined; sessionId?: number | undefined }
    | null
    | undefined
  /** What is taken for granted instead of what is so: for questions, never for orders. */
  as?: WhatIf
}

/** `levelId` 0 is no level; `coupon` is judged as a copy of its own `uid`; `wins`: the bargain that is asked for is started and won. */
export type WhatIf = { at?: Date; levelId?: number; points?: number; coupon?: QuoteCoupon; wins?: boolean }

/** What a basket costs now, with the goods it was priced from, by SKU. */
export type PricedBasket = Quote & {
  goods: ReadonlyMap<number, Goods>
  /** What points would take off, in fen, whether they are asked for or not. */
  pointsOffer: () => Pick<Quote, 'points' | 'pointsFen'>
  /** What can be had in the activity that is asked for: what is left of its quota, and no more than there is in stock. Not of bargains. */
  left: number | undefined
}
export type { Goods }

/**
 * What a basket costs now. Never throws for a business reason: what forbids an order is in `problems`, in the order in which
 * a buyer would mend it.
 */
export async function quoteBasket(ctx: Ctx, basket: Basket): Promise<PricedBasket> {
  return priceBasket(ctx, basket, await readOf(ctx, basket))
}

/** The same of a basket whose goods were read already. */
export async function priceBasket(ctx: Ctx, basket: Basket, read: BasketRead): Promise<PricedBasket> {
  return judge(basket, read, await toInput(ctx, basket, read))
}

/**
 * What a basket costs now, what each copy that its customer holds would make of it, best first, the best 100 of them, and the
 * least it can cost with all that is at hand.
 */
export async function rankBasket(
  ctx: Ctx,
  basket: Basket,
): Promise<{ priced: PricedBasket; ranked: readonly RankedCoupon[]; lowest: () => Lowest }> {
  const read = await readOf(ctx, basket)
  const question = await toInput(ctx, basket, read)
  const priced = judge(basket, read, question)
  const held = basket.uid ? await readHeld(ctx, basket.uid, goodsOf(priced, question), basket.as?.at) : []
  return { priced, ranked: rankCoupons(question.input, held), lowest: () => lowestOf(question.input, held) }
}

/** The least that a basket can cost, and by which coupon and points. */
export type Lowest = Pick<Quote, 'payFen' | 'points'> & { coupon: QuoteCoupon | undefined }

/** A coupon never makes a basket dearer, nor do points, as the laws of `quote.test.ts` say. */
function lowestOf(asked: QuoteInput, held: readonly QuoteCoupon[]): Lowest {
  const input = { ...asked, usePoints: true }
  const tried = asked.coupon && asked.coupon !== 'missing' && !asked.coupon.id ? [asked.coupon] : []
  const [best] = rankCoupons(input, [...held, ...tried])
  const coupon = best?.problem ? undefined : best?.coupon
  const { payFen, points } = quote({ ...input, coupon: coupon ?? null })
  return { payFen, points, coupon }
}

const goodsOf = ({ lines }: PricedBasket, { input }: Question): RankedGoods =>
  input.lines.map(({ skuId, productId, categoryIds }) => ({
    productId,
    categoryIds,
    lineFen: lines.find(({ key }) => key === String(skuId))?.lineFen ?? 0,
  }))

const readOf = (ctx: Ctx, { uid, items, shippingType, cityId, couponUserId, activity, as }: Basket) =>
  readBasket(ctx, {
    activitySkuId: activity?.activitySkuId,
    teamId: activity?.teamId,
    sessionId: activity?.sessionId,
    today: dayStart(as?.at ?? ctx.now()),
    uid,
    skuIds: items.map(({ skuId }) => skuId),
    delivered: shippingType === 1,
    cityId,
    couponUserId,
  })

/** What the engine is asked, with what cannot be said in its terms: the goods by SKU, and why their activity refuses them. */
type Question = {
  input: QuoteInput
  goods: ReadonlyMap<number, Goods>
  isMember: boolean
  untemplated: QuoteInput['lines'][number] | undefined
  refusal: QuoteProblem | undefined
}

async function toInput(ctx: Ctx, basket: Basket, read: BasketRead): Promise<Question> {
  const { uid, shippingType, cityId, usePoints, as = {} } = basket
  const settings = await getSettings(ctx)
  const now = as.at ?? ctx.now()
  const goods = goodsIn(read)
  const lines = toLines(basket.items, goods)
  const activity = basket.activity ? activityOf(read, settings, as) : null
  const delivery = shippingType === 1 ? await toDelivery(ctx, read, cityId !== undefined) : undefined
  const { templates = [], shopFreeFen } = delivery ?? {}
  const untemplated = lines.find(({ tempId }) => delivery && !templates.some(({ id }) => id === tempId))
  const address = untemplated ? undefined : delivery?.address
  const level = await levelOf(ctx, read, as.levelId)
  const input: QuoteInput = {
    now,
    buyer: { uid, level, isOff: !settings.vip_open },
    lines,
    activity,
    coupon: couponOf(basket, read),
    usePoints,
    points: pointRulesOf(settings, as.points ?? read.buyer?.integral ?? 0),
    freight: delivery
      ? { templates, ...(address && { address }), ...(shopFreeFen !== undefined && { shopFreeFen }) }
      : null,
  }
  const refusal = refusalOf(basket, read, now)
  return { input, goods, isMember: level !== null, untemplated, refusal }
}

/** The goods by SKU; of an activity they are sent by its freight template and earn its points. */
function goodsIn({ goods, activity }: BasketRead): ReadonlyMap<number, Goods> {
  const { tempId, giveIntegral } = activity ?? {}
  const ofActivity = tempId === undefined || giveIntegral === undefined ? {} : { tempId, giveIntegral }
  return new Map(goods.map((row) => [row.skuId, { ...row, ...ofActivity }]))
}

function activityOf({ activity }: BasketRead, settings: SettingValues, { wins }: WhatIf): QuoteActivity | null {
  if (!activity) return null
  const { type, activityId: id, title, session, allowCoupon, allowPoints } = activity
  const priceFen = wins ? activity.minPriceFen : (session?.priceFen ?? activity.priceFen)
  return {
    type,
    id,
    title,
    priceFen,
    allowCoupon: allowCoupon ?? settings.activity_allow_coupon,
    allowPoints: allowPoints ?? settings.activity_allow_integral,
  }
}

/** Why its activity refuses the one item of a basket. */
function refusalOf(
  { items, activity: asked, as }: Basket,
  { activity, goods }: BasketRead,
  now: Date,
): QuoteProblem | undefined {
  if (!asked) return undefined
  const [item] = items
  if (!activity || !item) return judgeActivity(asked.type, null, 1, now)
  const onSale = goods.some(({ skuId, onSale: isOnSale }) => skuId === activity.skuId && isOnSale)
  const read = { ...activity, startAt: new Date(activity.startAt), stopAt: new Date(activity.stopAt), onSale }
  switch (activity.type) {
    case 1:
      return judgeActivity(asked.type, { ...read, type: 1 }, item.num, now)
    case 2: {
      if (as?.wins && !activity.isDel) return judgeWin(read, now)
      const { session: found } = activity
      const deadline = found?.orderDeadline ?? null
      const session = found && { ...found, orderDeadline: deadline === null ? null : new Date(deadline) }
      return judgeActivity(asked.type, { ...read, type: 2, session }, item.num, now)
    }
    case 3: {
      const team = activity.team && { ...activity.team, stopAt: new Date(activity.team.stopAt) }
      return judgeActivity(asked.type, { ...read, type: 3, team: asked.teamId ? team : undefined }, item.num, now)
    }
    default:
      return activity.type satisfies never
  }
}

/** Why a bargain could not be started, and so not be won. */
function judgeWin(read: ActivityTimes & { onSale: boolean; quota: number }, now: Date): QuoteProblem | undefined {
  const message = startRefusals[read.onSale ? activityPhase(read, now) : 'closed']
  if (message) return { code: 'ACTIVITY_NOT_RUNNING', message, status: 422 }
  return read.quota > 0 ? undefined : soldOut(0)
}

function toLines(items: Basket['items'], found: ReadonlyMap<number, Goods>): QuoteInput['lines'] {
  return items.flatMap(({ skuId, num }) => {
    const row = found.get(skuId)
    if (!row) return []
    const { productId, storeName: name, listFen, vipFen, categoryIds, tempId, weight, volume } = row
    const { giveIntegral } = row
    return [{ skuId, productId, name, num, listFen, vipFen, categoryIds, tempId, weight, volume, giveIntegral }]
  })
}

async function levelOf(ctx: Ctx, { buyer }: BasketRead, levelId = buyer?.levelId ?? 0) {
  if (!levelId) return null
  if (levelId !== buyer?.levelId) return (await findLevel(ctx, levelId)) ?? null
  return { id: levelId, name: buyer.levelName ?? '', discount: buyer.discount ?? 100 }
}

function couponOf({ couponUserId, as }: Basket, { coupon }: BasketRead): NonNullable<QuoteInput['coupon']> | null {
  if (as?.coupon) return as.coupon
  if (couponUserId === undefined) return null
  return coupon ? toQuoteCoupon(coupon) : 'missing'
}

function judge({ items, activity }: Basket, read: BasketRead, question: Question): PricedBasket {
  const { input, goods, isMember, untemplated, refusal } = question
  const priced = quote(input)
  // An activity has limits of its own, and the product's do not bind it.
  const problems = [
    ...(refusal ? [refusal] : []),
    ...judgeGoods(items, goods, isMember),
    ...(activity ? [] : judgeLimits(items, goods, read.bought)),
  ]
  problems.push(...priced.problems.filter(isOfCoupon))
  if (input.freight?.address?.length === 0)
    problems.push({ code: 'NO_PLACE', message: '收货地区不存在，请重新选择', status: 422 })
  if (untemplated)
    problems.push({ code: 'NO_TEMPLATE', message: `「${untemplated.name}」的运费模板不存在`, status: 422 })
  if (priced.goodsFen + priced.freightFen > MAX_ORDER_FEN)
    problems.push({ code: 'TOO_MUCH', message: TOO_MUCH, status: 422 })
  problems.push(...priced.problems.filter((problem) => !isOfCoupon(problem)))
  const [sku] = goods.values()
  // The unit of a bargain is held for it, so that its quota says nothing.
  const { activity: taking } = read
  const left = taking && taking.type !== 2 && sku ? Math.min(taking.quota, sku.stock) : undefined
  const pointsOffer = () => (input.usePoints ? priced : quote({ ...input, usePoints: true }))
  return { ...priced, problems, goods, left, pointsOffer }
}

/** What is not for sale, not for this buyer, or not in stock. */
function judgeGoods(items: Basket['items'], found: ReadonlyMap<number, Goods>, isMember: boolean): QuoteProblem[] {
  return items.flatMap(({ skuId, num }): QuoteProblem[] => {
    const row = found.get(skuId)
    const key = String(skuId)
    if (!row) return [{ code: 'GONE', message: '商品已下架', status: 409, key }]
    const name = nameOf(row)
    if (!row.onSale) return [{ code: 'OFF_SHELF', message: `「${name}」已下架`, status: 409, key }]
    if (row.visibility === 2 && !isMember)
      return [{ code: 'MEMBERS_ONLY', message: `「${name}」仅会员可购买`, status: 422, key }]
    if (row.stock < num)
      return [{ code: 'SOLD_OUT', message: `「${name}」库存不足，仅剩${row.stock}件`, status: 409, key }]
    return []
  })
}

/** Minimum and maximum quantities of products, over all of their SKUs (docs/prices.md, What is judged). */
function judgeLimits(
  items: Basket['items'],
  found: ReadonlyMap<number, Goods>,
  bought: BasketRead['bought'],
): QuoteProblem[] {
  const sums = new Map<number, { row: Goods; num: number }>()
  for (const { skuId, num } of items) {
    const row = found.get(skuId)
    if (row) sums.set(row.productId, { row, num: num + (sums.get(row.productId)?.num ?? 0) })
  }
  return [...sums.values()].flatMap(({ row, num }): QuoteProblem[] => {
    const { productId, storeName, minQty, limitType, limitNum, skuId } = row
    const refuse = (code: string, message: string) => [{ code, message, status: 422 as const, key: String(skuId) }]
    if (num < minQty) return refuse('MIN_QTY', `「${storeName}」${minQty}件起购`)
    if (limitType === 1 && limitNum && num > limitNum) return refuse('LIMIT', `「${storeName}」每单限购${limitNum}件`)
    const before = bought?.[productId] ?? 0
    if (limitType === 2 && limitNum && before + num > limitNum) {
      const already = before ? `，您已购买${before}件` : ''
      return refuse('LIMIT', `「${storeName}」每人限购${limitNum}件${already}`)
    }
    return []
  })
}

/** A SKU as a buyer knows it. */
export function nameOf({ storeName, sku }: Pick<Goods, 'storeName' | 'sku'>): string {
  return sku && sku !== '默认' ? `${storeName} ${sku}` : storeName
}
