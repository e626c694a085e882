import type { Ctx, Platform } from '../http/context.ts'
import { repeat } from './repeat.ts'

/** How often counts are written. */
const FLUSH_MS = 5000
/** The most objects whose counts wait; those of further ones are not counted. */
const MAX_WAITING = 10_000
/** Objects in one statement. */
const BATCH = 500

/** How often something happened, by the id, or another key, of what it happened to. */
export type Counts<Key = number> = readonly (readonly [key: Key, times: number])[]

export type BufferedCounts<Key> = {
  /** Counts once more; written within seconds. */
  count(ctx: Ctx, key: Key): void
  /** Writes what was counted so far; what could not be written waits for the next time. */
  flush(own: Ctx): Promise<void>
  /** Keeps writing in this process. Returns a function that writes the last counts and stops. */
  keep(own: Ctx): () => Promise<void>
}

/**
 * Counts what happens too often for a statement each time, so that looking at something changes no row.
 * @param what in the log: views of products
 * @param write adds to the rows, which it locks in the order of their ids
 */
export function bufferCounts<Key = number>(
  what: string,
  write: (own: Ctx, counts: Counts<Key>) => Promise<void>,
): BufferedCounts<Key> {
  /** Counts that are not written yet, of each server in this process. */
  const waiting = new WeakMap<Platform, Map<Key, number>>()

  function waitingIn(platform: Platform): Map<Key, number> {
    const counts = waiting.get(platform) ?? new Map<Key, number>()
    waiting.set(platform, counts)
    return counts
  }

  async function flush(own: Ctx): Promise<void> {
    const counts = waiting.get(own.platform)
    if (!counts?.size) return
    waiting.delete(own.platform)
    const all = [...counts]
    for (let at = 0; at < all.length; at += BATCH)
      await write(own, all.slice(at, at + BATCH)).catch((error: unknown) => {
        const later = waitingIn(own.platform)
        for (const [key, times] of all.slice(at)) later.set(key, (later.get(key) ?? 0) + times)
        throw error
      })
  }

  return {
    count({ platform }, key) {
      const counts = waitingIn(platform)
      if (counts.size < MAX_WAITING || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    flush,
    keep(own) {
      const stop = repeat(own, FLUSH_MS, () => flush(own), `${what} were not counted`)
      return async () => {
        await stop()
        await flush(own).catch((error: unknown) => own.log.error({ err: error }, `${what} were lost`))
      }
    },
  }
}
