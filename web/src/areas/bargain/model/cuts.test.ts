import { expect, test } from 'vitest'
import { cutMarks, drawnPoints, priceMarks } from './cut-axis.ts'
import { simulateRuns, spreadAt, type TypedCuts, termsOf, termsProblem } from './cut-runs.ts'

const typed = { price: 699, minPrice: 499, people: 16, low: null, high: null }
const first = { least: 20, most: 50 }

test('every simulated run begins at the full price, never rises and ends at the lowest price exactly', () => {
  const terms = termsOf(typed)
  if (!terms) throw new Error('no terms')
  const runs = simulateRuns(terms, 499, first, { runs: 10, seed: 1 })
  expect(runs).toHaveLength(10)
  for (const run of runs) {
    expect([run.length, run[0], run.at(-1)]).toEqual([17, 699, 499])
    expect(run.slice(1).every((price, at) => price < (run[at] ?? 0))).toBe(true)
  }
  const { least, most } = spreadAt(runs, 1)
  // A fifth to a half of what is free, below 699.
  expect(least).toBeGreaterThanOrEqual(598.9)
  expect(most).toBeLessThanOrEqual(659.1)
  expect(simulateRuns(terms, 499, first, { runs: 10, seed: 1 })).toEqual(runs)
  expect(simulateRuns(terms, 499, first, { runs: 10, seed: 2 })).not.toEqual(runs)
})

test('nothing is simulated until all is typed, and a range in which cuts cannot come to the whole names its field', () => {
  expect(termsOf({ ...typed, minPrice: null })).toBeUndefined()
  expect(termsOf({ ...typed, minPrice: 699 })).toBeUndefined()
  expect(termsOf({ ...typed, people: null })).toBeUndefined()
  const problemOf = (given: Partial<TypedCuts>) => {
    const terms = termsOf({ ...typed, ...given })
    return terms && termsProblem(terms)?.field
  }
  expect(problemOf({})).toBeUndefined()
  expect(problemOf({ minPrice: 698.9 })).toBe('peopleNum')
  expect(problemOf({ low: 20 })).toBe('bargainMinPrice')
  expect(problemOf({ high: 10 })).toBe('bargainMinPrice')
  expect(problemOf({ low: 2, high: 60 })).toBeUndefined()
})

test('the axis has round marks from below the lowest price to the highest, and about six cuts are named', () => {
  expect(priceMarks(499, 699)).toEqual([450, 500, 550, 600, 650, 700])
  expect(priceMarks(0, 0.5)).toEqual([0, 0.2, 0.4, 0.6])
  expect(cutMarks(2)).toEqual([0, 1, 2])
  expect(cutMarks(16)).toEqual([0, 3, 6, 9, 12, 16])
  expect(cutMarks(9999).at(-1)).toBe(9999)
  expect(drawnPoints(17)).toHaveLength(17)
  const points = drawnPoints(10_000)
  expect([points.length, points[0], points.at(-1)]).toEqual([160, 0, 9999])
})
