import type { GoodsReport } from '@zhanggui/contract/promotion/activity-report.ts'
import { USUAL_DAYS } from '@zhanggui/domain/promotion/net-lift.ts'
import { everyDay } from './every-day.ts'

/** What the product of an activity brought day by day: at its usual price, and in the activity. */
export type DaySales = {
  days: string[]
  usual: number[]
  activity: number[]
  /** A day's average at the usual price in the week before it; 0 for nothing. */
  before: number
}

/** @param today up to which days without sales are told, too, as far as the activity lasts */
export function daySales(
  { daily, usual, startTime, stopTime }: Pick<GoodsReport, 'daily' | 'usual' | 'startTime' | 'stopTime'>,
  today: string,
): DaySales {
  const found = new Map<string, { day: string; usual: number; activity: number }>()
  const of = (day: string) => {
    const row = found.get(day) ?? { day, usual: 0, activity: 0 }
    found.set(day, row)
    return row
  }
  for (const { day, gmv } of daily) of(day).activity = gmv
  for (const { day, amount } of usual) of(day).usual = amount
  if (found.size && startTime <= today) for (const day of [startTime, stopTime < today ? stopTime : today]) of(day)
  const rows = everyDay(
    [...found.values()].toSorted((one, other) => one.day.localeCompare(other.day)),
    { usual: 0, activity: 0 },
  )
  const earlier = usual.filter(({ day }) => day < startTime)
  return {
    days: rows.map(({ day }) => day),
    usual: rows.map((row) => row.usual),
    activity: rows.map((row) => row.activity),
    before: earlier.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100 / USUAL_DAYS,
  }
}
