import { expect, test } from 'vitest'
import { freightExample } from './freight-example.ts'

test.each([
  [1, 1, 10, 2, 5, '例：寄 4 件，首 1 件收 10.00 元，超出 3 件按 2 个续件收 10.00 元，运费 20.00 元'],
  [1, 1, 10, 1, 0.5, '例：寄 2 件，首 1 件收 10.00 元，超出 1 件按 1 个续件收 0.50 元，运费 10.50 元'],
  [2, 1, 8, 0.5, 3, '例：寄 1.75 kg，首 1 kg 收 8.00 元，超出 0.75 kg 按 2 个续件收 6.00 元，运费 14.00 元'],
  [
    3,
    0.01,
    12,
    0.002,
    1.5,
    '例：寄 0.013 m³，首 0.01 m³ 收 12.00 元，超出 0.003 m³ 按 2 个续件收 3.00 元，运费 15.00 元',
  ],
] as const)('the example of measure %i, %d for %d and %d for %d is what an order would pay', (...given) => {
  const [type, first, firstPrice, renewal, renewalPrice, told] = given
  expect(freightExample(type, { first, firstPrice, renewal, renewalPrice })).toBe(told)
})

test('a rule that is not complete yet, or free, has no example', () => {
  expect(freightExample(1, { first: 1, firstPrice: 0, renewal: 1, renewalPrice: 0 })).toBeUndefined()
  expect(freightExample(1, { first: 1, firstPrice: null, renewal: 1, renewalPrice: 2 })).toBeUndefined()
  expect(freightExample(1, { first: 1, firstPrice: 2, renewal: 0, renewalPrice: 2 })).toBeUndefined()
})
