import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import * as stats from './coupon-stat.repository.ts'

const DAY_MS = 24 * 3600_000
/** So long after midnight the day before is read as it stands: activityRollup books it five minutes after. */
const SETTLED_MS = 10 * 60_000

/** A day of Shanghai so many days after another. */
export function dayAfter(day: string, days = 1): string {
  return toWireDay(new Date((parseWireTime(day)?.getTime() ?? 0) + days * DAY_MS))
}

/** The first day whose figures are read as they stand; those before are booked. */
export function firstLiveDay({ now }: Pick<Ctx, 'now'>): string {
  return toWireDay(new Date(now().getTime() - SETTLED_MS))
}

/** activityRollup (docs/figures.md, What coupons brought). */
export function registerCouponStats({ scheduler }: Platform): void {
  scheduler.handle('activityRollup', {
    title: '汇总营销效果',
    cron: '0 5 * * * ?',
    run: (ctx, _, signal) => bookCoupons(ctx, signal),
  })
}

/**
 * Books what coupons brought today and yesterday, on all days missed before, and on those whose orders were refunded, closed
 * or edited since. A day is one transaction; a second run books the same.
 * @returns the number of days
 */
export async function bookCoupons(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const today = toWireDay(ctx.now())
  const yesterday = dayAfter(today, -1)
  const last = await stats.findLastBooked(ctx.db)
  const first = last && last < yesterday ? last : yesterday
  const changed = await stats.listChanged(ctx.db, first)
  const days: { day: string; couponIds?: number[] }[] = changed
  for (let day = first; day <= today; day = dayAfter(day)) days.push({ day })
  let booked = 0
  for (const { day, couponIds } of days) {
    if (signal?.aborted) break
    await inTransaction(ctx, async (tx) => {
      await stats.lockBooking(tx.db)
      await stats.bookDays(tx.db, { from: day, to: day }, tx.now(), couponIds)
    })
    booked++
  }
  return booked
}
