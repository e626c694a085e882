/** How long the server took for an answer, in ms, kept beside the answer as long as somebody shows it. */
const times = new WeakMap<object, number>()

/** @param header `X-Response-Time` as the server sent it */
export function noteTook(answer: unknown, header: string | null) {
  const ms = Number(header)
  if (header && ms >= 0 && isObject(answer)) times.set(answer, ms)
}

/** Undefined where the server did not say. */
export function tookOf(answer: unknown): number | undefined {
  return isObject(answer) ? times.get(answer) : undefined
}

/** What is shown in place of an answer took as long as that. */
export function keepTook<Answer>(answer: unknown, shown: Answer): Answer {
  const ms = tookOf(answer)
  if (ms !== undefined && isObject(shown)) times.set(shown, ms)
  return shown
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
