import { SHANGHAI_OFFSET_MS } from '../time.ts'

/** What a customer gained in a month of Shanghai, `YYYY-MM`. */
export type MonthGain = { month: string; integral: number }

/** A month of Shanghai, counted from year 0. */
function monthOf(at: Date): number {
  const shanghai = new Date(at.getTime() + SHANGHAI_OFFSET_MS)
  return shanghai.getUTCFullYear() * 12 + shanghai.getUTCMonth()
}

const firstOf = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1) - SHANGHAI_OFFSET_MS)
const nameOf = (month: number) => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

/** The month of an expiry, `YYYY-MM`, which books it once. */
export function expiryMonth(now: Date): string {
  return nameOf(monthOf(now))
}

/**
 * The moment before which gains are over in this month: they last through `months` whole months after that of the gain.
 * @param months how long points last, from 1
 * @see docs/coupons-and-points.md, Points
 */
export function expiryCutoff(now: Date, months: number): Date {
  return firstOf(monthOf(now) - months)
}

/**
 * How many points are over: what was gained first goes out first, so no lots are kept.
 * @param gained all gains before the cutoff, without those that return spent points
 * @param gone all that ever went out, less what came back of it; expired ones too
 */
export function expiredPoints(gained: number, gone: number): number {
  return Math.max(0, gained - gone)
}

/**
 * What expires next if nothing is spent until then, and the day.
 * @param gains by month, in any order
 * @param months how long points last; 0 for ever
 * @returns undefined when nothing will
 */
export function nextExpiry(
  gains: readonly MonthGain[],
  gone: number,
  { now, months }: { now: Date; months: number },
): { integral: number; date: string } | undefined {
  if (!months) return undefined
  const current = monthOf(now)
  for (let month = current + 1; month <= current + months + 1; month++) {
    const cutoff = nameOf(month - months)
    const gained = gains.reduce((sum, gain) => sum + (gain.month < cutoff ? gain.integral : 0), 0)
    const integral = expiredPoints(gained, gone)
    if (integral) return { integral, date: `${nameOf(month)}-01` }
  }
  return undefined
}
