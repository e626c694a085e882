import { BadInput } from '@zhanggui/domain/errors.ts'
import { parseWireTime, SHANGHAI_OFFSET_MS, toWireDay } from '@zhanggui/domain/time.ts'
import type { Ctx, Db } from '../../../platform/http/context.ts'
import * as rollups from './rollup.repository.ts'

const HOUR_MS = 3600_000
export const DAY_MS = 24 * HOUR_MS
/** An hour is closed so long after its end: whatever was stamped in it has been committed. */
const SETTLED_MS = 5 * 60_000
/** Hours are kept so long, as days; days are kept for good. */
const KEPT_DAYS = 26 * 31

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
/** The midnight in Shanghai with which the day of a moment begins. */
export const dayOf = (at: Date) =>
  new Date(Math.floor((at.getTime() + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS)

/** Where the work of this file stores: a call's context, or a command's. */
type Own = { db: Db; now: () => Date }

/**
 * Closes the hours that have ended since the last one was closed, a day in one transaction, and folds the days that are
 * complete. Two processes take turns; the second finds nothing to do.
 * @returns the number of days it worked on
 */
export async function closeEnded(own: Own, signal?: AbortSignal): Promise<number> {
  const until = hourOf(new Date(own.now().getTime() - SETTLED_MS))
  for (let days = 0; ; days++) {
    if (signal?.aborted) return days
    const isDone = await own.db.transaction(async (db) => {
      await rollups.lockRollup(db)
      const first = (await rollups.findClosedUntil(db)) ?? (await firstHour(own, db))
      if (first >= until) return true
      await closeWithin(own, db, first, until)
      return false
    })
    if (isDone) return days
  }
}

/** Before the first closed hour: that of the first order, or the last one of a shop that has none. */
async function firstHour({ now }: Own, db: Db): Promise<Date> {
  const first = await rollups.findFirstOrder(db)
  return first ? hourOf(first) : hourOf(new Date(now().getTime() - SETTLED_MS - HOUR_MS))
}

/** Closes hours of the day of the first, and folds it if that was the last of it. */
async function closeWithin(own: Own, db: Db, first: Date, until: Date): Promise<void> {
  const day = dayOf(first)
  const nextDay = new Date(day.getTime() + DAY_MS)
  await rollups.closeHours(db, first, until < nextDay ? until : nextDay, own.now())
  if (until >= nextDay) await rollups.foldDay(db, toWireDay(day), own.now())
}

/**
 * Makes the figures of all closed hours and days since a day anew.
 * @returns the number of days
 */
export async function rebuild(own: Own, fromDay: string, signal?: AbortSignal): Promise<number> {
  const from = parseWireTime(fromDay)
  if (!from || toWireDay(from) !== fromDay) throw new BadInput('日期格式为 YYYY-MM-DD', 'from')
  const until = hourOf(new Date(own.now().getTime() - SETTLED_MS))
  // Hours that were to be closed before are not left out.
  const closed = await rollups.findClosedUntil(own.db)
  const start = closed && closed < from ? dayOf(closed) : from
  let days = 0
  for (let day = start; day < until && !signal?.aborted; day = new Date(day.getTime() + DAY_MS), days++)
    await own.db.transaction(async (db) => {
      await rollups.lockRollup(db)
      await closeWithin(own, db, day, until)
    })
  return days
}

/** statisticsDaily: yesterday and the day before anew, and old hours removed. Returns the number of days. */
export async function foldLately(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  await closeEnded(ctx, signal)
  const days = await rebuild(ctx, toWireDay(new Date(ctx.now().getTime() - 2 * DAY_MS)), signal)
  await rollups.removeHours(ctx.db, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS))
  return days
}
