import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftBack, giftOfType, mostBack } from './recharge.ts'

test('the gift goes back with its share of the money, to the fen, and all of it with all of the money', () => {
  const of = { priceFen: 100_00, giveFen: 10_00, refundedFen: 0 }
  expect(giftBack(of, 33_33)).toBe(3_33)
  expect(giftBack({ ...of, refundedFen: 33_33 }, 33_33)).toBe(3_33)
  expect(giftBack({ ...of, refundedFen: 66_66 }, 33_34)).toBe(3_34)
  expect(giftBack({ ...of, giveFen: 0 }, 100_00)).toBe(0)
})

test('whatever the parts, the gift taken with all of a price is the gift', () => {
  const sums = fc.record({
    giveFen: fc.nat(1_000_000),
    cuts: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 8 }),
  })
  fc.assert(
    fc.property(sums, ({ giveFen, cuts }) => {
      const priceFen = cuts.reduce((sum, cut) => sum + cut, 0)
      let [refundedFen, taken] = [0, 0]
      for (const cut of cuts) {
        const gift = giftBack({ priceFen, giveFen, refundedFen }, cut)
        expect(gift).toBeGreaterThanOrEqual(0)
        taken += gift
        refundedFen += cut
      }
      expect(taken).toBe(giveFen)
    }),
  )
})

test('the most that can go back is what the balance covers with its gift, and a fen more is too much', () => {
  const drawn = fc.record({
    priceFen: fc.integer({ min: 1, max: 100_000 }),
    giveFen: fc.nat(100_000),
    before: fc.double({ min: 0, max: 1, noNaN: true }),
    balanceFen: fc.nat(250_000),
    type: fc.constantFrom(1 as const, 2 as const),
  })
  fc.assert(
    fc.property(drawn, ({ priceFen, giveFen, before, balanceFen, type }) => {
      const of = { priceFen, giveFen, refundedFen: Math.floor(priceFen * before) }
      const most = mostBack(of, type, balanceFen)
      const taken = (fen: number) => fen + giftOfType(of, fen, type)
      expect(most).toBeLessThanOrEqual(priceFen - of.refundedFen)
      expect(taken(most)).toBeLessThanOrEqual(balanceFen)
      if (most < priceFen - of.refundedFen) expect(taken(most + 1)).toBeGreaterThan(balanceFen)
    }),
  )
})
