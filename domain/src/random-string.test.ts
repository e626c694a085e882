import { expect, test } from 'vitest'
import { randomString } from './random-string.ts'

test('a random string has 5 to 36 digits and letters, and every length occurs', () => {
  const drawn = Array.from({ length: 5000 }, () => randomString())
  for (const text of drawn) expect(text).toMatch(/^[0-9a-zA-Z]{5,36}$/)
  expect(new Set(drawn.map((text) => text.length)).size).toBe(32)
})

test('the length can be given', () => {
  expect(randomString(16)).toMatch(/^[0-9a-zA-Z]{16}$/)
  expect(randomString(0)).toBe('')
})

test('no character is favoured', () => {
  const counts = new Map<string, number>()
  for (const character of randomString(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(counts.size).toBe(62)
  // A thousand each is expected; six standard deviations are 190. A plain `% 62` would give some 20% more.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190)
})
