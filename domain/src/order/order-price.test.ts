import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBeyondLimit, lowestPrice, reprice, takenOffWith } from './order-price.ts'

test('the example: 252.00 becomes 200.00, and 52.00 split as 40.00 and 12.00', () => {
  const lines = [
    { payShareFen: 186_15, num: 2 },
    { payShareFen: 55_85, num: 1 },
  ]
  expect(reprice(lines, 10_00, 200_00)).toEqual({ adjustFen: [-40_00, -12_00], payPostageFen: 10_00 })
})

test('a cut deeper than the goods takes the rest from the freight', () => {
  expect(reprice([{ payShareFen: 5_00, num: 1 }], 10_00, 1)).toEqual({ adjustFen: [-5_00], payPostageFen: 1 })
})

test('goods that cost nothing get a higher price by their quantities', () => {
  const lines = [
    { payShareFen: 0, num: 1 },
    { payShareFen: 0, num: 3 },
  ]
  expect(reprice(lines, 0, 8_00)).toEqual({ adjustFen: [2_00, 6_00], payPostageFen: 0 })
})

test('after any change every fen is on a line or in the freight, and none of them is negative', () => {
  const line = fc.record({ payShareFen: fc.nat(1_000_000), num: fc.integer({ min: 1, max: 99 }) })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 20 }),
      fc.nat(5000),
      fc.nat(2_000_000),
      (lines, freight, to) => {
        const { adjustFen, payPostageFen } = reprice(lines, freight, to)
        const after = lines.map(({ payShareFen }, index) => payShareFen + (adjustFen[index] ?? 0))
        expect(after.reduce((sum, share) => sum + share, payPostageFen)).toBe(to)
        expect([...after, payPostageFen].every((fen) => fen >= 0)).toBe(true)
      },
    ),
  )
})

test('the lowest price within the limit of what staff may take off is the lowest, also where some lines were raised', () => {
  const line = fc.record({
    payShareFen: fc.nat(10_000),
    num: fc.integer({ min: 1, max: 9 }),
    adjustShareFen: fc.integer({ min: -2000, max: 2000 }),
  })
  const lists = fc.array(line, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(lists, fc.nat(1000), fc.nat(100), (lines, payPostageFen, limit) => {
      const payPriceFen = lines.reduce((sum, { payShareFen }) => sum + payShareFen, payPostageFen)
      fc.pre(payPriceFen > 0)
      const proTotalPriceFen = payPriceFen - payPostageFen
      const order = { payPriceFen, payPostageFen, proTotalPriceFen }
      const isWithin = (fen: number) =>
        !isBeyondLimit(takenOffWith(lines, reprice(lines, payPostageFen, fen).adjustFen), proTotalPriceFen, limit)
      const lowest = lowestPrice(order, lines, limit)
      expect(lowest === payPriceFen || isWithin(lowest)).toBe(true)
      // A fen may go to another line in each split.
      if (lowest > 1) expect(isWithin(Math.max(0, lowest - 1 - lines.length))).toBe(false)
    }),
  )
})
