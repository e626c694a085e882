import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BadInput } from './errors.ts'
import { isYuan, toFen, toYuan } from './money.ts'

test.each([
  [12.3, 1230],
  ['12.30', 1230],
  [0, 0],
  ['-0.01', -1],
  [0.07, 7],
  ['9999999999999.99', 999999999999999],
] as const)('%s yuan are %i fen', (yuan, fen) => {
  expect(toFen(yuan)).toBe(fen)
})

test.each(['1.234', '1e3', '', 'abc', '1.', '.5', ' ', '0x10', '99999999999999', 1e21, 0.1 + 0.2, Number.NaN])(
  'an amount with more than two decimals, or an invalid one, is refused: %s',
  (yuan) => {
    expect(isYuan(yuan)).toBe(false)
    expect(() => toFen(yuan)).toThrow(BadInput)
  },
)

test('fen converted to yuan and back are the same fen', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (fen) => {
      expect(toFen(toYuan(fen))).toBe(fen)
    }),
  )
})
