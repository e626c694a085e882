/**
 * What goes back, of money or points, when some more units of a line are refunded at their defaults: the last unit takes what
 * rounding left.
 * @param whole what the line took, of all its units
 * @param num all units of the line
 * @param refunded units that went back before
 * @param more units that go back now
 * @see docs/prices.md, The steps
 */
export function refundShare(whole: number, num: number, refunded: number, more: number): number {
  return upTo(whole, num, refunded + more) - upTo(whole, num, refunded)
}

/** ⌊whole × units / num⌋; the product may exceed what a number holds exactly. */
function upTo(whole: number, num: number, units: number): number {
  return Number((BigInt(whole) * BigInt(units)) / BigInt(num))
}
