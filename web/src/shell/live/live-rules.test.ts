import { expect, test } from 'vitest'
import { isQuiet, readFrame, waitBefore } from './live-rules.ts'

test('a lost connection is retried after 1, 2, 5, 10 and then every 30 seconds, ±20 %', () => {
  expect([0, 1, 2, 3, 4, 5, 99].map((failures) => waitBefore(failures, 0.5))).toEqual([
    1000, 2000, 5000, 10_000, 30_000, 30_000, 30_000,
  ])
  expect([waitBefore(1, 0), waitBefore(1, 1)]).toEqual([1600, 2400])
})

test.each(['', '{', 'null', '7', '[]', '{"data":1}'])('%j is not a frame', (text) => {
  expect(readFrame(text)).toBeUndefined()
})

test.each([
  [['22:00', '08:00'], '23:30', true],
  [['22:00', '08:00'], '07:59', true],
  [['22:00', '08:00'], '08:00', false],
  [['12:00', '14:00'], '13:00', true],
  [['12:00', '14:00'], '14:00', false],
  [undefined, '13:00', false],
])('quiet hours %j at %s: %s', (quiet, time, expected) => {
  expect(isQuiet(quiet, new Date(`2025-03-01T${time}:00`))).toBe(expected)
})
