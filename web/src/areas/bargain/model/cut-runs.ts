import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { type CutTerms, type FirstCut, isPossible, nextCut, type Random } from '@zhanggui/domain/promotion/bargain.ts'

/** What is typed of a bargain that decides its cuts, in yuan; null and undefined for nothing yet. */
export type TypedCuts = {
  price: number | null | undefined
  minPrice: number | null | undefined
  people: number | null | undefined
  /** The range of one cut. */
  low: number | null | undefined
  high: number | null | undefined
}

/** The terms of what is typed; undefined while something is missing. */
export function termsOf({ price, minPrice, people, low, high }: TypedCuts): CutTerms | undefined {
  if (typeof price !== 'number' || typeof minPrice !== 'number' || !people) return undefined
  const totalFen = toFen(price) - toFen(minPrice)
  if (totalFen <= 0) return undefined
  return { totalFen, people, lowFen: low ? toFen(low) : 1, highFen: high ? toFen(high) : totalFen }
}

/** Which field stands in the way of cuts that come to the whole, in the words of the server; undefined for none. */
export function termsProblem(terms: CutTerms): { field: 'peopleNum' | 'bargainMinPrice'; message: string } | undefined {
  if (terms.people > terms.totalFen) return { field: 'peopleNum', message: '必须保证每个人最少砍1分钱' }
  return isPossible(terms) ? undefined : { field: 'bargainMinPrice', message: '单次砍价金额范围与砍价人数不匹配' }
}

/** The prices of sessions as their cuts could fall, in yuan: each begins at the full price and ends at the lowest. */
export function simulateRuns(
  terms: CutTerms,
  minPrice: number,
  first: FirstCut,
  { runs, seed }: { runs: number; seed: number },
): number[][] {
  const random = chanceOf(seed)
  const lowestFen = toFen(minPrice)
  return Array.from({ length: runs }, () => {
    let doneFen = 0
    const prices = [toYuan(lowestFen + terms.totalFen)]
    for (let count = 0; count < terms.people; count++) {
      doneFen += nextCut(terms, { doneFen, count }, first, random)
      prices.push(toYuan(lowestFen + terms.totalFen - doneFen))
    }
    return prices
  })
}

/** The same numbers for the same seed, so that the chart rests while other fields are typed into. */
function chanceOf(seed: number): Random {
  let state = seed
  return (least, most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const part = ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
    return least + Math.floor(part * (most - least + 1))
  }
}

/** The least and the greatest price after some cuts, over all runs. */
export function spreadAt(runs: readonly (readonly number[])[], cut: number): { least: number; most: number } {
  const prices = runs.flatMap((run) => run[cut] ?? [])
  return { least: Math.min(...prices), most: Math.max(...prices) }
}
