import { expect, test } from 'vitest'
import { dayBefore, daysInRow, rewardOf } from './sign-in.ts'

test.each([
  ['2026-03-01', '2026-02-28'],
  ['2028-03-01', '2028-02-29'],
  ['2026-01-01', '2025-12-31'],
])('the day before %s is %s', (day, before) => {
  expect(dayBefore(day)).toBe(before)
})

test.each([
  [undefined, 0],
  [{ signDay: '2026-03-02', number: 4 }, 4],
  [{ signDay: '2026-03-01', number: 4 }, 4],
  [{ signDay: '2026-02-28', number: 4 }, 0],
])('by 2026-03-02 the row of %o is %i days long', (last, days) => {
  expect(daysInRow(last, '2026-03-02')).toBe(days)
})

test('after the last day configured the reward of the first comes again', () => {
  const rewards = [5, 10, 15]
  expect([1, 2, 3, 4, 5, 6, 7].map((number) => rewardOf(rewards, number))).toEqual([5, 10, 15, 5, 10, 15, 5])
  expect(rewardOf([], 1)).toBeUndefined()
})
