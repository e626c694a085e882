import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitFen } from './split.ts'

const fen = fc.integer({ min: 0, max: 99_999_999 })
const weights = fc.array(fc.oneof(fen, fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 200 })
const someWeight = weights.filter((each) => each.some((weight) => weight > 0))

describe('an amount split over lines', () => {
  test.each([
    // A coupon of 30.00 and points of 5.00 over 190.00 and 57.00.
    [3000, [19000, 5700], [2308, 692]],
    [500, [19000 - 2308, 5700 - 692], [385, 115]],
    // A cut of 52.00 over what is to be paid.
    [5200, [18615, 5585], [4000, 1200]],
    // Equal fractions: the earlier lines get the fen.
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    // Nothing goes to a line of no weight.
    [1, [0, 5, 0], [0, 1, 0]],
    [0, [0, 0], [0, 0]],
    [7, [99_999_999, 99_999_999], [4, 3]],
  ])('%j over %j is %j', (amount, over, shares) => {
    expect(splitFen(amount, over)).toEqual(shares)
  })

  test('adds up to the amount, and no share is a whole fen or more away from its exact value', () => {
    const holds = fc.property(fen, someWeight, (amount, over) => {
      const shares = splitFen(amount, over)
      const total = over.reduce((sum, weight) => sum + weight, 0)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      for (const [line, share] of shares.entries()) {
        expect(Number.isInteger(share) && share >= 0).toBe(true)
        const scaled = BigInt(share) * BigInt(total) - BigInt(amount) * BigInt(over[line] ?? 0)
        expect(scaled < BigInt(total) && scaled > -BigInt(total)).toBe(true)
      }
    })
    fc.assert(holds, { numRuns: 2000 })
  })

  test('gives a heavier line no less than a lighter one, and an earlier one no less than an equal later one', () => {
    const holds = fc.property(fen, someWeight, (amount, over) => {
      const shares = splitFen(amount, over)
      const lines = over.map((weight, line) => ({ weight, line, share: shares[line] ?? 0 }))
      lines.sort((one, other) => other.weight - one.weight || one.line - other.line)
      expect(lines.map(({ share }) => share)).toEqual(lines.map(({ share }) => share).sort((one, other) => other - one))
    })
    fc.assert(holds, { numRuns: 2000 })
  })

  test('is the same whatever the unit of the weights', () => {
    const factor = fc.integer({ min: 1, max: 1000 })
    const holds = fc.property(fen, someWeight, factor, (amount, over, times) => {
      expect(
        splitFen(
          amount,
          over.map((weight) => weight * times),
        ),
      ).toEqual(splitFen(amount, over))
    })
    fc.assert(holds, { numRuns: 1000 })
  })

  test.each([
    [-1, [1]],
    [0.5, [1]],
    [1, [-1, 2]],
    [1, [0.5]],
    [1, [0, 0]],
    [1, []],
    [Number.NaN, [1]],
  ])('of %j over %j is refused', (amount, over) => {
    expect(() => splitFen(amount, over)).toThrow(RangeError)
  })
})
