import { SHANGHAI_OFFSET_MS } from '@zhanggui/domain/time.ts'
import type { Clock } from './shop.ts'

const DAY_MS = 24 * 3600_000
const MINUTE_MS = 60_000

/** Sets a shop's clock to a time of the next day in Shanghai, so that a test does not depend on the hour it runs at. */
export function toTomorrow(clock: Clock, hour: number, minute = 0): void {
  const since = (clock.now().getTime() + SHANGHAI_OFFSET_MS) % DAY_MS
  clock.advance(DAY_MS - since + (hour * 60 + minute) * MINUTE_MS)
}
