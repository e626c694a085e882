import { expect, test } from 'vitest'
import { code128 } from './code128.ts'

test('an order number is a bar code of its ten pairs, start, check and stop; each symbol is eleven modules wide', () => {
  const widths = code128('20261123101500123456') ?? []
  expect(widths).toHaveLength(12 * 6 + 7)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(12 * 11 + 13)
  // 12 34: 105, 12, 34, check (105 + 12 + 2·34) mod 103 = 82.
  expect(code128('1234')?.join('')).toBe('211232112232131123121241'.concat('2331112'))
})

test('a tracking number with letters is one too, and Chinese is none', () => {
  expect(code128('SF1234567890123')).toHaveLength(17 * 6 + 7)
  expect(code128('单号')).toBeUndefined()
  expect(code128('')).toBeUndefined()
  for (let symbol = 0; symbol < 95; symbol++)
    expect(
      code128(String.fromCharCode(32 + symbol))
        ?.slice(6, 12)
        .reduce((sum, width) => sum + width, 0),
    ).toBe(11)
})
