import type { Db } from '../http/context.ts'
import type { Bus } from '../work/bus.ts'

const TOPIC = 'cache'
/** Stands for all names. */
const ALL = '*'

type Entry = { value: unknown; until: number }

/** A cache in one process; dropping a key drops it in every process. */
export type Cache<Value> = {
  /** Returns the cached value, else loads it. Concurrent callers share one load. */
  get(key: string, load: () => Promise<Value>): Promise<Value>
  /** Drops a key, or all keys, here and, when the transaction of `db` commits, in every process. */
  drop(db: Db, key?: string): Promise<void>
  /** Drops here only, for use after the commit of a change made here. */
  dropHere(key?: string): void
}

/** The state of a cache in this process. */
export type CacheState = {
  name: string
  count: number
  hits: number
  misses: number
  /** Characters of its values as JSON: roughly their size. */
  bytes: number
  /** Seconds a value is kept. */
  ttl: number
}

/** The caches of one process, by name. */
export type Caches = {
  /** Every cache this process has used so far, by name. */
  states(): Promise<CacheState[]>
  /** The keys and values of a cache in this process; undefined for an unknown name. */
  entries(name: string): Promise<{ key: string; value: unknown }[] | undefined>
  /** Drops a key, a cache or, without a name, everything, in every process. */
  clear(db: Db, name?: string, key?: string): Promise<void>
  /** The cache of that name. A value expires after `ttlSeconds`; beyond `max` keys the oldest is evicted. */
  named<Value>(name: string, options?: { ttlSeconds?: number; max?: number }): Cache<Value>
}

declare module '../http/context.ts' {
  interface Platform {
    caches: Caches
  }
}

type Kept = {
  cache: Cache<unknown>
  entries: Map<string, Entry>
  counts: { hits: number; misses: number }
  ttl: number
  clear: (key?: string) => void
}

export function makeCaches(bus: Bus): Caches {
  const caches = new Map<string, Kept>()
  bus.subscribe(TOPIC, (payload) => {
    const [name = '', key] = payload.split('\n')
    if (name === ALL) for (const { clear } of caches.values()) clear()
    else caches.get(name)?.clear(key)
  })
  bus.onGap(() => {
    for (const { clear } of caches.values()) clear()
  })
  return {
    states: () =>
      Promise.all(
        [...caches].sort().map(async ([name, { entries, counts, ttl }]) => {
          const values = await liveValues(entries)
          const bytes = values.reduce((sum, { value }) => sum + sizeOf(value), 0)
          return { name, count: values.length, ...counts, bytes, ttl }
        }),
      ),
    entries: async (name) => {
      const known = caches.get(name)
      return known && liveValues(known.entries)
    },
    clear: async (db, name, key) => {
      const chosen = name === undefined ? [...caches.values()] : [caches.get(name)]
      for (const each of chosen) each?.clear(key)
      await bus.publish(db, TOPIC, [name ?? ALL, ...(key === undefined ? [] : [key])].join('\n'))
    },
    named<Value>(name: string, { ttlSeconds = 300, max = 1000 } = {}) {
      const known = caches.get(name)
      if (known) return known.cache as Cache<Value>
      const entries = new Map<string, Entry>()
      const counts = { hits: 0, misses: 0 }
      const clear = (key?: string) => {
        if (key === undefined) entries.clear()
        else entries.delete(key)
      }
      const cache: Cache<unknown> = {
        async get(key, load) {
          const entry = entries.get(key)
          const isFresh = entry && entry.until > performance.now()
          counts[isFresh ? 'hits' : 'misses'] += 1
          if (isFresh) return entry.value
          // A query of Drizzle runs again each time that somebody waits for it: what is kept is its answer.
          const value = (async () => load())()
          const fresh = { value, until: performance.now() + ttlSeconds * 1000 }
          entries.delete(key)
          entries.set(key, fresh)
          const oldest = entries.size > max && entries.keys().next().value
          if (oldest) entries.delete(oldest)
          value.catch(() => entries.get(key) === fresh && entries.delete(key))
          return value
        },
        async drop(db, key) {
          clear(key)
          await bus.publish(db, TOPIC, key === undefined ? name : `${name}\n${key}`)
        },
        dropHere: clear,
      }
      caches.set(name, { cache, entries, counts, ttl: ttlSeconds, clear })
      return cache as Cache<Value>
    },
  }
}

async function liveValues(entries: ReadonlyMap<string, Entry>) {
  const live = [...entries].filter(([, { until }]) => until > performance.now())
  const values = await Promise.allSettled(live.map(async ([key, { value }]) => ({ key, value: await value })))
  return values.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

function sizeOf(value: unknown): number {
  return JSON.stringify(plain(value))?.length ?? 0
}

/** Converts a value to what JSON can show: sets and maps by their members. */
export function plain(value: unknown): unknown {
  if (value instanceof Set) return [...value]
  if (value instanceof Map) return Object.fromEntries(value)
  if (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((each) => each instanceof Set || each instanceof Map)
  )
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
  return value
}
