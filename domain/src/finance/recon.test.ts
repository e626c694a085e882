import { expect, test } from 'vitest'
import { gapOf, rangeOfNight, saysOf } from './recon.ts'

test('a small shop is looked at whole each night, a large one within a week, also while it grows', () => {
  expect(rangeOfNight(1, 900)).toEqual({ from: 1, to: 901, next: 1 })
  let [next, max] = [1, 5_000_000]
  const seen: [number, number][] = []
  for (let night = 0; night < 7; night++) {
    const range = rangeOfNight(next, max)
    seen.push([range.from, range.to])
    next = range.next
    max += 700
  }
  expect(seen[0]?.[0]).toBe(1)
  expect(seen.every(([from], index) => index === 0 || from === seen[index - 1]?.[1])).toBe(true)
  expect(seen.at(-1)?.[1]).toBeGreaterThan(5_000_000)
})

test('what an equation found is said in yuan where it is money', () => {
  expect(saysOf('8600', ['fen'])).toBe('¥86.00')
  expect(saysOf('3/1200/-5', ['num', 'fen', 'fen'])).toBe('3 / ¥12.00 / ¥-0.05')
  expect(saysOf('')).toBe('没有')
  expect([gapOf('8600', '4500', ['fen']), gapOf('3', '1'), gapOf('a', '1', ['fen'])]).toEqual([4100, 0, 0])
})
