import type { Bus } from './bus.ts'
import type { Db } from './context.ts'

const TOPIC = 'cache'

type Entry = { value: unknown; until: number }

/** A cache of one process, emptied in all processes at once. */
export type Cache<Value> = {
  /** What is kept under the key, else what `load` brings. Two callers at once load once. */
  get(key: string, load: () => Promise<Value>): Promise<Value>
  /** Forgets a key, or all of them, here and, when the transaction of `db` commits, in every process. */
  drop(db: Db, key?: string): Promise<void>
  /** Forgets here only: for after the commit of a change made here. */
  dropHere(key?: string): void
}

/** The caches of one process, by name. */
export type Caches = {
  /** The cache of that name. A value is loaded anew after `ttlSeconds`; beyond `most` keys the oldest goes. */
  named<Value>(name: string, options?: { ttlSeconds?: number; most?: number }): Cache<Value>
}

export function makeCaches(bus: Bus): Caches {
  const caches = new Map<string, { cache: Cache<unknown>; clear: (key?: string) => void }>()
  bus.subscribe(TOPIC, (payload) => {
    const [name = '', key] = payload.split('\n')
    caches.get(name)?.clear(key)
  })
  bus.onGap(() => {
    for (const { clear } of caches.values()) clear()
  })
  return {
    named<Value>(name: string, { ttlSeconds = 300, most = 1000 } = {}) {
      const known = caches.get(name)
      if (known) return known.cache as Cache<Value>
      const entries = new Map<string, Entry>()
      const clear = (key?: string) => {
        if (key === undefined) entries.clear()
        else entries.delete(key)
      }
      const cache: Cache<unknown> = {
        async get(key, load) {
          const entry = entries.get(key)
          if (entry && entry.until > performance.now()) return entry.value
          const value = load()
          const fresh = { value, until: performance.now() + ttlSeconds * 1000 }
          entries.delete(key)
          entries.set(key, fresh)
          const oldest = entries.size > most && entries.keys().next().value
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
      caches.set(name, { cache, clear })
      return cache as Cache<Value>
    },
  }
}
