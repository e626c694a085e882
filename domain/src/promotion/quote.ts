import { Refusal } from '../errors.ts'
import { amountText, yuanText } from '../money.ts'
import { explainFreight, type Freight, type FreightQuote, quoteFreight } from '../product/freight.ts'
import { splitFen } from '../split.ts'
import { MAX_POINTS } from '../user/ledger.ts'
import { type ActivityType, activityTypes } from './activity.ts'
import { judgeCoupon, MISSING, type QuoteCoupon } from './coupon.ts'
import type { PriceRule } from './price-rules.ts'
import type { QuoteProblem, TraceCode, TraceStep } from './price-trace.ts'

/** Everything that decides what a basket costs. A step whose input is null does nothing. */
export type QuoteInput = {
  now: Date
  /** `discount` is the percent paid. `isOff`: members' prices are switched off, whatever the level. */
  buyer: { uid: number; level: { id: number; name: string; discount: number } | null; isOff?: boolean }
  /** 1 to 200, each SKU once; one with an activity. */
  lines: readonly QuoteLine[]
  /** The activity in which they are bought. */
  activity?: QuoteActivity | null
  /** The copy to be spent; null when none is asked for, left out where there are no coupons. */
  coupon?: QuoteCoupon | 'missing' | null
  usePoints: boolean
  points: PointRules
  /** Null when the buyer picks the goods up. */
  freight: { templates: readonly Freight[]; address?: readonly number[]; shopFreeFen?: number } | null
}

/** What an activity makes of the price of the one SKU that is bought in it. */
export type QuoteActivity = {
  type: ActivityType
  id: number
  title: string
  /** Of one unit. */
  priceFen: number
  /** Whether a coupon, or points, may pay for its goods. */
  allowCoupon: boolean
  allowPoints: boolean
}

export type QuoteLine = {
  skuId: number
  productId: number
  name: string
  /** 1 or more. */
  num: number
  listFen: number
  /** The price for members that the SKU itself names; null when the level's discount decides. */
  vipFen: number | null
  categoryIds: readonly number[]
  tempId: number
  /** kg and m³ of one piece. */
  weight: number
  volume: number
  /** Points that one piece earns. */
  giveIntegral: number
}

/** Ratios are whole fractions: nothing is reckoned in floating point. */
export type PointRules = {
  balance: number
  /** The most points for one order; 0 is no limit. */
  most: number
  /** A point is worth n/d fen; with n 0 points buy nothing. */
  n: number
  d: number
  /** The share of the goods that points may pay, in percent. */
  mostPercent: number
  /** Goods total in fen from which points may be used. */
  leastFen: number
  /** Points earned by each yuan paid. */
  perYuan: readonly [n: number, d: number]
}

/** Whether it is the coupon that forbids the order: another one, or none, would do. */
export const isOfCoupon = ({ code }: QuoteProblem) => code.startsWith('COUPON_')

/** No order comes to more. */
export const MAX_ORDER_FEN = 99_999_999
export const TOO_MUCH = '订单金额不能超过 ¥999999.99，请减少商品或分开下单'

/** What a basket costs, and why. Whole fen. */
export type Quote = {
  /** In the order of the input. */
  lines: readonly QuotedLine[]
  /** At list prices; at charged prices. */
  listFen: number
  goodsFen: number
  couponFen: number
  pointsFen: number
  points: number
  /** Points the buyer keeps. */
  pointsLeft: number
  freight: FreightQuote
  freightFen: number
  /** goods − coupon − points + freight. */
  payFen: number
  /** Points earned once it is paid. */
  givePoints: number
  trace: readonly TraceStep[]
  /** Not empty: no order can be made of it. */
  problems: readonly QuoteProblem[]
}

export type QuotedLine = {
  /** The SKU's id as text. */
  key: string
  /** Charged. */
  unitFen: number
  lineFen: number
  /** List − charged, by cause; one of them is 0. */
  activityFen: number
  memberFen: number
  couponFen: number
  pointsFen: number
  points: number
  freightFen: number
  /** lineFen − couponFen − pointsFen. */
  payFen: number
}

/**
 * Prices a basket and says why, to the fen. Throws for no rule of the shop: what forbids an order is in `problems`.
 * Reads no clock, setting or table. Three places round: the member's unit price (half up), points into fen (down)
 * and fen into points (up).
 * @see docs/prices.md, The steps
 */
export function quote(input: QuoteInput): Quote {
  // Ties of a split go to the lower SKU, whatever the order of the basket.
  const lines = [...input.lines].sort((one, other) => one.skuId - other.skuId)
  const { activity } = input
  const prices = activity ? activityPrices(activity, lines) : memberPrices(input, lines)
  const goods = lines.map(({ num }, index) => num * (prices.unitFen[index] ?? 0))
  const goodsFen = sum(goods)
  const coupon = takeCoupon(input, lines, goods)
  const points = takePoints(
    input,
    goodsFen,
    goods.map((lineFen, index) => lineFen - (coupon.shares[index] ?? 0)),
  )
  const freight = addFreight(input, lines, prices.unitFen)
  const payFen = goodsFen - coupon.fen - points.fen + freight.quote.feeFen
  const givePoints = earn(input.points.perYuan, lines, payFen)

  const quoted = lines.map((line, index): QuotedLine => {
    const [lineFen, unitFen] = [goods[index] ?? 0, prices.unitFen[index] ?? 0]
    const [couponFen, pointsFen] = [coupon.shares[index] ?? 0, points.shares[index] ?? 0]
    const cheaperFen = prices.shares[index] ?? 0
    return {
      key: String(line.skuId),
      unitFen,
      lineFen,
      activityFen: activity ? cheaperFen : 0,
      memberFen: activity ? 0 : cheaperFen,
      couponFen,
      pointsFen,
      points: points.pointShares[index] ?? 0,
      freightFen: freight.shares[index] ?? 0,
      payFen: lineFen - couponFen - pointsFen,
    }
  })
  const told = ({ step, shares }: { step: Step; shares: readonly number[] }): TraceStep => ({
    ...step,
    lines: step.applied ? quoted.map(({ key }, index) => ({ key, amountFen: shares[index] ?? 0 })) : [],
  })
  const place = new Map(quoted.map(({ key }, index) => [key, index]))
  const asGiven = input.lines.map(({ skuId }) => place.get(String(skuId)) ?? 0)
  return {
    lines: asGiven.map((index) => quoted[index] as QuotedLine),
    listFen: sum(lines.map((line) => line.num * line.listFen)),
    goodsFen,
    couponFen: coupon.fen,
    pointsFen: points.fen,
    points: points.points,
    pointsLeft: input.points.balance - points.points,
    freight: { ...freight.quote, shares: asGiven.map((index) => freight.shares[index] ?? 0) },
    freightFen: freight.quote.feeFen,
    payFen,
    givePoints,
    trace: [
      told(prices),
      ...(activity ? [told({ step: excludedMember, shares: [] })] : []),
      ...(coupon.step ? [told({ ...coupon, step: coupon.step })] : []),
      ...[told(points), told(freight), earnStep(givePoints)],
    ],
    problems: [...coupon.problems, ...freight.problems],
  }
}

type Step = Omit<TraceStep, 'lines'>

/** On an activity line the lower of shelf and activity price, so that no discount is negative. */
function activityPrices(activity: QuoteActivity, lines: readonly QuoteLine[]) {
  const unitFen = lines.map(({ listFen }) => Math.min(listFen, activity.priceFen))
  const shares = lines.map(({ num, listFen }, index) => num * (listFen - (unitFen[index] ?? 0)))
  return { unitFen, shares, step: activityStep(activity, sum(shares)) }
}

function activityStep({ type, id, title, priceFen }: QuoteActivity, amountFen: number): Step {
  const about = { type: 'activity', id, name: title }
  if (!amountFen) return { ...unapplied('activity', 'ACTIVITY_NONE', '售价不高于活动价，按售价'), about }
  const reason = `${activityTypes[type]}「${title}」活动价 ${yuanText(priceFen)}，省 ${yuanText(amountFen)}`
  return { rule: 'activity', applied: true, reason, amountFen, code: 'ACTIVITY_PRICE', about }
}

function memberPrices({ buyer }: QuoteInput, lines: readonly QuoteLine[]) {
  const level = buyer.isOff ? null : buyer.level
  const unitFen = lines.map((line) => (level ? memberFen(line, level.discount) : line.listFen))
  const shares = lines.map(({ num, listFen }, index) => num * (listFen - (unitFen[index] ?? 0)))
  return { unitFen, shares, step: memberStep(buyer, sum(shares)) }
}

const excludedMember: Step = unapplied('member', 'ACTIVITY_EXCLUDES', '活动商品不享会员价')

function memberStep({ level, isOff }: QuoteInput['buyer'], amountFen: number): Step {
  if (!level) return unapplied('member', 'NO_LEVEL', '无会员等级')
  const about = { type: 'level', id: level.id, name: level.name }
  if (isOff) return { ...unapplied('member', 'MEMBER_OFF', '会员价已关闭，按售价'), about }
  if (!amountFen) return { ...unapplied('member', 'LIST_LOWER', '售价不高于会员价，按售价'), about }
  const reason = `${level.name} 享 ${level.discount / 10} 折，省 ${yuanText(amountFen)}`
  return { rule: 'member', applied: true, reason, amountFen, code: 'MEMBER_PRICE', about }
}

/** What members pay for one piece: never above the list price, half up, and at least a fen of what is not free. */
export function memberFen({ listFen, vipFen }: Pick<QuoteLine, 'listFen' | 'vipFen'>, discount: number): number {
  if (vipFen !== null) return Math.min(listFen, vipFen)
  return listFen && Math.max(1, Math.floor((listFen * discount + 50) / 100))
}

const NO_COUPON = '营销活动商品无法使用优惠券'

/** What the copy of a coupon takes off; the lines are in the order of the goods. */
function takeCoupon(input: QuoteInput, lines: readonly QuoteLine[], goods: readonly number[]) {
  const { coupon, buyer, now } = input
  const nothing = { fen: 0, shares: lines.map(() => 0), problems: [] as QuoteProblem[] }
  if (coupon === undefined) return { ...nothing, step: undefined }
  if (input.activity && !input.activity.allowCoupon) {
    const problem: QuoteProblem = { code: 'COUPON_ACTIVITY', message: NO_COUPON, status: 422 }
    const step = unapplied('coupon', 'COUPON_ACTIVITY', NO_COUPON)
    return { ...nothing, problems: coupon === null ? [] : [problem], step }
  }
  if (coupon === null) return { ...nothing, step: unapplied('coupon', 'COUPON_UNASKED', '未使用优惠券') }
  if (coupon === 'missing') {
    const problem: QuoteProblem = { code: 'COUPON_MISSING', message: MISSING, status: 404 }
    return { ...nothing, problems: [problem], step: unapplied('coupon', 'COUPON_MISSING', MISSING) }
  }
  const judged = judgeCoupon(coupon, {
    uid: buyer.uid,
    now,
    lines: lines.map(({ productId, categoryIds }, index) => ({ productId, categoryIds, lineFen: goods[index] ?? 0 })),
  })
  const about = { type: 'coupon', id: coupon.couponId, name: coupon.name }
  if ('code' in judged) {
    const { code, message, status, lacksFen } = judged
    const step: Step = { ...unapplied('coupon', code, message), ...(code !== 'COUPON_MISSING' && { about }) }
    return {
      ...nothing,
      problems: [{ code, message, status }],
      step: lacksFen === undefined ? step : { ...step, lacksFen },
    }
  }
  const { fen, isFor } = judged
  const isPartly = fen < coupon.moneyFen
  const reason = isPartly
    ? `优惠券「${coupon.name}」面值 ${yuanText(coupon.moneyFen)}，最多抵 ${yuanText(fen)}`
    : `优惠券「${coupon.name}」减 ${yuanText(fen)}`
  const code: TraceCode = isPartly ? 'COUPON_PARTLY' : 'COUPON_APPLIED'
  const step: Step = { rule: 'coupon', applied: true, reason, amountFen: fen, code, about }
  const shares = splitFen(
    fen,
    goods.map((lineFen, index) => (isFor[index] ? lineFen : 0)),
  )
  return { ...nothing, fen, shares, step }
}

/** What a copy would make of a basket. */
export type RankedCoupon = {
  coupon: QuoteCoupon
  discountFen: number
  payFen: number
  problem?: QuoteProblem
  /** The goods that are missing for it. */
  lacksFen?: number
}

/** Each held copy with what it would make of the basket, best first: those that can be spent by what is paid, then by which ends first. */
export function rankCoupons(input: QuoteInput, held: readonly QuoteCoupon[]): RankedCoupon[] {
  return held
    .map((coupon): RankedCoupon => {
      const { couponFen, payFen, problems, trace } = quote({ ...input, coupon })
      const problem = problems.find(isOfCoupon)
      const lacksFen = trace.find(({ rule }) => rule === 'coupon')?.lacksFen
      return {
        coupon,
        discountFen: couponFen,
        payFen,
        ...(problem && { problem }),
        ...(lacksFen !== undefined && { lacksFen }),
      }
    })
    .sort(
      (one, other) =>
        Number(Boolean(one.problem)) - Number(Boolean(other.problem)) ||
        one.payFen - other.payFen ||
        one.coupon.to.getTime() - other.coupon.to.getTime() ||
        one.coupon.id - other.coupon.id,
    )
}

/** @param left what the coupon left of each line */
function takePoints({ usePoints, points, activity }: QuoteInput, goodsFen: number, left: readonly number[]) {
  const none = (code: TraceCode, reason: string, lacksFen?: number) => {
    const step = unapplied('points', code, reason)
    const nothing = { fen: 0, points: 0, shares: left.map(() => 0), pointShares: left.map(() => 0) }
    return { ...nothing, step: lacksFen === undefined ? step : { ...step, lacksFen } }
  }
  const { balance, most, n, d, mostPercent, leastFen } = points
  if (!n) return none('POINTS_OFF', '积分抵扣已关闭')
  if (activity && !activity.allowPoints) return none('POINTS_ACTIVITY', '活动商品不可使用积分')
  if (!usePoints) return none('POINTS_UNASKED', '未使用积分')
  if (balance <= 0) return none('POINTS_NONE', '没有可用积分')
  if (goodsFen < leastFen) {
    const lacksFen = leastFen - goodsFen
    const reason = `商品金额满 ${amountText(leastFen)} 元可用积分，还差 ${amountText(lacksFen)} 元`
    return none('POINTS_BELOW_MIN', reason, lacksFen)
  }
  const leftFen = sum(left)
  const capFen = ratio(leftFen, mostPercent, 100)
  const usable = most ? Math.min(balance, most) : balance
  const fen = Math.min(capFen, ratio(usable, n, d))
  if (!fen) return none('POINTS_NONE', '没有可用积分')
  const used = ceilRatio(fen, d, n)
  const isLimited = fen < Math.min(leftFen, ratio(balance, n, d))
  const said = `使用 ${used} 积分抵 ${yuanText(fen)}`
  const shares = splitFen(fen, left)
  const step: Step = {
    rule: 'points',
    applied: true,
    amountFen: fen,
    about: null,
    reason: isLimited ? `${said}，受单笔上限限制` : said,
    code: isLimited ? 'POINTS_LIMITED' : 'POINTS_APPLIED',
  }
  return { fen, points: used, shares, pointShares: splitFen(used, shares), step }
}

function addFreight({ freight }: QuoteInput, lines: readonly QuoteLine[], unitFen: readonly number[]) {
  const nothing = (pending: boolean): FreightQuote => ({ feeFen: 0, pending, groups: [], shares: lines.map(() => 0) })
  const problems: QuoteProblem[] = []
  if (!freight) {
    const step: Step = { ...unapplied('freight', 'PICKUP', '到店自提，免运费'), applied: true }
    return freightOf(nothing(false), step, problems)
  }
  const { templates, address, shopFreeFen } = freight
  try {
    const goods = lines.map((line, index) => ({ ...line, priceFen: unitFen[index] ?? 0 }))
    const quoted = quoteFreight(goods, templates, address, shopFreeFen)
    return freightOf(quoted, freightStep(quoted, templates), problems)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'NO_DELIVERY')) throw error
    const { message } = error
    const step = unapplied('freight', 'NO_DELIVERY', message)
    return freightOf(nothing(true), step, [{ code: 'NO_DELIVERY', message, status: 422 }])
  }
}

const freightOf = (quoted: FreightQuote, step: Step, problems: QuoteProblem[]) => ({
  quote: quoted,
  shares: quoted.shares,
  step,
  problems,
})

function freightStep({ pending, feeFen, groups }: FreightQuote, templates: readonly Freight[]): Step {
  if (pending) return unapplied('freight', 'FREIGHT_PENDING', '填写收货地址后计算运费')
  const explained = groups.map((group) => {
    const template = templates.find(({ id }) => id === group.tempId)
    return { name: template?.name ?? '', text: explainFreight(group, template?.type ?? 0) }
  })
  const [only] = groups
  return {
    rule: 'freight',
    applied: true,
    reason: explained.map(({ name, text }) => (explained.length > 1 ? `「${name}」${text}` : text)).join('；'),
    amountFen: feeFen,
    code: feeFen ? 'FREIGHT' : 'FREIGHT_FREE',
    about:
      only && groups.length === 1
        ? { type: 'freight-template', id: only.tempId, name: explained[0]?.name ?? '' }
        : null,
  }
}

/** The points that an order earns once it is paid: by its goods and by what is paid, at most as many as anybody may have. */
export function earn(
  [n, d]: PointRules['perYuan'],
  lines: readonly Pick<QuoteLine, 'num' | 'giveIntegral'>[],
  payFen: number,
): number {
  const ofGoods = sum(lines.map(({ num, giveIntegral }) => num * giveIntegral))
  return Math.min(ofGoods + ratio(payFen, n, d * 100), MAX_POINTS)
}

function earnStep(points: number): TraceStep {
  return { ...unapplied('earn', 'EARN', `付款后得 ${points} 积分`), applied: points > 0, lines: [] }
}

function unapplied(rule: PriceRule, code: TraceCode, reason: string): Step {
  return { rule, applied: false, reason, amountFen: 0, code, about: null }
}

/** ⌊amount × n / d⌋; the product may exceed what a number holds exactly. */
function ratio(amount: number, n: number, d: number): number {
  return Number((BigInt(amount) * BigInt(n)) / BigInt(d))
}

/** ⌈amount × n / d⌉ */
function ceilRatio(amount: number, n: number, d: number): number {
  return Number((BigInt(amount) * BigInt(n) + BigInt(d) - 1n) / BigInt(d))
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
