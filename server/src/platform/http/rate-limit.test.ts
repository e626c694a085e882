import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../testing/shop.ts'
import { type Limit, makeRateLimits, type RateLimits } from './rate-limit.ts'

const limit: Limit = { max: 20, seconds: 60 }

async function allowed(limits: RateLimits, times: number, of: Limit = limit, key = 'k'): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, () => limits.take(key, of)))
  return answers.filter((answer) => answer.allowed).length
}

/** Moves to the first second of a window. */
function toWindowStart({ clock }: Shop, seconds: number): void {
  const ms = seconds * 1000
  clock.advance(ms - (clock.now().getTime() % ms))
}

test('exactly as many calls pass as the limit allows, even concurrent ones, separately for each key', async () => {
  const shop = await openShop()
  toWindowStart(shop, 60)
  const { limits } = shop.app.platform
  expect(await allowed(limits, 50)).toBe(20)
  expect(await allowed(limits, 50, limit, 'other')).toBe(20)
  const { remaining, resetSeconds } = await limits.take('k', limit)
  expect(remaining).toBe(0)
  expect(resetSeconds).toBeGreaterThan(50)
})

test('a call that waits for its lot while a window ends is counted once', async () => {
  const shop = await openShop()
  const seconds = [59.99, 60.01]
  const limits = makeRateLimits(shop.ctx.db, () => new Date(1000 * (seconds.shift() ?? 61)))
  const once: Limit = { max: 1, seconds: 60 }
  expect(await limits.take('k', once)).toMatchObject({ allowed: true })
  expect(await limits.take('k', once)).toMatchObject({ allowed: false })
})

test('the window slides: half a window later half of the calls have expired', async () => {
  const shop = await openShop()
  toWindowStart(shop, 60)
  const { limits } = shop.app.platform
  expect(await allowed(limits, 20)).toBe(20)
  shop.clock.advance(60_000)
  expect(await allowed(limits, 20)).toBeLessThanOrEqual(1)
  shop.clock.advance(31_000)
  const passed = await allowed(limits, 20)
  expect(passed).toBeGreaterThanOrEqual(8)
  expect(passed).toBeLessThanOrEqual(11)
  shop.clock.advance(180_000)
  expect(await allowed(limits, 30)).toBe(20)
})

test('two processes together never allow more calls than one would, however the calls are spread', async () => {
  const shop = await openShop()
  const other = await shop.second()
  toWindowStart(shop, 60)
  const large = { max: 100, seconds: 60 }
  const [here, there] = await Promise.all([
    allowed(shop.app.platform.limits, 150, large),
    allowed(other.platform.limits, 150, large),
  ])
  expect(here + there).toBeLessThanOrEqual(100)
  expect(here + there).toBeGreaterThanOrEqual(80)
})

test('a limit survives the process that counted', async () => {
  const shop = await openShop()
  toWindowStart(shop, 60)
  expect(await allowed(shop.app.platform.limits, 20)).toBe(20)
  expect(await allowed((await shop.second()).platform.limits, 5)).toBe(0)
})

test('a busy session needs only one statement for many calls', async () => {
  const shop = await openShop()
  toWindowStart(shop, 60)
  const large = { max: 600, seconds: 60 }
  for (let call = 0; call < 60; call++) await shop.app.platform.limits.take('k', large)
  const { rows } = await shop.ctx.db.execute<{ current: number }>(sql`select current from rate_limit where key = 'k'`)
  expect(rows[0]?.current).toBe(60)
  await shop.app.platform.limits.take('k', large)
  const after = await shop.ctx.db.execute<{ current: number }>(sql`select current from rate_limit where key = 'k'`)
  expect(after.rows[0]?.current).toBe(120)
})
