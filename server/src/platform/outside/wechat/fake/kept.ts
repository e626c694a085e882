import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/** What a part of the fake keeps when its process ends: it gives it to be written, and takes it back. */
export type Kept<State = unknown> = { give: () => State; take: (state: State) => void }

/** So soon is a change written. */
const SOON_MS = 200

/** Puts what was kept into a map or a set that others hold. */
export function refill<Key, Value>(map: Map<Key, Value>, kept: ReadonlyMap<Key, Value> | undefined): void {
  if (!kept) return
  map.clear()
  for (const [key, value] of kept) map.set(key, value)
}

/**
 * Keeps the parts of the fake in a file, as the platform forgets nothing when a shop is started anew. One that cannot be read is
 * passed over.
 */
export function keepParts(file: string, parts: Record<string, Kept>) {
  const known = readParts(file)
  for (const [name, part] of Object.entries(parts)) if (known[name]) part.take(known[name])
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const given = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.give()]))
    mkdirSync(dirname(file), { recursive: true })
    // Renamed, so that a process that dies meanwhile leaves the former one.
    writeFileSync(`${file}.new`, serialize(given))
    renameSync(`${file}.new`, file)
  }
  return {
    /** Something may have changed. */
    noteChange: () => {
      timer ??= setTimeout(write, SOON_MS).unref()
    },
    close: write,
  }
}

function readParts(file: string): Record<string, unknown> {
  try {
    return deserialize(readFileSync(file)) as Record<string, unknown>
  } catch {
    return {}
  }
}
