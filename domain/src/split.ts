/**
 * Splits an amount over lines in proportion to their weights, to the fen (largest remainder): each line gets its share
 * rounded down, then one fen goes to each of the largest fractions, of equal ones to the earlier line.
 * @param amount whole fen, zero or more
 * @param weights one per line, whole, zero or more, not all zero unless the amount is
 * @returns fen per line, in the same order; they add up to `amount`
 */
export function splitFen(amount: number, weights: readonly number[]): number[] {
  for (const each of [amount, ...weights])
    if (!Number.isSafeInteger(each) || each < 0) throw new RangeError(`${each} is not a whole number of zero or more`)
  if (!amount) return weights.map(() => 0)
  // An amount times a weight exceeds what a number holds exactly.
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (!total) throw new RangeError('an amount cannot be split over nothing')
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = products.map((product) => Number(product / total))
  const fractions = products.map((product, line) => ({ line, fraction: product % total }))
  fractions.sort((one, other) => compare(other.fraction, one.fraction) || one.line - other.line)
  const left = amount - shares.reduce((sum, share) => sum + share, 0)
  for (const { line } of fractions.slice(0, left)) shares[line] = (shares[line] ?? 0) + 1
  return shares
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
