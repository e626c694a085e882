import { parseWireTime, SHANGHAI_OFFSET_MS, toWireDay } from '../time.ts'
import { type OrderedSession, orderRefusal } from './bargain-session.ts'
import type { QuoteProblem } from './price-trace.ts'
import { joinRefusal, type TeamFacts, TIME_TO_PAY_MS } from './team.ts'

/**
 * The kinds of activities in which goods have prices, by the number on the wire. 4 to 6 are taken by coupons, styles and
 * live rooms, which the calendar and budgets list beside them.
 */
export const activityTypes = { 1: '秒杀', 2: '砍价', 3: '拼团' } as const
export type ActivityType = keyof typeof activityTypes
/** The same numbers, in their order. */
export const activityNumbers = Object.keys(activityTypes).map(Number) as ActivityType[]

/** What one, and an order made in it, is called in the database, on the wire and in permissions and addresses. */
export const activityObjects = {
  1: 'seckill',
  2: 'bargain',
  3: 'combination',
} as const satisfies Record<ActivityType, string>
export type ActivityObject = (typeof activityObjects)[ActivityType]
/** The page of the console that lists them; `/list` of bargains and teams is that of sessions and of teams. */
export const activityLists = {
  1: '/marketing/seckill/list',
  2: '/marketing/bargain/goods',
  3: '/marketing/combination/goods',
} as const satisfies Record<ActivityType, string>

/** The console's form of each kind; an id behind it opens one. */
export const activityForms = {
  1: '/marketing/seckill/edit',
  2: '/marketing/bargain/edit',
  3: '/marketing/combination/edit',
} as const satisfies Record<ActivityType, string>

/** Where an activity stands; computed from the clock, never stored. */
export const activityPhases = { upcoming: '未开始', running: '进行中', ended: '已结束', closed: '已关闭' } as const
export type ActivityPhase = keyof typeof activityPhases

/** What staff should notice of an activity that runs or will: little is left of it, or a SKU is sold for less than it costs. */
export const activityNotices = { nearlyGone: '快抢光', belowCost: '低于成本' } as const
export type ActivityNotice = keyof typeof activityNotices

/** Of this many parts of its quota one is left, or less, when it is nearly gone. */
export const NEARLY_GONE_PARTS = 5

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

/** The stretch in which it runs on a day; undefined when it does not. Says nothing of its switch. @param day its first moment */
export function windowOn({ startAt, stopAt, slot }: ActivityTimes, day: Date): Window | undefined {
  const { startHour, endHour } = slot ?? { startHour: 0, endHour: 24 }
  const from = new Date(Math.max(day.getTime() + startHour * HOUR_MS, startAt.getTime()))
  const to = new Date(Math.min(day.getTime() + endHour * HOUR_MS, stopAt.getTime()))
  return from < to ? { from, to } : undefined
}

/** The stretch in which it runs now, or does next; undefined when there is none any more. Says nothing of its switch. */
export function nextWindow(times: ActivityTimes, now: Date): Window | undefined {
  const { startAt, stopAt, slot } = times
  if (now >= stopAt) return undefined
  if (!slot) return { from: startAt, to: stopAt }
  const first = dayStart(now > startAt ? now : startAt).getTime()
  const windows = [first, first + DAY_MS].map((day) => windowOn(times, new Date(day)))
  return windows.find((window) => window && now < window.to)
}

/** For how long it was for sale before a moment, ms: a flash sale in its hours alone. Says nothing of its switch. */
export function saleTime(times: ActivityTimes, at: Date): number {
  let sum = 0
  for (let day = dayStart(times.startAt).getTime(); day < at.getTime(); day += DAY_MS) {
    const window = windowOn(times, new Date(day))
    if (window) sum += Math.max(0, Math.min(at.getTime(), window.to.getTime()) - window.from.getTime())
  }
  return sum
}

/** Where it stands of what it sells on a day; undefined when that is nothing. @param day its first moment */
export function phaseOn(times: ActivityTimes, day: Date, now: Date): ActivityPhase | undefined {
  const window = windowOn(times, day)
  if (!window) return undefined
  if (!times.status || times.slot?.isOpen === false) return 'closed'
  if (now >= window.to) return 'ended'
  return window.from <= now ? 'running' : 'upcoming'
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

/** What decides whether a buyer may order in an activity, whatever its kind. */
type OrderingFacts = ActivityTimes & {
  isDel: boolean
  /** The SKU does not take part any more. */
  skuIsDel: boolean
  /** The product is for sale. */
  onSale: boolean
  /** What is left. */
  quota: number
  /** Of this buyer's orders of it that are neither closed nor wholly refunded: how many today, their units, and one unpaid. */
  mine: { today: number; units: number; openNo: string | null }
}

/** Of a flash sale: orders a buyer may place a day; units an order, and units a buyer in the whole of it, 0 without a limit. */
export type SeckillFacts = OrderingFacts & { type: 1; num: number; onceNum: number; totalNum: number }

/** Of a team product: units a buyer in the whole of it, and units an order. */
export type CombinationFacts = OrderingFacts & {
  type: 3
  num: number
  onceNum: number
  /** The team that is to be joined: null when there is none of this activity; undefined to open one. */
  team: TeamFacts | null | undefined
}

/** Of a bargain: the session that is ordered, null for none of the buyer's. */
export type BargainOrderFacts = OrderingFacts & { type: 2; session: OrderedSession | null }

/** What decides whether a buyer may order in an activity, by its kind. */
export type ActivityFacts = SeckillFacts | BargainOrderFacts | CombinationFacts

/** What goods of a kind are called. */
export const activityGoods: Record<ActivityType, string> = { 1: '秒杀商品', 2: '砍价商品', 3: '拼团商品' }

const refuse = (status: QuoteProblem['status'], code: string, message: string): QuoteProblem => ({
  code,
  message,
  status,
})
const notRunning = (message: string) => refuse(422, 'ACTIVITY_NOT_RUNNING', message)
const tooMany = (message: string) => refuse(422, 'LIMIT_REACHED', message)

/**
 * Why an order in an activity is refused, the first reason in their order; undefined for none. Stock is judged with the basket.
 * @param type as it is asked for, for one that is not there
 * @param num units asked for, 1 or more
 */
export function judgeActivity(
  type: ActivityType,
  facts: ActivityFacts | null,
  num: number,
  now: Date,
): QuoteProblem | undefined {
  if (!facts || facts.isDel || facts.type !== type) return refuse(404, 'NOT_FOUND', `${activityGoods[type]}不存在`)
  if (facts.skuIsDel) return refuse(404, 'NOT_FOUND', `${activityGoods[type]}规格不存在`)
  if (!facts.onSale) return notRunning(`${activityTypes[type]}主商品已下架`)
  if (facts.type === 2) return judgeSession(facts, num, now)
  const isSeckill = facts.type === 1
  const refusal = isSeckill ? judgeSeckillTime(facts, now) : judgeTeam(facts, now)
  if (refusal) return refusal
  if (facts.onceNum && num > facts.onceNum)
    return tooMany(isSeckill ? `超过单笔限购数量 ${facts.onceNum}` : '购买数量超过单次拼团购买上限')
  const { mine, quota } = facts
  if (mine.openNo !== null) return openOrder(type, mine.openNo)
  const limit = isSeckill ? judgeSeckillLimits(facts, num) : judgeUnits(facts, num)
  return limit ?? (quota < num ? soldOut(quota) : undefined)
}

const openOrder = (type: ActivityType, orderNo: string): QuoteProblem => ({
  ...refuse(409, 'OPEN_ORDER', `您有${activityTypes[type]}待支付订单，请支付后再购买`),
  orderNo,
})

/** A won session is ordered whatever became of its activity, and its unit is held: quota is not asked. */
function judgeSession({ session, mine }: BargainOrderFacts, num: number, now: Date): QuoteProblem | undefined {
  const refusal = orderRefusal(session, now)
  if (refusal) {
    const { status, message } = refusal
    const code = status === 404 ? 'NOT_FOUND' : status === 409 ? 'STATE_CONFLICT' : 'ACTIVITY_NOT_RUNNING'
    return { ...refuse(status, code, message), ...(status === 409 && mine.openNo !== null && { orderNo: mine.openNo }) }
  }
  if (num !== 1) return tooMany('砍价商品每次限购1件')
  return mine.openNo === null ? undefined : openOrder(2, mine.openNo)
}

function judgeSeckillTime(facts: SeckillFacts, now: Date): QuoteProblem | undefined {
  const phase = activityPhase(facts, now)
  if (phase === 'closed') return notRunning('秒杀商品已下架')
  if (phase === 'upcoming') return notRunning('秒杀活动未开始')
  return phase === 'ended' ? notRunning('秒杀商品已过期') : undefined
}

/** A join is judged by the team, an opening by the activity. */
function judgeTeam(facts: CombinationFacts, now: Date): QuoteProblem | undefined {
  const { team, stopAt } = facts
  if (team === null) return refuse(404, 'NOT_FOUND', '拼团不存在')
  if (team) {
    const message = joinRefusal(team, now)
    return message ? notRunning(message) : undefined
  }
  const phase = activityPhase(facts, now)
  if (phase === 'closed') return notRunning('拼团活动已结束')
  if (phase === 'upcoming') return notRunning('拼团商品活动未开始')
  if (phase === 'ended') return notRunning('拼团商品已过期')
  return stopAt.getTime() - now.getTime() < TIME_TO_PAY_MS ? notRunning('拼团活动即将结束') : undefined
}

const judgeSeckillLimits = ({ num: orders, totalNum, mine }: SeckillFacts, num: number) =>
  mine.today + 1 > orders || (totalNum && mine.units + num > totalNum)
    ? tooMany('您已经达到当前秒杀活动上限')
    : undefined

const judgeUnits = ({ num: units, mine }: CombinationFacts, num: number) =>
  mine.units + num > units ? tooMany('您已达到该商品拼团活动上限') : undefined

/** Why no order can be made of fewer units than are asked for. */
export const soldOut = (quota: number): QuoteProblem =>
  refuse(409, 'SOLD_OUT', quota > 0 ? `限量不足，仅剩 ${quota} 件` : '已抢光')

/** The share of its quota that is gone, in whole percent, rounded down. */
export function percentGone({ quotaShow, quota }: { quotaShow: number; quota: number }): number {
  return quotaShow ? Math.floor((100 * (quotaShow - quota)) / quotaShow) : 0
}
