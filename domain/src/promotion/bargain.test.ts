import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CutTerms, isPossible, nextCut } from './bargain.ts'

const terms = fc
  .record({ people: fc.integer({ min: 2, max: 60 }), lowFen: fc.integer({ min: 1, max: 500 }), share: fc.nat(1000) })
  .chain(({ people, lowFen, share }) =>
    fc.integer({ min: lowFen, max: lowFen + 2000 }).map((highFen): CutTerms => {
      const [least, most] = [people * lowFen, people * highFen]
      return { people, lowFen, highFen, totalFen: least + Math.floor(((most - least) * share) / 1000) }
    }),
  )

test('whatever is drawn, every cut lies in its range and the last one leaves the lowest price exactly', () => {
  const drawn = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))
  fc.assert(
    fc.property(terms, drawn, fc.nat(100), fc.nat(100), (given, stream, one, other) => {
      expect(isPossible(given)).toBe(true)
      const first = { least: Math.min(one, other), most: Math.max(one, other) }
      const random = (least: number, most: number) =>
        least + Math.floor((stream.next().value as number) * (most - least + 1))
      let doneFen = 0
      for (let count = 0; count < given.people; count++) {
        const cut = nextCut(given, { doneFen, count }, first, random)
        expect(cut).toBeGreaterThanOrEqual(given.lowFen)
        expect(cut).toBeLessThanOrEqual(given.highFen)
        doneFen += cut
        if (count < given.people - 1) expect(doneFen).toBeLessThan(given.totalFen)
      }
      expect(doneFen).toBe(given.totalFen)
    }),
  )
})

test('the first cut takes its share of what is free', () => {
  const given: CutTerms = { totalFen: 100_00, people: 10, lowFen: 1, highFen: 100_00 }
  const first = { least: 20, most: 40 }
  expect(nextCut(given, { doneFen: 0, count: 0 }, first, (least) => least)).toBe(1 + 1998)
  expect(nextCut(given, { doneFen: 0, count: 0 }, first, (_, most) => most)).toBe(1 + 3996)
})

test('a range in which cuts cannot add up is told', () => {
  expect(isPossible({ totalFen: 9, people: 10, lowFen: 1, highFen: 9 })).toBe(false)
  expect(isPossible({ totalFen: 100, people: 10, lowFen: 1, highFen: 9 })).toBe(false)
  expect(isPossible({ totalFen: 100, people: 10, lowFen: 1, highFen: 10 })).toBe(true)
})
