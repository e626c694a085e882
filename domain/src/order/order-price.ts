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

/** Whether so much off the goods is more than staff may give without a permission of its own. */
export function isBeyondLimit(offFen: number, goodsFen: number, limitPercent: number): boolean {
  return offFen * 100 > goodsFen * limitPercent
}

/** What staff took off the goods of an order, line by line: a line that costs more makes up for no other, as it can be sent back alone. */
export const takenOffFen = (lines: readonly { adjustShareFen: number }[]): number =>
  lines.reduce((sum, { adjustShareFen }) => sum + Math.max(0, -adjustShareFen), 0)

/** What staff took off once a repricing is added. */
export const takenOffWith = (lines: readonly { adjustShareFen: number }[], adjustFen: readonly number[]): number =>
  takenOffFen(lines.map(({ adjustShareFen }, at) => ({ adjustShareFen: adjustShareFen + (adjustFen[at] ?? 0) })))

/** An order as the limit of what staff take off sees it. */
export type LimitedOrder = { payPriceFen: number; payPostageFen: number; proTotalPriceFen: number }

/**
 * The lowest price that keeps within the limit of what staff may take off the goods, at most the present one.
 * @returns 1 where all that is paid for the goods may be taken off
 */
export function lowestPrice(
  { payPriceFen, payPostageFen, proTotalPriceFen }: LimitedOrder,
  lines: readonly (PricedLine & { adjustShareFen: number })[],
  limitPercent: number,
): number {
  const isWithin = (fen: number) =>
    !isBeyondLimit(takenOffWith(lines, reprice(lines, payPostageFen, fen).adjustFen), proTotalPriceFen, limitPercent)
  let [refused, allowed] = [0, payPriceFen]
  while (allowed - refused > 1) {
    const fen = Math.floor((refused + allowed) / 2)
    if (isWithin(fen)) allowed = fen
    else refused = fen
  }
  return allowed
}
