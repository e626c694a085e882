import { expect, test } from 'vitest'
import { growthRate } from './growth.ts'

test.each([
  [150, 100, 50],
  [50, 100, -50],
  [0, 100, -100],
  [100, 3, 3233.33],
  [100, 0, null],
  [0, 0, null],
  // Refunds may have been more than sales.
  [50, -100, 150],
])('from %2$d to %1$d is a growth of %3$s percent; from nothing there is none', (now, before, rate) => {
  expect(growthRate(now, before)).toBe(rate)
})
