/**
 * How far the server's clock is ahead of this device's, which may be wrong by years: between these, in ms. Unknown before the first
 * answer.
 */
let range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * Narrows the range by an answer. Clocks that were set meanwhile begin anew.
 * @param header `Date` of the answer, which is cut to the second
 * @param sent when its call was sent, by this device's clock
 */
export function noteServerTime(header: string | null, sent: number, received = Date.now()) {
  const said = header ? Date.parse(header) : Number.NaN
  // A clock that was set during the call says nothing.
  if (Number.isNaN(said) || received < sent) return
  const found = { from: said - received, to: said + 1000 - sent }
  const both = { from: Math.max(range.from, found.from), to: Math.min(range.to, found.to) }
  range = both.from <= both.to ? both : found
}

/**
 * The present moment by the server's clock: what is left, what is over, which day is today. Staff's devices may be wrong; a right
 * one is left alone.
 */
export function serverNow(): Date {
  const { from, to } = range
  const isRight = from <= 0 && to >= 0
  return new Date(Date.now() + (isRight ? 0 : Math.round((from + to) / 2)))
}

/** Forgets the server's clock, between tests. */
export function forgetServerTime() {
  range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
}
