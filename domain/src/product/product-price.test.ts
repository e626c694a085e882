import { expect, test } from 'vitest'
import { type Reprice, reprice } from './product-price.ts'

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
])('%i fen by %o is %i', (fen, change, expected) => {
  expect(reprice(fen, change)).toBe(expected)
})

test('a price neither falls below zero nor rises above 9,999,999.99', () => {
  expect(() => reprice(100, { mode: 'add', value: -101, round: 'none' })).toThrow('调整后的价格不能小于0')
  expect(() => reprice(999_999_999, { mode: 'add', value: 1, round: 'none' })).toThrow('不能大于9999999.99')
})
