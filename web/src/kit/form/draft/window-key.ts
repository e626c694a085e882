const STORED = 'window-key'

let own: Promise<string> | undefined

/** The key of this window, which a reload keeps: two windows draft two new rows. */
export function windowKey(): Promise<string> {
  own ??= claim(readStored() ?? randomKey())
  return own
}

/** The keys of the windows that are open, as far as the browser knows. */
export async function openWindows(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.flatMap(({ name }) => (name?.startsWith(`${STORED}:`) ? [name.slice(STORED.length + 1)] : [])))
}

/** Takes a key, or another one if a window has it: a duplicated window starts with the storage of its original. */
async function claim(key: string): Promise<string> {
  if (navigator.locks && !(await takeLock(`${STORED}:${key}`))) return claim(randomKey())
  try {
    sessionStorage.setItem(STORED, key)
  } catch {
    // Without storage the key lasts until the page is left.
  }
  return key
}

/** Holds a lock as long as the window is open. */
function takeLock(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise(() => undefined) : undefined
    })
  })
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORED)
  } catch {
    return null
  }
}

/** A key that no window has. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
