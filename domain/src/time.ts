/** Asia/Shanghai has had no daylight saving time since 1991: a fixed eight hours ahead of UTC. */
export const SHANGHAI_OFFSET_MS = 8 * 3600_000

const WIRE = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2}))?$/

/** A moment as `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai, the only wire form of times. */
export function toWireTime(at: Date): string {
  return new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The same of a moment that may be yet to come: null for null. */
export function wireTime(at: Date | null): string | null {
  return at && toWireTime(at)
}

/** A moment's Shanghai day, `YYYY-MM-DD`. */
export function toWireDay(at: Date): string {
  return toWireTime(at).slice(0, 10)
}

/**
 * Parses the output of {@link toWireTime}, also a bare day (00:00:00), and ten- or thirteen-digit timestamps.
 * @returns undefined when the text is none of these or not a calendar day
 */
export function parseWireTime(text: string): Date | undefined {
  if (/^\d{10}$/.test(text)) return new Date(Number(text) * 1000)
  if (/^\d{13}$/.test(text)) return new Date(Number(text))
  const parts = WIRE.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second) - SHANGHAI_OFFSET_MS)
  const same = toWireTime(at) === `${text.slice(0, 10)} ${text.slice(11) || '00:00:00'}`
  return same ? at : undefined
}

/** The second a moment lies in, since 1970: windows that were typed with seconds are compared by these, so that the last one counts. */
export const wholeSecond = (at: Date): number => Math.floor(at.getTime() / 1000)
