import { parseWireTime, toWireDay } from '../time.ts'

const DAY_MS = 24 * 3600_000

/** The Shanghai day before this one, `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  const midnight = parseWireTime(day)
  if (!midnight) throw new Error(`${day} is no day`)
  return toWireDay(new Date(midnight.getTime() - DAY_MS))
}

/**
 * How many days in a row a customer has signed in by today: none when the row was broken before yesterday.
 * @param last the last day signed in, with its place in the row
 */
export function daysInRow(last: { signDay: string; number: number } | undefined, today: string): number {
  if (!last) return 0
  return last.signDay === today || last.signDay === dayBefore(today) ? last.number : 0
}

/**
 * The reward of the how many-th day in a row: after the last day configured, that of the first comes again.
 * @param rewards by day, without gaps
 * @param number from 1
 * @returns undefined without rewards
 */
export function rewardOf<Reward>(rewards: readonly Reward[], number: number): Reward | undefined {
  return rewards[(number - 1) % rewards.length]
}
