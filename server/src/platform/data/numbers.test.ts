import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { keyedNumberOf, nextNo, numberOf } from './numbers.ts'

test('a number is the moment in Shanghai and six digits, behind the prefix of its kind', () => {
  const at = new Date('2026-11-22T16:05:09Z')
  expect(numberOf('', at, 0)).toBe('20261123000509000000')
  expect(numberOf('D', at, 1)).toBe('D20261123000509420489')
})

test('no two of a hundred thousand successive draws have the same six digits', () => {
  const at = new Date()
  const drawn = new Set(Array.from({ length: 100_000 }, (_, index) => numberOf('', at, 900_000 + index).slice(-6)))
  expect(drawn.size).toBe(100_000)
})

test('two processes that draw at once never draw the same number, and the sequence begins again after a million', async () => {
  const shop = await openShop()
  const other = (await shop.second()).ownContext()
  await shop.ctx.db.execute(sql`select setval('document_number', 999950)`)
  const drawn = await Promise.all(Array.from({ length: 200 }, (_, index) => nextNo(index % 2 ? shop.ctx : other, 'R')))
  expect(new Set(drawn.map((each) => each.slice(-6))).size).toBe(200)
  for (const each of drawn) expect(each).toMatch(/^R20\d{18}$/)
  // Whoever has two numbers does not learn how many lie between them: successive ones are no fixed step apart.
  const digits = Array.from({ length: 2000 }, (_, index) =>
    Number(keyedNumberOf(shop.ctx, '', new Date(), index).slice(-6)),
  )
  expect(new Set(digits).size).toBe(2000)
  const steps = digits.map((each, at) => (each - (digits[at - 1] ?? 0) + 1_000_000) % 1_000_000)
  expect(new Set(steps).size).toBeGreaterThan(1900)
})
