/** The terms of a bargain (砍价) as they were when its session began; money in fen. */
export type CutTerms = {
  /** From the price asked down to the lowest. */
  totalFen: number
  /** Cuts in all, the owner's own included, 2 to 9999. */
  people: number
  /** What one cut is at least and at most. */
  lowFen: number
  highFen: number
}

/** A whole number of a range, both ends included; handed in, so that laws can be tested. */
export type Random = (least: number, most: number) => number

/** The share of the free amount that the first cut takes, in percent of 100, both ends included. */
export type FirstCut = { least: number; most: number }

/** Whether cuts in the range can add up to the whole: only then do the laws of {@link nextCut} hold. */
export const isPossible = ({ totalFen, people, lowFen, highFen }: CutTerms): boolean =>
  lowFen >= 1 && people * lowFen <= totalFen && totalFen <= people * highFen

/**
 * How much the next cut takes. Every cut lies in the range of the terms, and the last one leaves the lowest price exactly.
 * @param done what cuts have taken so far
 * @param count how many there were, fewer than `people`
 */
export function nextCut(
  { totalFen, people, lowFen, highFen }: CutTerms,
  { doneFen, count }: { doneFen: number; count: number },
  first: FirstCut,
  random: Random,
): number {
  const rest = totalFen - doneFen
  const cuts = people - count
  if (cuts === 1) return rest
  const least = Math.max(lowFen, rest - (cuts - 1) * highFen)
  const most = Math.min(highFen, rest - (cuts - 1) * lowFen)
  // What is free once every cut has had its least.
  const free = rest - cuts * lowFen
  const share = (percent: number) => Math.floor((free * percent) / 100)
  const extra = count ? random(0, Math.floor((2 * free) / cuts)) : random(share(first.least), share(first.most))
  return Math.min(most, Math.max(least, lowFen + extra))
}
