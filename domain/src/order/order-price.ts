import { splitFen } from '../split.ts'

/** A line as a change of the price needs it. */
export type PricedLine = { payShareFen: number; num: number }

/** What a change of the price puts on each line, and the freight that is left. */
export type Repricing = { adjustFen: number[]; payPostageFen: number }

/**
 * Spreads a new price over an order: the difference goes to the lines in proportion to what is paid for them, or to their
 * quantities where nothing is; a cut deeper than the goods takes the rest from the freight.
 * @param newFen what the order costs now, goods and freight, 0 or more
 * @returns signed fen per line, to be added to its share
 * @see trade chapter, 1.6
 */
export function reprice(lines: readonly PricedLine[], payPostageFen: number, newFen: number): Repricing {
  const shares = lines.map(({ payShareFen }) => payShareFen)
  const goodsFen = shares.reduce((sum, share) => sum + share, 0)
  const change = newFen - goodsFen - payPostageFen
  if (change >= 0) {
    const weights = goodsFen ? shares : lines.map(({ num }) => num)
    return { adjustFen: splitFen(change, weights), payPostageFen }
  }
  const cut = Math.min(-change, goodsFen)
  // Not −0 where nothing is taken.
  const adjustFen = splitFen(cut, shares).map((share) => (share ? -share : 0))
  return { adjustFen, payPostageFen: payPostageFen - (-change - cut) }
}
