import { amountText } from '../money.ts'
import { parseWireTime, SHANGHAI_OFFSET_MS, toWireDay } from '../time.ts'
import type { QuoteProblem } from './price-trace.ts'

/** The kinds of activities in which goods have prices, by the number on the wire. */
export const activityTypes = { 1: '秒杀', 2: '砍价', 3: '拼团' } as const
export type ActivityType = keyof typeof activityTypes

/** What orders made in one are called in the database and on the wire. */
export const orderKindOf = { 1: 'seckill', 2: 'bargain', 3: 'combination' } as const

/** Where an activity stands; computed from the clock, never stored. */
export const activityPhases = { upcoming: '未开始', running: '进行中', ended: '已结束', closed: '已关闭' } as const
export type ActivityPhase = keyof typeof activityPhases

/** Hours of the Shanghai day in which a flash sale runs, `[startHour, endHour)`, endHour up to 24. */
export type Slot = { startHour: number; endHour: number; isOpen: boolean }

/** What the phase of an activity follows from; of a flash sale with its slot. */
export type ActivityTimes = { status: boolean; startAt: Date; stopAt: Date; slot?: Slot | null | undefined }

/** A stretch of time, half-open. */
export type Window = { from: Date; to: Date }

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

/** The first moment of a moment's Shanghai day. */
export function dayStart(at: Date): Date {
  const time = at.getTime() + SHANGHAI_OFFSET_MS
  return new Date(time - (((time % DAY_MS) + DAY_MS) % DAY_MS) - SHANGHAI_OFFSET_MS)
}

/** Days as they are typed become a half-open stretch: from the first midnight to the one after the last day. */
export function windowOfDays(startDay: string, stopDay: string): Window | undefined {
  const [from, last] = [parseWireTime(startDay), parseWireTime(stopDay)]
  return from && last && { from, to: new Date(last.getTime() + DAY_MS) }
}

/** The last day of a half-open stretch, as it was typed. */
export const lastDayOf = (stopAt: Date): string => toWireDay(new Date(stopAt.getTime() - 1))

/** The stretch in which it runs now, or does next; undefined when there is none any more. Says nothing of its switch. */
export function nextWindow({ startAt, stopAt, slot }: ActivityTimes, now: Date): Window | undefined {
  if (now >= stopAt) return undefined
  if (!slot) return { from: startAt, to: stopAt }
  const first = dayStart(now > startAt ? now : startAt).getTime()
  for (const day of [first, first + DAY_MS]) {
    const from = new Date(Math.max(day + slot.startHour * HOUR_MS, startAt.getTime()))
    const to = new Date(Math.min(day + slot.endHour * HOUR_MS, stopAt.getTime()))
    if (from < to && now < to) return { from, to }
  }
  return undefined
}

/** Where an activity stands at a moment. A flash sale also waits between two days, and is over after the last day's slot. */
export function activityPhase(times: ActivityTimes, now: Date): ActivityPhase {
  if (!times.status || times.slot?.isOpen === false) return 'closed'
  const window = nextWindow(times, now)
  if (!window) return 'ended'
  return window.from <= now ? 'running' : 'upcoming'
}

/** What staff read of a phase. */
export function phaseName(times: ActivityTimes, now: Date): string {
  if (times.status && times.slot?.isOpen === false) return '时段已关闭'
  return activityPhases[activityPhase(times, now)]
}

/** What decides whether a buyer may order in a flash sale. */
export type SeckillFacts = ActivityTimes & {
  isDel: boolean
  /** The SKU does not take part any more. */
  skuIsDel: boolean
  /** The product is for sale. */
  onSale: boolean
  /** What is left. */
  quota: number
  /** Orders a buyer may place a day; units an order, and units a buyer in the whole activity, 0 without a limit. */
  num: number
  onceNum: number
  totalNum: number
  /** Of this buyer's orders of it that are neither closed nor wholly refunded: how many today, their units, and one unpaid. */
  mine: { today: number; units: number; openNo: string | null }
}

const refuse = (status: QuoteProblem['status'], code: string, message: string): QuoteProblem => ({
  code,
  message,
  status,
})

/**
 * Why an order of a flash sale is refused, the first reason in their order; undefined for none. Stock is judged with the basket.
 * @param num units asked for, 1 or more
 */
export function judgeSeckill(facts: SeckillFacts | null, num: number, now: Date): QuoteProblem | undefined {
  if (!facts || facts.isDel) return refuse(404, 'NOT_FOUND', '秒杀商品不存在')
  if (facts.skuIsDel) return refuse(404, 'NOT_FOUND', '秒杀商品规格不存在')
  if (!facts.onSale) return refuse(422, 'ACTIVITY_NOT_RUNNING', '秒杀主商品已下架')
  const phase = activityPhase(facts, now)
  if (phase === 'closed') return refuse(422, 'ACTIVITY_NOT_RUNNING', '秒杀商品已下架')
  if (phase === 'upcoming') return refuse(422, 'ACTIVITY_NOT_RUNNING', '秒杀活动未开始')
  if (phase === 'ended') return refuse(422, 'ACTIVITY_NOT_RUNNING', '秒杀商品已过期')
  const { onceNum, totalNum, mine, quota } = facts
  if (onceNum && num > onceNum) return refuse(422, 'LIMIT_REACHED', `超过单笔限购数量 ${onceNum}`)
  if (mine.openNo !== null)
    return { ...refuse(409, 'OPEN_ORDER', '您有秒杀待支付订单，请支付后再购买'), orderNo: mine.openNo }
  if (mine.today + 1 > facts.num || (totalNum && mine.units + num > totalNum))
    return refuse(422, 'LIMIT_REACHED', '您已经达到当前秒杀活动上限')
  return quota < num ? soldOut(quota) : undefined
}

/** Why no order can be made of fewer units than are asked for. */
export const soldOut = (quota: number): QuoteProblem =>
  refuse(409, 'SOLD_OUT', quota > 0 ? `限量不足，仅剩 ${quota} 件` : '已抢光')

/** The share of its quota that is gone, in whole percent, rounded down. */
export function percentGone({ quotaShow, quota }: { quotaShow: number; quota: number }): number {
  return quotaShow ? Math.floor((100 * (quotaShow - quota)) / quotaShow) : 0
}

/** What opening asks when SKUs fall below their cost. */
export const belowCostText = (skus: readonly { suk: string; lowestFen: number; costFen: number }[]): string =>
  skus
    .map(({ suk, lowestFen, costFen }) => `「${suk}」${amountText(lowestFen)} 元，成本 ${amountText(costFen)} 元`)
    .join('；')
