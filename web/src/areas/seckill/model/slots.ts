import type { Slot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'

export type Hours = Pick<Slot, 'startHour' | 'endHour'>

const HOUR_MS = 3600_000
const DAY_HOURS = 24

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** 08:00 - 10:00 */
export const hoursText = ({ startHour, endHour }: Hours): string => `${clock(startHour)} - ${clock(endHour)}`

export const hourText = clock

/** The hour of the Shanghai day, with its part that has passed: 14.43 at 14:26. */
export const hourOf = (at: Date): number => ((at.getTime() + SHANGHAI_OFFSET_MS) / HOUR_MS) % DAY_HOURS

/** The stretches of the day without a slot. @param slots in any order; no two share an hour */
export function gapsOf(slots: readonly Hours[]): Hours[] {
  const sorted = slots.toSorted((one, other) => one.startHour - other.startHour)
  const starts = [0, ...sorted.map(({ endHour }) => endHour)]
  const ends = [...sorted.map(({ startHour }) => startHour), DAY_HOURS]
  return starts.flatMap((startHour, at) => {
    const endHour = ends[at] ?? DAY_HOURS
    return startHour < endHour ? [{ startHour, endHour }] : []
  })
}

/** Whether an hour is in one of the slots. */
export const isTaken = (slots: readonly Hours[], hour: number): boolean =>
  slots.some(({ startHour, endHour }) => startHour <= hour && hour < endHour)

/** The slot that runs, and the next one that will today. */
export function slotsAround(slots: readonly Slot[], now: Date): { running: Slot | undefined; next: Slot | undefined } {
  const hour = hourOf(now)
  const open = slots.filter(({ status }) => status).toSorted((one, other) => one.startHour - other.startHour)
  return {
    running: open.find(({ startHour, endHour }) => startHour <= hour && hour < endHour),
    next: open.find(({ startHour }) => startHour > hour),
  }
}
