import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import type { Simulation, SimulationForm } from '@zhanggui/contract/promotion/simulation.ts'
import { type ActivityType, activityTypes } from '@zhanggui/domain/promotion/activity.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'

/** What the simulator is asked, as the address of the page holds it. */
export type Question = SimulationForm & {
  /** The order it started from, whose own price is shown beside the answer. */
  order?: string
}
export type BasketItem = Question['items'][number]

const MAX_LINES = 50
const MAX_UNITS = 999

/**
 * Reads a question from a URL: `?sku=12x2_15&uid=7&at=20261120142207&copy=3&points=500&use=1&city=310104`, in an activity
 * `?sku=12&act=2-31&session=5`. What is not understood is left out, since URLs are typed and shared.
 */
export function readQuestion(params: URLSearchParams): Question {
  const uid = readNumber(params.get('uid'), 1)
  const levelId = readNumber(params.get('level'))
  const at = readMoment(params.get('at'))
  const points = readNumber(params.get('points'), 0, 999_999_999)
  const couponUserId = uid && readNumber(params.get('copy'), 1)
  const couponId = couponUserId ? undefined : readNumber(params.get('coupon'), 1)
  const cityId = readNumber(params.get('city'), 1)
  const order = params.get('order')
  const items = readItems(params.get('sku') ?? '')
  const activity = items.length === 1 ? readActivity(params) : undefined
  return {
    items,
    ...(activity && { activity }),
    ...(uid && { uid }),
    ...(levelId !== undefined && { levelId }),
    ...(at && { at }),
    ...(points !== undefined && { points }),
    ...(couponUserId && { couponUserId }),
    ...(couponId && { couponId }),
    ...(params.get('use') === '1' && { usePoints: true }),
    ...(cityId && { cityId }),
    ...(params.get('ship') === '2' && { shippingType: 2 as const }),
    ...(order && /^\d{1,32}$/.test(order) && { order }),
  }
}

/** The query of the address that asks the same. */
export function writeQuestion(question: Question): URLSearchParams {
  const { items, uid, levelId, at, points, couponUserId, couponId, usePoints, cityId, shippingType, order } = question
  const { activity } = question
  const given = {
    order,
    sku: items.map(({ skuId, num }) => (num === 1 ? skuId : `${skuId}x${num}`)).join('_'),
    act: activity && `${activity.type}-${activity.activitySkuId}`,
    session: activity?.bargainUserId,
    team: activity?.pinkId,
    uid,
    level: levelId,
    at: at?.replace(/\D/g, ''),
    points,
    copy: couponUserId,
    coupon: couponId,
    use: usePoints ? 1 : undefined,
    city: cityId,
    ship: shippingType === 2 ? 2 : undefined,
  }
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== '') written.set(name, String(value))
  return written
}

/** A question with a part of it changed; an activity goes with the one SKU that it is of. */
export function changed(question: Question, part: Partial<Question>): Question {
  const next = { ...question, ...part }
  const [item, ...others] = next.items
  const isSame = item && !others.length && item.skuId === question.items[0]?.skuId
  return isSame ? next : { ...next, activity: part.activity }
}

/** The body of the call; undefined while there is nothing to price. */
export function bodyOf({ order: _order, ...form }: Question): SimulationForm | undefined {
  return form.items.length ? form : undefined
}

/** The question that an order answered: its basket, its customer and its moment. */
export function questionOf(info: OrderInfo): Question {
  const { uid, createTime, lines, couponId, useIntegral, shippingType, cityId, orderNo } = info
  return {
    items: joinItems(lines.map(({ skuId, num }) => ({ skuId, num }))),
    uid,
    at: createTime,
    order: orderNo,
    // The copy is used up: the same coupon as if received then.
    ...(couponId > 0 && { couponId }),
    // What the customer has today says nothing about then.
    ...(useIntegral > 0 && { usePoints: true, points: useIntegral }),
    ...(shippingType === 2 ? { shippingType: 2 as const } : cityId > 0 && { cityId }),
  }
}

/** The question in a sentence: 咖啡豆 等 3 种 6 件 · 秒杀「咖啡豆」 · 阿夏 · 用券「秋冬咖啡券」 · 用积分 · 2026-11-20 14:22 · 快递. */
export function tellQuestion(question: Question, answer: Simulation | undefined): string {
  const { items, couponUserId, couponId, usePoints, at, shippingType, activity } = question
  const taking = answer?.activities.find(({ activitySkuId }) => activitySkuId === activity?.activitySkuId)
  const units = items.reduce((sum, { num }) => sum + num, 0)
  const first = answer?.quote.lines[0]?.storeName
  const coupon = answer?.coupons.find((one) => (couponUserId ? one.id === couponUserId : one.couponId === couponId))
  const facts = [
    `${first ? `${first}${items.length > 1 ? ' 等 ' : ' '}` : ''}${items.length} 种 ${units} 件`,
    activity && `${activityTypes[activity.type]}${taking ? `「${taking.title}」` : ''}`,
    answer && buyerText(answer.buyer),
    couponUserId || couponId ? `用券${coupon ? `「${coupon.name}」` : ''}` : '不用券',
    usePoints && '用积分',
    at ? at.slice(0, 16) : '现在',
    shippingType === 2 ? '到店自提' : '快递',
  ]
  return facts.filter(Boolean).join(' · ')
}

/** 阿夏 · 银卡 */
export const buyerText = ({ uid, nickname, levelName }: Simulation['buyer']) =>
  [nickname || (uid ? `用户 ${uid}` : '新客户'), levelName || '无等级'].join(' · ')

/** Goods added to those that are there: the same SKU adds up, as many as one order may have. */
export function joinItems(items: readonly BasketItem[]): BasketItem[] {
  const nums = new Map<number, number>()
  for (const { skuId, num } of items) nums.set(skuId, Math.min(MAX_UNITS, (nums.get(skuId) ?? 0) + num))
  return [...nums].slice(0, MAX_LINES).map(([skuId, num]) => ({ skuId, num }))
}

function readItems(text: string): BasketItem[] {
  const parts = text.split('_').map((part) => /^([1-9]\d{0,14})(?:x([1-9]\d{0,2}))?$/.exec(part))
  return joinItems(parts.flatMap((part) => (part ? [{ skuId: Number(part[1]), num: Number(part[2] ?? 1) }] : [])))
}

/** 2-31 → the bargain whose SKU is 31. */
function readActivity(params: URLSearchParams): Question['activity'] {
  const [, type, sku] = /^([123])-([1-9]\d{0,14})$/.exec(params.get('act') ?? '') ?? []
  if (!type || !sku) return undefined
  const [bargainUserId, pinkId] = [readNumber(params.get('session'), 1), readNumber(params.get('team'), 1)]
  return {
    type: Number(type) as ActivityType,
    activitySkuId: Number(sku),
    ...(type === '2' && bargainUserId && { bargainUserId }),
    ...(type === '3' && pinkId && { pinkId }),
  }
}

function readNumber(text: string | null, least = 0, most = Number.MAX_SAFE_INTEGER): number | undefined {
  if (!text || !/^\d{1,15}$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}

/** 20261120142207 → 2026-11-20 14:22:07. */
function readMoment(text: string | null): string | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text ?? '')
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const time = `${year}-${month}-${day} ${hour}:${minute}:${second}`
  return parseWireTime(time) && time
}
