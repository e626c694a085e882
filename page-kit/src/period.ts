import { parseWireTime } from '@zhanggui/domain/time.ts'

/** A moment as it is stored; undefined for none. */
export const momentOf = (text: unknown) => (typeof text === 'string' && text ? parseWireTime(text) : undefined)

/** Whether something with an end is over, yet to come, or there now: nothing ends by deletion. */
export function periodOf({ from, to }: { from?: unknown; to?: unknown }, now: Date): 'over' | 'soon' | 'now' {
  const [start, end] = [momentOf(from), momentOf(to)]
  if (end && end <= now) return 'over'
  return start && start > now ? 'soon' : 'now'
}
