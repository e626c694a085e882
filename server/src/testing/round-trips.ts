import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop } from './shop.ts'

/** What follows a call behind its back, and limits, which are drawn for many calls at once. */
const BEHIND = /pg_notify|"(?:operation|error)_log"|rate_limit/

/** The statements that a piece of work sends to the database, each a round trip. Nothing else may be running. */
export async function roundTrips({ app }: Shop, work: () => Promise<unknown>): Promise<string[]> {
  const { statements } = app.platform
  // Statements are counted once they are answered, which may be a moment after the call is.
  await sleep(20)
  statements.reset()
  await work()
  await sleep(20)
  return statements
    .times()
    .flatMap(({ statement, count }) => (BEHIND.test(statement) ? [] : Array(count).fill(statement)))
}
