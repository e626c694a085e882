/**
 * How much more it is than before, in percent with two decimals.
 * @returns null where there was nothing before: no number says that
 * @see docs/figures.md, The home page
 */
export function growthRate(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 10_000) / 100
}
