import type { DayFigures, HomeFigures } from '@zhanggui/contract/dashboard/home.ts'
import { growthRate } from '@zhanggui/domain/dashboard/growth.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireDay, toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type HourSums, readHours } from '../order-statistics/order-statistics.service.ts'
import { DAY_MS, dayOf } from '../rollup/rollup.service.ts'

const HOUR_MS = 3600_000
const HOURS = 24

type Sums = { payOrderNum: number; salesFen: number; refundFen: number }

/**
 * Today beside yesterday and the same weekday, within the caller's stores: whole days, and their growth over as many whole
 * hours. From closed hours and the open one.
 */
export async function getHomeFigures(ctx: Ctx): Promise<HomeFigures> {
  const now = ctx.now()
  const today = dayOf(now)
  const daysAgo = (days: number) => new Date(today.getTime() - days * DAY_MS)
  const [yesterday, weekBefore] = [daysAgo(1), daysAgo(7)]
  const hours = [
    ...(await readHours(ctx, weekBefore, daysAgo(6))),
    ...(await readHours(ctx, yesterday, new Date(today.getTime() + DAY_MS))),
  ]
  const untilHour = Math.floor((now.getTime() - today.getTime()) / HOUR_MS)
  const whole = (day: Date) => sumWithin(hours, day, HOURS)
  const sameTime = (day: Date) => sumWithin(hours, day, untilHour)
  const growthOver = (day: Date) => growthOf(sameTime(today), sameTime(day))
  return {
    today: toWire(whole(today)),
    yesterday: toWire(whole(yesterday)),
    weekBefore: toWire(whole(weekBefore)),
    todayUntil: toWire(sameTime(today)),
    yesterdayUntil: toWire(sameTime(yesterday)),
    weekBeforeUntil: toWire(sameTime(weekBefore)),
    yesterdayGrowth: growthOver(yesterday),
    weekGrowth: growthOver(weekBefore),
    untilHour,
    weekDay: toWireDay(weekBefore),
    hours: Array.from({ length: HOURS }, (_, at) => ({
      today: at > untilHour ? null : toYuan(sumWithin(hours, today, at + 1).salesFen),
      yesterday: toYuan(sumWithin(hours, yesterday, at + 1).salesFen),
    })),
    updateTime: toWireTime(now),
  }
}

/** What the first hours of a day brought. */
function sumWithin(hours: readonly HourSums[], day: Date, count: number): Sums {
  const end = day.getTime() + count * HOUR_MS
  const sums = { payOrderNum: 0, salesFen: 0, refundFen: 0 }
  for (const { hour, payOrderNum, salesFen, refundFen } of hours) {
    if (hour < day || hour.getTime() >= end) continue
    sums.payOrderNum += payOrderNum
    sums.salesFen += salesFen
    sums.refundFen += refundFen
  }
  return sums
}

function toWire({ payOrderNum, salesFen, refundFen }: Sums): DayFigures {
  return {
    sales: toYuan(salesFen),
    orders: payOrderNum,
    refunds: toYuan(refundFen),
    net: toYuan(salesFen - refundFen),
  }
}

function growthOf(now: Sums, before: Sums): HomeFigures['yesterdayGrowth'] {
  return {
    sales: growthRate(now.salesFen, before.salesFen),
    orders: growthRate(now.payOrderNum, before.payOrderNum),
    refunds: growthRate(now.refundFen, before.refundFen),
    net: growthRate(now.salesFen - now.refundFen, before.salesFen - before.refundFen),
  }
}
