import type { DaysQuery, OrderDay, OrderStatistics, TrendQuery } from '@zhanggui/contract/dashboard/order-statistics.ts'
import { growthRate } from '@zhanggui/domain/dashboard/growth.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { parseWireTime, toWireDay, toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { countOrders } from '../../order/order-list/order-list.service.ts'
import * as rollups from '../rollup/rollup.repository.ts'
import { DAY_MS, dayOf } from '../rollup/rollup.service.ts'

const HOUR_MS = 3600_000
const MAX_DAYS = 800
/** What the open hour brought is computed so often at most, where that takes time. */
const OPEN_SECONDS = 5
const FEW = 1000

/** What a time brought: orders paid, and what was paid less what was refunded. */
type Brought = { count: number; fen: number }
const broughtBy = ({
  payOrderNum,
  salesFen,
  refundFen,
}: {
  payOrderNum: number
  salesFen: number
  refundFen: number
}) => ({
  count: payOrderNum,
  fen: salesFen - refundFen,
})
const nothing: Brought = { count: 0, fen: 0 }
const plus = (one: Brought, other: Brought) => ({ count: one.count + other.count, fen: one.fen + other.fen })
const totalOf = (parts: readonly Brought[]) => parts.reduce(plus, nothing)

/** Orders by where they stand, and what today, yesterday, this month and all days brought; within the caller's stores. */
export async function getOrderStatistics(ctx: Ctx): Promise<OrderStatistics> {
  const counts = await countOrders(ctx, {})
  const today = dayOf(ctx.now())
  const { from: monthStart = today } = parseTimeRange(['month'], ctx.now())
  const yesterday = new Date(today.getTime() - DAY_MS)
  const byDay = await readDays(ctx, monthStart < yesterday ? monthStart : yesterday, today)
  const at = (day: Date) => byDay.get(toWireDay(day)) ?? nothing
  const month = totalOf([...byDay].flatMap(([day, brought]) => (day >= toWireDay(monthStart) ? [brought] : [])))
  const { todayBrought, proBrought } = { todayBrought: at(today), proBrought: at(yesterday) }
  const numberIn = (key: string) => counts[key] ?? 0
  return {
    orderCount: numberIn('all'),
    sumPrice: toYuan((await sumEver(ctx)).fen),
    unpaidCount: numberIn('unPaid'),
    unshippedCount: numberIn('notShipped'),
    receivedCount: numberIn('toReceive'),
    evaluatedCount: numberIn('toReview'),
    verificationCount: numberIn('toBeWrittenOff'),
    completeCount: numberIn('complete'),
    refundCount: numberIn('refunding'),
    todayCount: todayBrought.count,
    todayPrice: toYuan(todayBrought.fen),
    proCount: proBrought.count,
    proPrice: toYuan(proBrought.fen),
    monthCount: month.count,
    monthPrice: toYuan(month.fen),
  }
}

/** A page of days, the newest first, none missing. @throws 400 for an invalid range, or one of more than 800 days */
export async function listOrderDays(ctx: Ctx, { dateLimit, ...left }: DaysQuery): Promise<OrderDay[]> {
  const paging = readPage(left)
  const { from, to } = spanOf(ctx, dateLimit ?? ['lately30'])
  const days = daysBetween(from, to)
    .reverse()
    .slice(paging.offset, paging.offset + paging.limit)
  const [last, first] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const byDay = await readDays(ctx, first, last)
  return days.map((day) => {
    const { count, fen } = byDay.get(toWireDay(day)) ?? nothing
    return { time: toWireDay(day), count, price: toYuan(fen) }
  })
}

/** A time by its days, or the hours of a single day, and its growth over as long a time before. @throws 400 */
export async function getOrderTrend(ctx: Ctx, { dateLimit, type = 1 }: TrendQuery) {
  const { from, to } = spanOf(ctx, dateLimit ?? ['today'])
  const days = daysBetween(from, to)
  const before = new Date(from.getTime() - days.length * DAY_MS)
  const numberOf = ({ count, fen }: Brought) => (type === 1 ? toYuan(fen) : count)
  const byDay = await readDays(ctx, before, to)
  const of = (day: Date) => byDay.get(toWireDay(day)) ?? nothing
  const now = numberOf(totalOf(days.map(of)))
  const was = numberOf(totalOf(daysBetween(before, new Date(from.getTime() - DAY_MS)).map(of)))
  const increase = rounded(now - was)
  const chart =
    days.length === 1
      ? await hoursOf(ctx, from, numberOf)
      : days.map((day) => ({ time: toWireDay(day), num: numberOf(of(day)) }))
  return {
    chart,
    time: now,
    growthRate: growthRate(now, was),
    increaseTime: increase,
    increaseTimeStatus: increase > 0 ? (1 as const) : increase < 0 ? (2 as const) : (0 as const),
  }
}

/** Money is in yuan here. */
const rounded = (number: number) => Math.round(number * 100) / 100

/** The first and the last day of a range, as their midnights. */
function spanOf(ctx: Ctx, dateLimit: readonly string[]): { from: Date; to: Date } {
  const { from = ctx.now(), to = ctx.now() } = parseTimeRange(dateLimit, ctx.now())
  const span = { from: dayOf(from), to: dayOf(to) }
  if (span.to.getTime() - span.from.getTime() >= MAX_DAYS * DAY_MS)
    throw new BadInput(`时间范围最长${MAX_DAYS}天`, 'dateLimit')
  return span
}

function daysBetween(from: Date, to: Date): Date[] {
  const length = Math.round((to.getTime() - from.getTime()) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, length) }, (_, at) => new Date(from.getTime() + at * DAY_MS))
}

/** What each day brought: from folded days, then closed hours, then what happened since; days without anything are left out. */
async function readDays(ctx: Ctx, from: Date, to: Date): Promise<Map<string, Brought>> {
  const stores = ctx.actor.scope.storeIds
  const byDay = new Map<string, Brought>()
  const add = (day: string, brought: Brought) => byDay.set(day, plus(byDay.get(day) ?? nothing, brought))
  for (const { day, ...sums } of await rollups.listDays(ctx.db, toWireDay(from), toWireDay(to), stores))
    add(day, broughtBy(sums))
  const foldedUntil = await findFoldedUntil(ctx)
  const end = new Date(to.getTime() + DAY_MS)
  for (const { hour, ...sums } of await readHours(ctx, foldedUntil && foldedUntil > from ? foldedUntil : from, end))
    add(toWireDay(hour), broughtBy(sums))
  return byDay
}

export type HourSums = { hour: Date; payOrderNum: number; salesFen: number; refundFen: number }

/** What each hour brought, within the caller's stores: closed ones, then what happened since. */
export async function readHours(ctx: Ctx, from: Date, until: Date): Promise<HourSums[]> {
  const stores = ctx.actor.scope.storeIds
  if (until <= from) return []
  const closed = await rollups.listHours(ctx.db, from, until, stores)
  const open = (await readOpen(ctx)).filter(
    ({ hour, storeId }) => hour >= from && hour < until && (!stores || stores.includes(storeId)),
  )
  return [...closed, ...open]
}

async function hoursOf(ctx: Ctx, day: Date, numberOf: (brought: Brought) => number) {
  const byHour = new Map<number, Brought>()
  for (const { hour, ...sums } of await readHours(ctx, day, new Date(day.getTime() + DAY_MS))) {
    const at = hour.getTime()
    byHour.set(at, plus(byHour.get(at) ?? nothing, broughtBy(sums)))
  }
  return Array.from({ length: 24 }, (_, at) => {
    const hour = new Date(day.getTime() + at * HOUR_MS)
    return { time: toWireTime(hour).slice(11, 16), num: numberOf(byHour.get(hour.getTime()) ?? nothing) }
  })
}

/** What all days until now brought. */
async function sumEver(ctx: Ctx): Promise<Brought> {
  const folded = await rollups.sumDays(ctx.db, ctx.actor.scope.storeIds)
  const since = (await findFoldedUntil(ctx)) ?? new Date(0)
  const later = await readHours(ctx, since, new Date(dayOf(ctx.now()).getTime() + DAY_MS))
  return totalOf([broughtBy(folded), ...later.map(broughtBy)])
}

/** The end of the last folded day. */
async function findFoldedUntil(ctx: Ctx): Promise<Date | undefined> {
  const last = await rollups.findLastDay(ctx.db)
  return last ? nextDayOf(last) : undefined
}

function nextDayOf(day: string): Date | undefined {
  const start = parseWireTime(day)
  return start && new Date(start.getTime() + DAY_MS)
}

/** What happened since the last closed hour; remembered for seconds by the process where it is much. */
async function readOpen(ctx: Ctx) {
  const cache = ctx.platform.caches.named<Awaited<ReturnType<typeof rollups.readOpen>>>('open-hour', {
    ttlSeconds: OPEN_SECONDS,
  })
  const from = (await rollups.findClosedUntil(ctx.db)) ?? new Date(Math.floor(ctx.now().getTime() / HOUR_MS) * HOUR_MS)
  const key = from.toISOString()
  // A minute beyond now: the clocks of two processes differ.
  const open = await cache.get(key, () => rollups.readOpen(ctx.db, from, new Date(ctx.now().getTime() + 60_000)))
  if (open.reduce((sum, { payOrderNum }) => sum + payOrderNum, 0) < FEW) cache.dropHere(key)
  return open
}
