import { setTimeout as sleep } from 'node:timers/promises'
import { auditPending } from '../../platform/data/audit.tables.ts'
import type { Shop } from '../shop.ts'

/** What follows a call behind its back, and limits, which are drawn for many calls at once. */
const BEHIND = /pg_notify|"(?:operation|error)_log"|rate_limit/

/**
 * How many statements a piece of work sends to the database, each a round trip: the fewest of three runs, as work behind other
 * calls, such as sealing the audit trail, may fall into one.
 * @param prepare returns the work, and is not counted
 */
export async function roundTrips(shop: Shop, prepare: () => Promise<() => Promise<unknown>>): Promise<number> {
  const counts: number[] = []
  for (let run = 0; run < 3; run++) counts.push((await statementsOf(shop, await prepare())).length)
  return Math.min(...counts)
}

async function statementsOf({ app, ctx: { db } }: Shop, work: () => Promise<unknown>): Promise<string[]> {
  const { statements } = app.platform
  // Statements are counted once they are answered, which may be a moment after the call is.
  const settle = async () => {
    const total = () => statements.times().reduce((sum, { count }) => sum + count, 0)
    let before: number
    do {
      before = total()
      await sleep(20)
    } while (total() !== before)
  }
  // Entries of earlier work are sealed into the trail a while after it.
  while (await db.$count(auditPending)) await sleep(20)
  await settle()
  statements.reset()
  await work()
  await settle()
  return statements
    .times()
    .flatMap(({ statement, count }) => (BEHIND.test(statement) ? [] : Array(count).fill(statement)))
}
