import { expect, test } from 'vitest'
import { MAX_PRICE_FEN, type Reprice, recount, reprice } from './product-price.ts'

test.each<[number, Reprice, number]>([
  [1990, { mode: 'set', value: 2500, round: 'none' }, 2500],
  [1990, { mode: 'add', value: -500, round: 'none' }, 1490],
  [1990, { mode: 'percent', value: 1000, round: 'none' }, 2189],
  [1990, { mode: 'percent', value: -1550, round: 'none' }, 1682],
  [1995, { mode: 'percent', value: 1000, round: 'yuan' }, 2200],
  [1995, { mode: 'percent', value: 1000, round: 'jiao' }, 2190],
  [1990, { mode: 'add', value: 1, round: 'x.9' }, 2090],
  [1990, { mode: 'add', value: 0, round: 'x.9' }, 1990],
  [0, { mode: 'add', value: 0, round: 'x.9' }, 90],
  [100, { mode: 'percent', value: -10_000, round: 'none' }, 0],
  [1990, { mode: 'times', value: 115, round: 'none' }, 2289],
  [1990, { mode: 'percent', value: 1000, round: 'x.99' }, 2199],
  [2200, { mode: 'add', value: 0, round: 'x.99' }, 2299],
  [99, { mode: 'add', value: 0, round: 'x.99' }, 99],
  // In floating point 1.005 × 100 is less than 100.5.
  [10_050, { mode: 'times', value: 99, round: 'none' }, 9950],
  [MAX_PRICE_FEN, { mode: 'percent', value: -1, round: 'none' }, 999_899_999],
])('%i fen by %o is %i', (fen, change, expected) => {
  expect(reprice(fen, change)).toBe(expected)
})

test('a price neither falls below zero nor rises above 9,999,999.99', () => {
  expect(() => reprice(100, { mode: 'add', value: -101, round: 'none' })).toThrow('调整后的价格不能小于0')
  for (const round of ['yuan', 'jiao', 'x.9', 'x.99'] as const)
    expect(() => reprice(495, { mode: 'add', value: -500, round }), round).toThrow('调整后的价格不能小于0')
  expect(() => reprice(999_999_999, { mode: 'add', value: 1, round: 'none' })).toThrow('不能大于9999999.99')
})

test.each<[number, Pick<Reprice, 'mode' | 'value'>, number]>([
  [10, { mode: 'set', value: 30 }, 30],
  [10, { mode: 'add', value: -4 }, 6],
  [5, { mode: 'percent', value: 5000 }, 8],
  [3, { mode: 'times', value: 150 }, 5],
])('a count of %i by %o is %i', (count, change, expected) => {
  expect(recount(count, change, 99_999)).toBe(expected)
})

test('a count stays between zero and its maximum', () => {
  expect(() => recount(3, { mode: 'add', value: -4 }, 99)).toThrow('调整后的数量不能小于0')
  expect(() => recount(3, { mode: 'times', value: 10_000 }, 99)).toThrow('调整后的数量不能大于99')
})
