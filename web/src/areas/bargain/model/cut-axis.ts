/** The marks of an axis of prices: three to five round steps that reach from below the lowest to the highest. */
export function priceMarks(lowest: number, highest: number): number[] {
  const span = Math.max(highest - lowest, 0.01)
  const step = roundStep(span / 4)
  const first = Math.floor(lowest / step)
  const last = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(2)))
}

/** 1, 2 or 5 of a power of ten, no less than it was. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const times = [1, 2, 5, 10].find((each) => each * power >= least - 1e-9) ?? 10
  return times * power
}

/** The cuts that are named below the axis, about six of them, the first and the last among them. */
export function cutMarks(people: number): number[] {
  const step = Math.max(1, Math.ceil(people / 6))
  const marks = [0]
  for (let at = step; at < people; at += step) if (people - at >= step / 2) marks.push(at)
  return [...marks, people]
}

/** Which points of a run are drawn: all of a short one, of a long one so many that the line looks the same. */
export function drawnPoints(length: number, most = 160): number[] {
  if (length <= most) return Array.from({ length }, (_, at) => at)
  return Array.from({ length: most }, (_, at) => Math.round((at * (length - 1)) / (most - 1)))
}
