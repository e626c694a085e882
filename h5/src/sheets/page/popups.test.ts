import { expect, test } from 'vitest'
import { isDue } from './popups.ts'

const popup = (frequency: string) => ({ id: 'c1', type: 'popup', props: { frequency } }) as never

test.each([
  ['always', {}, true],
  ['always', { c1: '2026-11-29' }, true],
  ['daily', {}, true],
  ['daily', { c1: '2026-11-28' }, true],
  ['daily', { c1: '2026-11-29' }, false],
  ['once', {}, true],
  ['once', { c1: '2026-11-01' }, false],
  ['once', { c2: '2026-11-01' }, true],
])('a popup that comes %s, with %j seen before, is shown: %s', (frequency, seen, expected) => {
  expect(isDue(popup(frequency), seen as Record<string, string>, '2026-11-29')).toBe(expected)
})
