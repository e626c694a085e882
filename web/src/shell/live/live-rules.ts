/** Seconds before each attempt to reconnect; the last applies to all further ones. */
const BACK_OFF = [1, 2, 5, 10, 30] as const
/** Failed attempts before staff are notified. */
export const PATIENCE = 3

/** Close codes by which the server determines the next step. */
export const closed = { notSignedIn: 4401, rightsChanged: 4403 } as const

/**
 * How long to wait before the next attempt.
 * @param failures attempts that failed since the last success, 0 or more
 * @param chance uniform from 0 to 1: spreads many pages over ±20 %
 * @returns milliseconds
 */
export function waitBefore(failures: number, chance: number): number {
  const seconds = BACK_OFF[Math.min(failures, BACK_OFF.length - 1)] ?? 30
  return Math.round(seconds * 1000 * (0.8 + 0.4 * chance))
}

/** A frame from the server. */
export type LiveFrame = { type: string; time?: string; data?: unknown }

/** @returns undefined when the text is not a frame */
export function readFrame(text: unknown): LiveFrame | undefined {
  try {
    const frame: unknown = JSON.parse(String(text))
    return typeof frame === 'object' && frame !== null && 'type' in frame ? (frame as LiveFrame) : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether it is a quiet time: no pop-ups and no sound.
 * @param quiet from and to, `HH:mm`; spans midnight when the end comes first
 */
export function isQuiet(quiet: unknown, now: Date): boolean {
  if (!Array.isArray(quiet) || quiet.length !== 2) return false
  const [from, to] = quiet.map(String) as [string, string]
  const at = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`
  return from <= to ? from <= at && at < to : at >= from || at < to
}
