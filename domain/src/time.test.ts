import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWireTime, toWireDay, toWireTime } from './time.ts'

test('a moment is formatted in Shanghai time', () => {
  const at = new Date('2025-02-28T16:30:05Z')
  expect(toWireTime(at)).toBe('2025-03-01 00:30:05')
  expect(toWireDay(at)).toBe('2025-03-01')
})

test.each([
  ['2025-03-01 10:20:30', '2025-03-01T02:20:30.000Z'],
  ['2025-03-01T10:20:30', '2025-03-01T02:20:30.000Z'],
  ['2025-03-01', '2025-02-28T16:00:00.000Z'],
  ['1740796830', '2025-03-01T02:40:30.000Z'],
  ['1740796830123', '2025-03-01T02:40:30.123Z'],
])('%s is parsed', (text, iso) => {
  expect(parseWireTime(text)?.toISOString()).toBe(iso)
})

test.each(['', '2025-02-30', '2025-13-01', '2025-01-01 24:00:00', '2025-01-01 10:20', 'yesterday', '123456789'])(
  '%s is not a time',
  (text) => {
    expect(parseWireTime(text)).toBeUndefined()
  },
)

test('a formatted moment parses back to the same second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      const at = new Date(seconds * 1000)
      expect(parseWireTime(toWireTime(at))?.getTime()).toBe(at.getTime())
    }),
  )
})
